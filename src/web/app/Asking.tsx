import { useEffect, useState } from 'react'
import { endAsk, useAsk } from '../lib/asks.ts'
import { wordsFor } from '../lib/failure.ts'
import { showToast } from '../lib/toast.ts'
import { page } from './page.ts'

const dialogs = page(() => import('../features/safety/Asked.tsx').then((m) => m.Asked))

/** Report, block and mute: the code of their dialogs comes with the first ask, and without a signal it is only a toast. */
export function Asking() {
  const asked = useAsk()
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!asked || isHere) return
    document.documentElement.dataset.going = ''
    dialogs
      .preload()
      .then(() => setHere(true))
      .catch((error: unknown) => {
        endAsk()
        showToast(wordsFor(error), 'error')
      })
      .finally(() => delete document.documentElement.dataset.going)
  }, [asked, isHere])

  useEffect(() => {
    if (!asked) return undefined
    return keepFocus
  }, [asked])
  return asked && isHere && <dialogs.Component asked={asked} />
}

/** What it was asked from may have gone with the person: the focus goes to the heading of what is left. */
function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading =
    [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1) ??
    document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
