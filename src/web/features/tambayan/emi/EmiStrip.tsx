import { useEffect, useEffectEvent, useState } from 'react'
import { careMs, emi } from '../../../../shared/emi.ts'
import { splitNumbers } from '../../../../shared/phone-numbers.ts'
import { callEmi, startCalling } from '../../../domain/emi/calling.ts'
import { calls, endCallError, isWithEmi, mayCallAgain, useCall } from '../../../domain/emi/calls.ts'
import { useTyping } from '../../../domain/emi/typing.ts'
import { unansweredIn } from '../../../domain/emi/unanswered.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { useTalkDraft } from '../../../domain/messages/talk-drafts.ts'
import { lookAgain, useTalk } from '../../../domain/messages/talk.ts'
import { withholdHelp } from '../../../domain/safety/crisis.ts'
import { hasLive } from '../../../lib/live.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../lib/use-now.ts'
import styles from './EmiStrip.module.css'
import { useLeft, type Left as LeftUses } from './use-left.ts'

/** The waits before the strip fetches a missed answer, and before the person may call again, ms. */
const [soon, late] = [1_500, 12_000]

/** Above the box: whether Emi is writing, why she could not answer, and a way to call her again. */
export function EmiStrip({ topic }: { topic: string }) {
  const { id: reader } = useUser()
  const talk = useTalk(topic)
  const [draft] = useTalkDraft(topic)
  const now = useNow()
  const call = useCall(topic)
  const isPrivate = isWithEmi(topic, reader)
  const isHeard = useTyping(topic)
  const isTyping = isHeard || (call?.isRunning === true && !hasLive())
  const asked = talk.state === 'here' ? unansweredIn(talk.messages, { topic, reader, now }) : undefined
  const left = useLeft(call?.remaining, isPrivate)
  const isLate = useLate(topic, asked, isTyping || call?.isRunning === true)
  useEffect(() => {
    if (draft !== '') endCallError(topic)
  }, [topic, draft])
  useEffect(startCalling, [])
  const newest = talk.state === 'here' ? talk.messages.at(-1) : undefined
  const numbered = newest?.sender_id === emi.id && newest.text.includes('📞') ? newest.id : undefined
  useEffect(() => {
    if (isPrivate && numbered) withholdHelp()
  }, [isPrivate, numbered])
  const again = () => void callEmi(topic, asked?.text)
  const canCall = asked && mayCallAgain(call, isLate)
  return (
    <>
      {isTyping && <Typing />}
      {/* Mounted before its words: screen readers need that. */}
      <div role="alert">{call?.error && <p className={styles.error}>{call.error}</p>}</div>
      {canCall && (
        <p className={styles.again}>
          {call?.error === undefined && 'Wala pang sagot.'}
          <Button kind="plain" size="small" onClick={again}>
            Tawagin ulit si Emi
          </Button>
        </p>
      )}
      {left && !isTyping && !call?.error && !(isPrivate && isInCare(talk.messages, now)) && (
        <Left {...left} />
      )}
    </>
  )
}

/** Whether Emi named lines to call in the last two days. The strip then hides the number of answers left. */
const isInCare = (messages: readonly Message[], now: number) =>
  messages.some(
    ({ sender_id, text, created_at }) =>
      sender_id === emi.id && now - Date.parse(created_at) < careMs && splitNumbers(text).length > 1,
  )

const day = new Intl.DateTimeFormat('fil-PH', { month: 'long', day: 'numeric' })

const Left = ({ left, back }: LeftUses) => (
  <p className={styles.left}>
    {left > 0 ? `${left} pa ang libreng sagot ni Emi.` : 'Ubos na muna ang libreng sagot ni Emi.'}
    {back && ` May babalik sa ${day.format(new Date(back))}.`}
  </p>
)

const Typing = () => (
  <p className={styles.typing}>
    <img src="/emi.svg" alt="" width={22} height={22} />
    Nagsusulat si Emi
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  </p>
)

/** Whether a message has waited long. Before that, fetches a missed answer and repeats a call that a reload cut off. */
function useLate(topic: string, asked: Message | undefined, isBusy: boolean): boolean {
  const [lateFor, setLateFor] = useState<string>()
  const id = isBusy ? undefined : asked?.id
  const look = useEffectEvent(() => {
    if (calls.read(topic)) return lookAgain(topic)
    return void callEmi(topic, asked?.text)
  })
  useEffect(() => {
    if (id === undefined) return undefined
    const timers = [setTimeout(() => look(), soon), setTimeout(() => setLateFor(id), late)]
    return () => timers.forEach(clearTimeout)
  }, [id])
  return id !== undefined && lateFor === id
}
