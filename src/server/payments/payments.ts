import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { PaymentError, type PaymentProvider } from '../providers/payments/provider.ts'
import { checkoutOf, endEvent } from './events.ts'
import { judge, type Checkout, type Verdict } from './judge.ts'

export type Payments = {
  readonly provider: PaymentProvider
  /** Asks the provider about a checkout and applies the answer. Resolves to the new status when it changed. Throws `PaymentError`. */
  look(checkoutId: string, eventId?: string): Promise<string | undefined>
  /** Works on a stored event, in its turn. The job tries again after a failure, which is logged, and when too many wait. */
  work(eventId: string): Promise<void>
  /** Resolves when nothing is under way. */
  stop(): Promise<void>
}

type Deps = {
  db: Db
  provider: PaymentProvider
  /** Lines for the operator: ids of checkouts, and no person. */
  log: (line: string) => void
  /** For the metrics: the new status of a checkout. */
  count?: (status: string) => void
}

type Begun = Checkout & { look: number; is_old: boolean; is_left: boolean; status: string }

/** Checkouts and what becomes of them. Only the provider's own answer to a look-up grants a term, and only for the sum that we asked. */
export function createPayments({ db, provider, log, count = () => {} }: Deps): Payments {
  const under = new Set<Promise<void>>()
  const full = new PaymentError('too many wait')
  const turns = createTurns({ ...turnLimits.lookups, refuse: () => full })

  async function look(id: string, eventId?: string): Promise<string | undefined> {
    const begun = await beginLook(db, id)
    if (!begun?.session_id) {
      // The server that asked for the session has not stored it yet, or never will.
      if (begun?.is_old && eventId) await endEvent(db, eventId)
      return undefined
    }
    if (begun.status === 'open' && (begun.is_old || begun.is_left)) await provider.expire(begun.session_id)
    const verdict = await ask(provider, begun)
    const { status, is_orphan: isOrphan } = await settle(db, begun, verdict, eventId)
    if (status) count(status)
    if (verdict.wrong)
      log(
        `Payments: the session of checkout ${id} has another ${verdict.wrong}. It grants nothing: look it up.`,
      )
    if (status === 'paid' && isOrphan)
      log(`Payments: checkout ${id} was paid after its account was deleted: refund it.`)
    return status ?? undefined
  }

  async function workOn(eventId: string): Promise<void> {
    try {
      const id = await checkoutOf(db, eventId)
      await (id ? look(id, eventId) : endEvent(db, eventId))
    } catch (error) {
      log(`Payments: a look-up failed, and a job tries again: ${reasonOf(error)}`)
    }
  }

  return {
    provider,
    look,
    work(eventId) {
      const working = turns({}, () => workOn(eventId))
        // Only a full queue rejects.
        .catch(() => {})
        .finally(() => under.delete(working))
      under.add(working)
      return working
    },
    async stop() {
      await Promise.all(under)
    },
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof PaymentError ? error.message : describeFault(error)

async function beginLook(db: Db, id: string): Promise<Begun | undefined> {
  const text = `update public.payments set looks = looks + 1 where id = $1
    returning id, plan, amount, currency, session_id, status, looks as look, user_id is null as is_left,
      created_at < now() - interval '1 day' as is_old`
  const { rows } = await db.asService((tx) => tx.last<Begun>({ text, values: [id] }))
  return rows[0]
}

async function ask(provider: PaymentProvider, begun: Begun): Promise<Verdict> {
  const session = await provider.find(begun.session_id ?? '')
  if (session) return judge(begun, session, provider.isLive)
  // A new session may not be known everywhere yet. One that was never paid is given up after a day.
  return { outcome: begun.is_old ? 'expired' : 'open' }
}

type Settled = { status: string | null; is_orphan: boolean }

async function settle(db: Db, { id, look }: Begun, verdict: Verdict, eventId?: string): Promise<Settled> {
  const { outcome, payment } = verdict
  const text = 'select status, is_orphan from app.settle_look($1, $2, $3, $4, $5, $6, $7)'
  const values = [id, look, outcome, payment?.id, payment?.method, payment?.paidAt, eventId]
  const { rows } = await db.asService((tx) => tx.last<Settled>({ text, values }))
  return rows[0] ?? { status: null, is_orphan: false }
}
