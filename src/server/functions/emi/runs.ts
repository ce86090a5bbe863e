import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/door.ts'
import { describeFault } from '../../http/fault.ts'
import type { Context } from './context.ts'
import { readLines, type Responder } from './responder.ts'

/** `elsewhere`: a run of another node answers. `gone`: the messages were deleted, or Emi may no longer answer them. */
export type Outcome = 'answered' | 'gone' | 'elsewhere' | 'late' | 'failed'

export type Runs = {
  /** Starts a run unless one exists, and waits until it has answered these open turns, or for `patienceMs`. */
  follow(work: { db: Db; topic: string; messages: readonly string[] } & Budget): Promise<Outcome>
  /** Ends the running answers. Their uses are returned. */
  stop(): Promise<void>
}

type Budget = { mayAskModel: () => Promise<boolean> }

export type Pauses = {
  /** Deliberate delay from the start of an answer, ms: until the run reads (0 letters), and until it stores so many letters. */
  typing: (letters: number) => number
  /** Between two answers in a room, ms. */
  betweenAnswers: number
}

export const humanPauses: Pauses = {
  typing: (letters) => Math.min(2_500, 800 + letters * 8),
  betweenAnswers: 4_000,
}

type Options = { responder: Responder; pauses: Pauses; log: (line: string) => void }
type Follower = { left: Set<string>; end: (outcome: Outcome | 'ended') => void }
type Run = { followers: Set<Follower>; done: Promise<void> }
type Work = Budget & { db: Db; topic: string; runner: string; signal: AbortSignal }

/** Less than the minute after which our server closes a silent socket. */
const patienceMs = 45_000
/** A page hides the typing after ten seconds, so the event is repeated before. */
const typingMs = 8_000

/** The runs of one node: one for each talk, which answers turn after turn until none waits. */
export function createRuns(options: Options): Runs {
  const runs = new Map<string, Run>()
  const stopping = new AbortController()

  function start(work: Omit<Work, 'runner' | 'signal'>): Run {
    const followers = new Set<Follower>()
    const tell = (messages: readonly string[]) => {
      for (const { left, end } of followers) {
        for (const id of messages) left.delete(id)
        if (left.size === 0) end('answered')
      }
    }
    const mine = { ...work, runner: randomUUID(), signal: stopping.signal }
    const done = answerAll(options, mine, tell)
      .catch((error: unknown) => {
        options.log(`Emi could not answer: ${describeFault(error)}`)
        return giveUp(mine)
      })
      .then((outcome) => {
        runs.delete(work.topic)
        for (const follower of followers) follower.end(outcome)
      })
    const run = { followers, done }
    runs.set(work.topic, run)
    return run
  }

  const outcomeOf = (run: Run, messages: readonly string[], ms: number) =>
    new Promise<Outcome | 'ended'>((resolve) => {
      const end: Follower['end'] = (outcome) => {
        clearTimeout(timer)
        run.followers.delete(follower)
        resolve(outcome)
      }
      const follower = { left: new Set(messages), end }
      const timer = setTimeout(() => end('late'), ms)
      run.followers.add(follower)
    })

  return {
    async follow({ messages, ...work }) {
      const until = performance.now() + patienceMs
      for (;;) {
        // oxlint-disable no-await-in-loop -- one run after the other
        const run = runs.get(work.topic) ?? start(work)
        const outcome = await outcomeOf(run, messages, until - performance.now())
        if (outcome !== 'ended') return outcome
        // The run may have ended before these turns were made.
        const left = await stateOfTurns(work.db, messages)
        if (left !== 'open') return left
        // oxlint-enable no-await-in-loop
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}

/** Takes the talk and answers until nothing waits in it. */
async function answerAll(
  options: Options,
  work: Work,
  tell: (answered: readonly string[]) => void,
): Promise<Outcome | 'ended'> {
  const { db, topic, runner, signal } = work
  let ms = await call<number | null>(db, 'app.take_emi_talk($1, $2)', topic, runner)
  if (ms === null) return (await isHeld(db, topic)) ? 'elsewhere' : 'ended'
  while (ms !== null) {
    // oxlint-disable no-await-in-loop -- one answer at a time
    await wait(ms, undefined, { signal })
    const answer = await answerOnce(options, work)
    if (!answer) break
    tell(answer.answered)
    ms = answer.wait
    // oxlint-enable no-await-in-loop
  }
  return 'ended'
}

type Settled = { answered: string[]; wait: number | null }

/** Undefined: no turn waited, or another run has the talk. */
async function answerOnce({ responder, pauses }: Options, work: Work): Promise<Settled | undefined> {
  const { db, topic, runner, signal, mayAskModel } = work
  const began = performance.now()
  const until = (ms: number) => wait(Math.max(0, began + ms - performance.now()), undefined, { signal })
  const stopTyping = await showTyping(db, topic)
  try {
    await until(pauses.typing(0))
    const context = await call<Context | null>(db, 'app.claim_emi_turns($1, $2)', topic, runner)
    if (!context) return undefined
    const ask = { mayAskModel, hotlines: () => readLines(db), signal, now: Date.now() }
    const { text, only, isCare, careStartsFor } = await responder.answer(topic, context, ask)
    if (careStartsFor.length > 0) await call(db, 'app.turn_on_care($1, $2, $3)', topic, runner, careStartsFor)
    if (only) await call(db, 'app.claim_only($1, $2, $3)', topic, runner, only)
    await until(pauses.typing(text.length))
    const gap = topic.startsWith('dm-') ? 0 : pauses.betweenAnswers
    const statement = {
      text: 'select answered, wait from app.settle_emi($1, $2, $3, $4, $5, $6)',
      values: [topic, runner, randomUUID(), text, isCare, gap],
    }
    // The room's lock may be busy for longer than usual.
    const { rows } = await db.asService((tx) => tx.last<Settled>(statement), { timeoutMs: 12_000 })
    return rows[0]
  } finally {
    stopTyping()
  }
}

async function showTyping(db: Db, topic: string): Promise<() => void> {
  const show = () => call(db, 'app.show_emi_typing($1)', topic)
  await show()
  const timer = setInterval(() => void show().catch(() => {}), typingMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function giveUp({ db, topic, runner }: Work): Promise<'failed'> {
  // When the database is away, the lease ends after a minute. Report the first error.
  await call(db, 'app.fail_emi($1, $2)', topic, runner).catch(() => {})
  return 'failed'
}

async function call<T>(db: Db, expression: string, ...values: unknown[]): Promise<T> {
  const statement = { text: `select ${expression} as value`, values }
  const { rows } = await db.asService((tx) => tx.last<{ value: T }>(statement))
  const [row] = rows
  if (!row) throw new Error('A function of Emi returned nothing')
  return row.value
}

const isHeld = (db: Db, topic: string) =>
  call<boolean>(
    db,
    'exists (select from app.emi_talks where topic = $1 and until > clock_timestamp())',
    topic,
  )

async function stateOfTurns(db: Db, messages: readonly string[]): Promise<'answered' | 'gone' | 'open'> {
  const state = `(select case when bool_or(answered_at is null) then 'open' when count(*) = 0 then 'gone' else 'answered' end
    from app.emi_turns where message_id = any ($1))`
  return call(db, state, messages)
}
