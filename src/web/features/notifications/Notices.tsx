import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { quietChunk } from '../../lib/chunks.ts'
import { firstTouch } from '../../lib/first-paint.ts'
import { useLateChunk } from '../../lib/use-late-chunk.ts'
import { Unread } from './Unread.tsx'

type NoticesProps = {
  /** The id of the words that describe the bell. */
  about: string
  /** The open panel of the bell. */
  panel: HTMLElement | null
}

const list = quietChunk(() => import('./NoticeList.tsx').then((m) => m.NoticeList))

/** The bell's words: its count in one file that no page waits for, and its list with the first touch. */
export function Notices({ about, panel }: NoticesProps) {
  const isHere = useLateChunk(list, { isWanted: panel !== null, isAsked: true })
  useEffect(
    () =>
      void firstTouch()
        .then(list.preload)
        .catch(() => undefined),
    [],
  )
  return (
    <>
      <Unread id={about} />
      {panel &&
        createPortal(
          isHere ? <list.Component onDone={() => panel.hidePopover()} /> : <p>Sandali lang…</p>,
          panel,
        )}
    </>
  )
}
