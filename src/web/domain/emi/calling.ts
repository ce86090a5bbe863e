import { conversationOf, roomTopic } from '../../../shared/talks.ts'
import { noAnswerWords } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { invoke } from '../../lib/supabase.ts'
import { onTalkSent } from '../outbox/waiting.ts'
import { calls, isForEmi, type Call } from './calls.ts'

/** Longest wait for an answer of the server, ms: a language model may take long. */
const patience = 60_000
/** Pauses before the next tries after a lost line or a busy server, ms. */
const pauses = [2_000, 6_000, 15_000, 30_000]

/** The server's answer. `lost`: none came. */
type Said = ({ is: 'done' } | { is: 'refused' | 'failed' | 'busy' | 'lost'; words: string }) & {
  remaining?: number
}

/** The running calls by person and topic. `isAgain`: a message was stored during the call. */
const running = new Map<string, { isAgain: boolean }>()

/** Calls Emi to the reader's unanswered messages of a talk, one call at a time. The server answers a message once. Never rejects. */
export async function callEmi(topic: string, text = ''): Promise<void> {
  const userId = personHere()
  const key = `${userId} ${topic}`
  const before = running.get(key)
  if (before) before.isAgain = true
  if (before || !userId) return
  const call = { isAgain: false }
  running.set(key, call)
  let remaining = calls.read(topic)?.remaining
  const put = (rest: Omit<Call, 'remaining'>) =>
    calls.put(topic, { ...rest, ...(remaining !== undefined && { remaining }) })
  put({ isRunning: true })
  let said: Said
  do {
    call.isAgain = false
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    said = await askUntilHeard(userId, topic, text)
    remaining = said.remaining ?? remaining
  } while (call.isAgain && said.is === 'done' && personHere() === userId)
  running.delete(key)
  if (personHere() !== userId) return
  put({
    isRunning: false,
    ...(said.is !== 'done' && { error: said.words, canRepeat: said.is !== 'refused' }),
  })
}

async function askUntilHeard(userId: string, topic: string, text: string): Promise<Said> {
  for (const pause of [...pauses, undefined]) {
    // oxlint-disable no-await-in-loop -- one after the other
    const said = await ask(userId, topic, text)
    if ((said.is !== 'busy' && said.is !== 'lost') || pause === undefined) return said
    await untilSignal(pause)
    // oxlint-enable no-await-in-loop
    if (personHere() !== userId) return said
  }
  return { is: 'lost', words: noAnswerWords() }
}

/** Waits for the pause. The return of the signal ends it early. */
function untilSignal(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, pause)
    const stop = onSignal(end)
  })
}

async function ask(user_id: string, topic: string, message: string): Promise<Said> {
  const conversation_id = conversationOf(topic)
  const about = conversation_id
    ? { contextType: 'dm', conversation_id }
    : { contextType: 'tambayan', conversation_id: topic, wall_id: 'general' }
  try {
    // The server reads the context from the database, so none is sent.
    const body = { message, user_id, ...about, recentContext: '' }
    const answer = await invoke('emebot-chat', body, AbortSignal.timeout(patience))
    return read(answer.status, typeof answer.body === 'object' ? { ...answer.body } : {})
  } catch {
    return { is: 'lost', words: noAnswerWords() }
  }
}

function read(status: number, body: Record<string, unknown>): Said {
  const { success, error, message } = body
  const left = typeof body['remaining'] === 'number' ? { remaining: body['remaining'] } : {}
  if (success === true) return { is: 'done', ...left }
  const told = [error, message].find((words) => typeof words === 'string' && words !== '')
  const words = typeof told === 'string' ? told : `EmeBot error (${status}).`
  const is = [502, 503, 504].includes(status) ? 'busy' : status < 500 ? 'refused' : 'failed'
  return { is, words, ...left }
}

let starts = 0
let stop: (() => void) | undefined

/** Calls Emi whenever the server has stored a message for her, from the outbox too. Returns a function that stops this. */
export function startCalling(): () => void {
  if (starts++ === 0)
    stop = onTalkSent((item) => {
      const { topic, content } = item.row
      // In General an edit may call her too.
      const mayCall = item.destination === 'message' || topic === roomTopic('general')
      if (mayCall && content !== null && isForEmi(topic, content, personHere() ?? ''))
        void callEmi(topic, content)
    })
  return () => {
    if (--starts === 0) stop?.()
  }
}
