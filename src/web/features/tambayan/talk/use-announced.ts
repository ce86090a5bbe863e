import { useEffect, useEffectEvent, useState } from 'react'
import type { Message } from '../../../domain/messages/message.ts'
import { isAfter, lastSeq } from './rows.ts'

/** A screen reader hears at most one sentence in this time, ms. */
const every = 4_000

/** The sentence for a screen reader about new messages: their number and the writer, never the words. */
export function useAnnounced(messages: readonly Message[], readerId: string): string {
  const [words, setWords] = useState('')
  const [told, setTold] = useState<number>()
  const newest = lastSeq(messages)
  const isNew = told !== undefined && newest > told
  const tell = useEffectEvent(() => {
    const news = told === undefined ? [] : messages.filter((each) => isAfter(each, readerId, told))
    setTold(newest)
    if (news.length > 1) setWords(`${news.length} bagong mensahe, ang huli kay ${news.at(-1)?.codename}.`)
    else if (news[0]) setWords(`Bagong mensahe ni ${news[0].codename}.`)
  })
  useEffect(() => {
    if (newest === 0) return undefined
    const timer = setTimeout(tell, told === undefined ? 0 : every)
    return () => clearTimeout(timer)
    // Not at each message: in a busy room the timer would never end.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [isNew, told === undefined, newest === 0])
  return words
}
