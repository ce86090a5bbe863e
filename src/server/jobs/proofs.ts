import type { Db } from '../db/door.ts'
import type { Mailing } from '../mail/queued-mail.ts'
import { tellOperator } from '../mail/tell-operator.ts'
import { startRounds } from './rounds.ts'

const everyMs = 5 * 60_000
/** A page calls `manual-payments-notify` right after the insert. A lost connection keeps the call from the server. */
const patienceMs = 5 * 60_000
/** A flood of proofs must not become a flood of mails. */
const atOnce = 10

type Deps = { db: Db; mailing: Mailing }

/** Starts the job that mails the operator about payments whose page did not. Returns the function that stops it. */
export const startProofs = (deps: Deps, log: (line: string) => void): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The mailing about payments',
    round: (stopping) => notifyMissed(deps, stopping),
    log,
  })

export async function notifyMissed({ db, mailing }: Deps, stopping?: AbortSignal): Promise<void> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ id: string }>({
        text: `select id from public.manual_payments
          where status = 'pending' and notified_at is null and created_at < $1 order by created_at limit $2`,
        values: [new Date(mailing.now().getTime() - patienceMs), atOnce],
      }),
    { readOnly: true },
  )
  for (const { id } of rows) {
    if (stopping?.aborted) return
    // oxlint-disable-next-line no-await-in-loop -- one short transaction at a time
    await tellOperator(db, mailing, id)
  }
}
