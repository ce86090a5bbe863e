import { expect, it } from 'vitest'
import type { Db, Tx } from '../db/door.ts'
import type { PaymentProvider } from '../providers/payments/provider.ts'
import { createPayments } from './payments.ts'

it('a flood of webhooks leads to a few look-ups at a time, and the rest is left to the job', async () => {
  let running = 0
  let most = 0
  let looked = 0
  const tx: Partial<Tx> = {
    last: async () => ({ rows: [{ id: 'x', session_id: 'cs_1', status: 'paid' }], rowCount: 1 }) as never,
  }
  const db: Partial<Db> = { asService: async (work) => work(tx as Tx) }
  const provider: Partial<PaymentProvider> = {
    isLive: false,
    async find() {
      looked++
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return undefined
    },
  }
  const payments = createPayments({ db: db as Db, provider: provider as PaymentProvider, log: () => {} })
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => payments.work(`evt_${at}`)))
  expect([most, looked]).toEqual([4, 68])
})
