import { useEffect, useState } from 'react'
import { emi } from '../../../shared/emi.ts'
import { follow } from '../../lib/live.ts'

/** Time after which her typing ends without a message, ms. */
const most = 10_000

/** Whether Emi is writing an answer in this talk. */
export function useTyping(topic: string): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => followTyping(topic, setTyping), [topic])
  return isTyping
}

export function followTyping(topic: string, tell: (isTyping: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (next: boolean) => {
    clearTimeout(timer)
    tell(next)
    if (next) timer = setTimeout(tell, most, false)
  }
  const leave = follow(topic, {
    private: true,
    events: {
      typing: ({ userId }) => userId === emi.id && set(true),
      new_message: ({ sender_id }) => sender_id === emi.id && set(false),
    },
    // A missed event needs no fetch: the typing ends soon.
    caughtUp: () => undefined,
  })
  return () => {
    leave()
    set(false)
  }
}
