import { emi } from '../../../shared/emi.ts'
import { mentionsEmi } from '../../../shared/emi-calls.ts'
import { conversationOf, otherIn, roomTopic } from '../../../shared/talks.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

export type Call = {
  isRunning: boolean
  /** Shown above the input until the person types. */
  error?: string
  /** The person may call again. */
  canRepeat?: boolean
  /** The uses that are left in the window, from the last answer. */
  remaining?: number
}

/** The last call of Emi by topic. */
export const calls = createKeyed<Call>()

export const useCall = (topic: string): Call | undefined => useKeyed(calls, topic)

export function endCallError(topic: string): void {
  const call = calls.read(topic)
  if (call?.error === undefined) return
  const { error: _, ...rest } = call
  calls.put(topic, rest)
}

/** Whether another call is offered: after a failed one, and when a message waits for long. What refused a call would refuse the next one too. */
export const mayCallAgain = (call: Call | undefined, isLate: boolean): boolean =>
  call?.isRunning !== true && call?.canRepeat !== false && (call?.error !== undefined || isLate)

/** True for the private conversation with her. */
export const isWithEmi = (topic: string, reader: string): boolean =>
  otherIn(conversationOf(topic) ?? '', reader) === emi.id

/** Whether Emi answers this message of the reader: in General a message that calls her, in private every message. */
export const isForEmi = (topic: string, text: string, reader: string): boolean =>
  topic === roomTopic('general') ? mentionsEmi(text) : isWithEmi(topic, reader)
