import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Message } from '../../../domain/messages/message.ts'
import { roomReader, seenMentions } from '../../../domain/notices/unread.ts'

type SeenMentionsProps = {
  messages: readonly Message[]
  readerId: string
  reading: { box: RefObject<HTMLElement | null>; isReading: RefObject<boolean> }
}

/** Tells the bell what the reader of a room sees: mentions on the screen, and whether they read it at its end. It comes with the bell's list. */
export function SeenMentions({ messages, readerId, reading: { box, isReading } }: SeenMentionsProps) {
  const look = useEffectEvent((_messages?: readonly Message[]) => {
    if (document.hidden || isCovered()) return
    const known = seenMentions.read()
    const fresh = messages.filter(
      ({ id, mentioned }) =>
        !known.has(id) && mentioned.some((person) => person.id === readerId) && isOnScreen(box.current, id),
    )
    if (fresh.length > 0) seenMentions.put(new Set([...known, ...fresh.map(({ id }) => id)]))
  })
  useEffect(() => look(messages), [messages])
  useEffect(() => {
    const { current: scroller } = box
    const onChange = () => look()
    scroller?.addEventListener('scroll', onChange, { passive: true })
    document.addEventListener('visibilitychange', onChange)
    // A sheet that closes over the room returns the focus.
    document.addEventListener('focusin', onChange)
    return () => {
      scroller?.removeEventListener('scroll', onChange)
      document.removeEventListener('visibilitychange', onChange)
      document.removeEventListener('focusin', onChange)
    }
  }, [box])
  useEffect(() => {
    roomReader.put(() => isReading.current && !isCovered())
    return () => roomReader.put(() => false)
  }, [isReading])
  return null
}

/** True when at least half of the message can be seen, or it fills half of the list. */
function isOnScreen(box: HTMLElement | null, id: string): boolean {
  const row = box?.querySelector(`[data-message="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  const frame = box?.getBoundingClientRect()
  if (!row || !frame) return false
  const shown = Math.min(row.bottom, frame.bottom) - Math.max(row.top, frame.top)
  return shown >= Math.min(row.height, frame.height) / 2
}

/** A sheet or a dialog lies over the room. */
const isCovered = () => document.querySelector(':modal') !== null
