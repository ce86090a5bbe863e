import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Message } from '../../../domain/messages/message.ts'

/** Rows in the page at first, and again at the end of the list; a reader who scrolls up gets more of the window. */
const few = 40
const step = 40
/** Above this number, a reader at the end gets fewer rows: not at each message. */
const many = 60

/** The part of the window that is in the page. At the end of a busy room the page keeps few rows. */
export function useShown(messages: readonly Message[], isEnd: boolean) {
  /** The number of the first shown message. */
  const [from, setFrom] = useState(0)
  const [known, setKnown] = useState(messages)
  let start = startAt(messages, from)
  if (messages !== known) {
    setKnown(messages)
    const count = messages.length - start
    if (count > many && isEnd) {
      start = messages.length - few
      setFrom(messages[start]?.seq ?? from)
    }
  }
  return {
    shown: start === 0 ? messages : messages.slice(start),
    /** Shows earlier ones; false when all are shown. */
    showMore(): boolean {
      if (start > 0) setFrom(messages[Math.max(0, start - step)]?.seq ?? 0)
      return start > 0
    },
    showAll: () => flushSync(() => setFrom(0)),
    hasCrowd: messages.length - start > many,
  }
}

/** Shows all when the window has moved to before `from`. */
function startAt(messages: readonly Message[], from: number): number {
  const found = from === 0 ? 0 : messages.findIndex(({ seq }) => seq !== null && seq >= from)
  return Math.max(0, found)
}
