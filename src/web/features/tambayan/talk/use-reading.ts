import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { markRead } from '../../../domain/messages/mark-read.ts'
import type { Talk } from '../../../domain/messages/message.ts'
import { goToEnd, holdWindow } from '../../../domain/messages/talk.ts'
import { createKeyed } from '../../../lib/store.ts'
import { isAfter, lastSeq } from './rows.ts'
import { isAtEnd, type Place } from './Scroller.tsx'

/** The newest message that the reader has seen, by talk. The line of new messages stands after it on a return. */
const seen = createKeyed<number>()

/** The reader's place, the messages that are new, and the way to the end. */
export function useReading(topic: string, talk: Talk, readerId: string, readSeq: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ top: 0, height: 0 })
  const { messages, hasLater, heardLater, state } = talk
  const newest = lastSeq(messages)
  const [isEnd, setEnd] = useState(true)
  /** More than a screen away from the end. */
  const [isFar, setFar] = useState(false)
  /** The line of new messages stands after this one. */
  const [lineSeq, setLineSeq] = useState(() => readSeq ?? seen.read(topic))
  const isReading = useRef(false)

  const look = useEffectEvent(() => {
    if (state !== 'here') return
    const { top, height } = place.current
    const isHere = isAtEnd(place.current) && !hasLater
    setEnd(isHere)
    setFar(hasLater || -top > height)
    holdWindow(topic, !isHere)
    isReading.current = isHere && !document.hidden
    if (!isReading.current) return
    seen.put(topic, Math.max(newest, seen.read(topic) ?? 0))
    markRead(topic)
  })
  // Messages that come while the reader is away or up in the list stand below a line.
  const arrive = useEffectEvent((..._changed: unknown[]) => {
    const upTo = seen.read(topic)
    if (!isReading.current && upTo !== undefined && messages.some((each) => isAfter(each, readerId, upTo)))
      setLineSeq(upTo)
    look()
  })
  useLayoutEffect(() => arrive(newest, hasLater, state), [newest, hasLater, state])
  useEffect(() => {
    const { current: scroller } = box
    const onScroll = () => {
      place.current = { top: scroller?.scrollTop ?? 0, height: scroller?.clientHeight ?? 0 }
      look()
    }
    scroller?.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('visibilitychange', onScroll)
    return () => {
      scroller?.removeEventListener('scroll', onScroll)
      document.removeEventListener('visibilitychange', onScroll)
    }
  }, [])
  useEffect(() => () => holdWindow(topic, false), [topic])

  async function toEnd() {
    if (hasLater && !(await goToEnd(topic))) return
    place.current.top = 0
    box.current?.scrollTo({ top: 0 })
  }
  const upTo = seen.read(topic)
  const unseen = upTo === undefined ? 0 : messages.filter((each) => isAfter(each, readerId, upTo)).length
  const news = unseen + heardLater
  return { box, place, isReading, isEnd, lineSeq, news, hasPill: isFar || (!isEnd && news > 0), toEnd }
}
