import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSlip } from '../../../ui/use-slip.ts'
import { menu, tellFailure } from './late.ts'
import type { Opened } from './TalkMenu.tsx'

/** Opens the menu of all messages in a list, when its code is here. */
export function useTalkMenu() {
  const [opened, setOpened] = useState<Opened>()
  const { openAt, ...slip } = useSlip('[aria-checked="true"]')
  const open = useCallback((next: Opened, button: HTMLElement) => {
    void menu.preload().then(() => {
      flushSync(() => setOpened(next))
      openAt(button)
    }, tellFailure)
    // oxlint-disable-next-line react/exhaustive-deps -- it only uses refs
  }, [])
  return { ...slip, opened, open }
}
