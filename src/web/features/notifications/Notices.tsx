import { createPortal } from 'react-dom'
import { NoticeList } from './NoticeList.tsx'
import { Unread } from './Unread.tsx'

type NoticesProps = {
  /** The id of the words that describe the bell. */
  about: string
  /** The open panel of the bell. */
  panel: HTMLElement | null
}

/** The bell's count and list, in a chunk that no page waits for. */
export function Notices({ about, panel }: NoticesProps) {
  return (
    <>
      <Unread id={about} />
      {panel && createPortal(<NoticeList onDone={() => panel.hidePopover()} />, panel)}
    </>
  )
}
