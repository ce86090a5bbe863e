import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { startRounds } from './rounds.ts'

const everyMs = 10 * 60_000
/** Rows of a kind that one transaction deletes. */
const atOnce = 1_000

/** Each statement deletes or folds some rows and returns their number. $1: time of the round, $2: most rows, $3: days that a use counts. */
const steps = {
  'sessions, mail tokens and limits': 'select auth.prune($1, $2) as gone, $3::int',
  'used challenges': `with gone as (delete from auth.used_challenges where ctid = any (array(
      select ctid from auth.used_challenges where expires_at < $1 limit $2 for update skip locked)) returning 1)
    select count(*) as gone, $3::int from gone`,
  'log-ins at providers': 'select auth.forget_flows($1, $2) as gone, $3::int',
  events: 'select realtime.prune($1, $2) as gone, $3::int',
  'uses of AI Refine': `select app.forget_uses('refinement', $3, $1, $2) as gone`,
  'uses of Emi': `select app.forget_uses('emi', $3, $1, $2) as gone`,
  'turns of Emi': 'select app.forget_emi_turns($1, $2) as gone, $3::int',
  'counts of past days': 'select app.fold_analytics($1, $2) as gone, $3::int',
  'files of talks': 'select app.forget_uploads($1, $2) as gone, $3::int',
  'new votes on polls': 'select app.gather_votes($2) as gone, $1::timestamptz, $3::int',
  'votes on deleted polls': 'select app.forget_votes($1, $2) as gone, $3::int',
  'payments that are over': 'select app.forget_payments($1, $2) as gone, $3::int',
  'messages of the contact form': 'select app.forget_contact($1, $2) as gone, $3::int',
  'proofs of payment': 'select app.forget_proofs($1, $2) as gone, $3::int',
  'spent ids': 'select app.forget_spent($1, $2) as gone, $3::int',
}

type Options = { quotaDays?: number; log?: (line: string) => void; stopping?: AbortSignal }

export const startRetention = (
  db: Db,
  quotaDays: number,
  log: (line: string) => void,
): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The clean-up',
    round: (stopping) => removeExpired(db, new Date(), { quotaDays, log, stopping }),
    log,
  })

/**
 * Runs one round in short transactions. A step that fails is logged and stops no other. Concurrent nodes take different rows.
 * `quotaDays` 0: uses count for ever.
 */
export async function removeExpired(
  db: Db,
  at = new Date(),
  { quotaDays = 0, log = () => {}, stopping }: Options = {},
): Promise<void> {
  for (const [name, text] of Object.entries(steps)) {
    // oxlint-disable-next-line no-await-in-loop -- one short transaction at a time
    await runStep(db, { text, values: [at, atOnce, quotaDays] }, stopping).catch((error: unknown) =>
      log(`The clean-up of ${name} failed. The next round tries again: ${describeFault(error)}`),
    )
  }
}

async function runStep(
  db: Db,
  statement: { text: string; values: unknown[] },
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each transaction leaves room for others
    const { rows } = await db.asService((tx) => tx.last<{ gone: string }>(statement))
    if (Number(rows[0]?.gone ?? 0) === 0 || stopping?.aborted) return
  }
}
