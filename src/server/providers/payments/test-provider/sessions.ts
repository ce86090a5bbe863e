import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type TestPayment = {
  id: string
  type: 'payment'
  attributes: {
    amount: number
    currency: string
    status: 'paid' | 'failed'
    disputed: boolean
    livemode: false
    metadata: { pm_reference_number: string | null }
    refunds: {
      id: string
      type: 'refund'
      attributes: { amount: number; payment_id: string; status: string }
    }[]
    source: { id: string; type: string }
    paid_at: number | null
  }
}

/** A session in the provider's own form. */
export type TestSession = {
  id: string
  type: 'checkout_session'
  attributes: {
    checkout_url: string
    cancel_url: string
    success_url: string
    line_items: { name: string; amount: number; currency: string; quantity: number }[]
    livemode: false
    metadata: Record<string, string> | null
    payment_method_types: string[]
    payments: TestPayment[]
    /** Tries that were declined. */
    declined: number
    reference_number: string | null
    status: 'active' | 'expired'
    created_at: number
    paid_at: number | null
  }
}

export type Sessions = {
  find(id: string): TestSession | undefined
  keep(session: TestSession): TestSession
}

export const newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`

/** A payment's id names its session: a session is paid once. */
export const paymentIdOf = (sessionId: string): string => sessionId.replace(/^cs_/, 'pay_')
export const sessionIdOf = (paymentId: string): string => paymentId.replace(/^pay_/, 'cs_')

/** One small file for each session, so that a restart forgets nothing. Reads and writes are synchronous: two payments of one session cannot overlap. */
export function openSessions(folder: string): Sessions {
  const fileOf = (id: string) => join(folder, `${id}.json`)
  return {
    find(id) {
      if (!/^cs_[0-9a-f]{24}$/.test(id)) return undefined
      try {
        return JSON.parse(readFileSync(fileOf(id), 'utf8')) as TestSession
      } catch {
        return undefined
      }
    },
    keep(session) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(fileOf(session.id), JSON.stringify(session), { mode: 0o600 })
      return session
    },
  }
}
