import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { PushError, type Browser, type Push } from '../providers/push.ts'
import { startRounds } from './rounds.ts'

const everyMs = 2_000
/** Most pushes that are sent together. */
const atOnce = 20
/** Back-off after the first, second … failure, seconds. Then the push is given up. The next notice queues another. */
const pauses = [60, 300, 1_800, 7_200]

type Deps = {
  db: Db
  push: Push
  log: (line: string) => void
  /** For the metrics: how each attempt ended. */
  count?: (outcome: 'sent' | 'failed' | 'gone') => void
}
type Due = Browser & { id: string; failures: number; wanted: boolean }

/** Stores the origins of push services that the settings add. */
export async function knowPushServices(db: Db, { origins }: Push): Promise<void> {
  await db.asService((tx) => tx.last({ text: 'select app.know_push_services($1)', values: [origins] }))
}

/** Starts the job that sends pushes. Returns the function that stops it. */
export const startPushes = (deps: Deps): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The sending of pushes',
    round: (stopping) => sendPushes(deps, new Date(), stopping),
    log: deps.log,
  })

/** Sends all due pushes. Nodes claim different ones. A claim of a node that stopped ends after a minute. */
export async function sendPushes(deps: Deps, at = new Date(), stopping?: AbortSignal): Promise<void> {
  const text = 'select id, endpoint, p256dh, auth, failures, wanted from app.claim_pushes($1, $2)'
  for (;;) {
    // oxlint-disable no-await-in-loop -- one batch after the other
    const { rows } = await deps.db.asService((tx) => tx.last<Due>({ text, values: [at, atOnce] }))
    await Promise.all(rows.filter(({ wanted }) => wanted).map((due) => sendOne(deps, due, at)))
    // oxlint-enable no-await-in-loop
    if (rows.length < atOnce || stopping?.aborted) return
  }
}

async function sendOne({ db, push, log, count = () => {} }: Deps, due: Due, at: Date): Promise<void> {
  const settle = (text: string, ...values: unknown[]) =>
    db.asService((tx) => tx.last({ text, values: [due.id, ...values] }))
  try {
    await push.send(due)
  } catch (error) {
    if (error instanceof PushError && error.isGone) {
      count('gone')
      await settle('delete from public.push_subscriptions where id = $1')
      return
    }
    count('failed')
    const pause = pauses[due.failures]
    const reason = error instanceof PushError ? error.reason : describeFault(error)
    log(`A push failed (attempt ${due.failures + 1}): ${reason}${pause ? '' : '. No more attempts'}`)
    const asked = error instanceof PushError ? error.waitSeconds : 0
    const next = pause ? new Date(at.getTime() + Math.max(pause, asked) * 1_000) : null
    const failures = pause ? due.failures + 1 : 0
    await settle(
      'update public.push_subscriptions set due_at = $2, failures = $3 where id = $1',
      next,
      failures,
    )
    return
  }
  count('sent')
  await settle(
    'update public.push_subscriptions set due_at = null, pushed_at = $2, failures = 0 where id = $1',
    at,
  )
}
