import type { Db } from '../db/door.ts'
import { reasonOf, type Payments } from '../payments/payments.ts'
import { startRounds } from './rounds.ts'

const everyMs = 30_000
/** Look-ups of one batch, one after the other: PayMongo refuses more than 100 a second. */
const atOnce = 20

type Deps = { db: Db; payments: Payments; log: (line: string) => void }

/** Starts the job that asks the provider again: about events that a node did not finish, and about checkouts whose webhook may be lost. */
export const startReconciliation = (deps: Deps): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The reconciliation of payments',
    round: (stopping) => reconcile(deps, new Date(), stopping),
    log: deps.log,
  })

/** Runs one round. Nodes claim different rows. A row whose look-up fails is due again in some minutes. */
export async function reconcile(
  { db, payments, log }: Deps,
  at = new Date(),
  stopping?: AbortSignal,
): Promise<void> {
  const claimEvents = { text: 'select app.claim_payment_events($1, $2) as id', values: [at, atOnce] }
  const claimCheckouts = {
    text: 'select app.claim_checkouts($1, $2, $3) as id',
    values: [at, atOnce, payments.provider.by],
  }
  await claimAndWork(db, claimEvents, (id) => payments.work(id), stopping)
  const look = (id: string) =>
    payments
      .look(id)
      .catch((error: unknown) => log(`Payments: a look-up failed, and is due again: ${reasonOf(error)}`))
  await claimAndWork(db, claimCheckouts, look, stopping)
}

async function claimAndWork(
  db: Db,
  claim: { text: string; values: unknown[] },
  work: (id: string) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  const worked = new Set<string>()
  for (;;) {
    // oxlint-disable no-await-in-loop -- one look-up after the other
    const { rows } = await db.asService((tx) => tx.last<{ id: string }>(claim))
    for (const { id } of rows) {
      if (stopping?.aborted) return
      await work(id)
    }
    // oxlint-enable no-await-in-loop
    // The clock of this node may be ahead of the database's: then a row is due again at once.
    if (rows.length < atOnce || rows.some(({ id }) => worked.has(id))) return
    for (const { id } of rows) worked.add(id)
  }
}
