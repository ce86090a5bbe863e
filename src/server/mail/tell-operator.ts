import type { Db } from '../db/door.ts'
import { proofArrived } from './payment-letters.ts'
import { insertMail, operatorLifetime, type Mailing } from './queued-mail.ts'

/** Mails the operator that a payment waits, once for each payment. */
export async function tellOperator(db: Db, mailing: Mailing, id: string): Promise<void> {
  const { queue, secret, operator } = mailing
  const now = mailing.now()
  const isNews = await db.asService(async (tx) => {
    const { rows } = await tx.query<{ user_id: string; plan: string; amount: number }>({
      text: `update public.manual_payments set notified_at = $2
        where id = $1 and status = 'pending' and notified_at is null returning user_id, plan, amount`,
      values: [id, now],
    })
    const payment = rows[0]
    if (!payment) return false
    const letter = proofArrived(operator, { id, ...payment })
    // The mail leaves with the account, and so does the payment.
    const mail = { kind: 'proof', about: id, userId: payment.user_id, content: { letter } } as const
    await tx.query(insertMail(secret, { ...mail, lifetime: operatorLifetime }, now))
    return true
  })
  if (isNews) queue.wake()
}
