import * as v from 'valibot'
import { readInput, type Operation } from './call.ts'

const atOnce = 500

/** Erases what Emi keeps of the caller: the care mode and the whole conversation with her. */
export const forgetEmi: Operation = {
  signedOut: 'Not authenticated',
  pace: ['withdrawAccount', 'writeNetwork'],
  async answer({ db }, { request, claims }) {
    await readInput(request, v.strictObject({}), new Map())
    const erasing = { text: 'select app.forget_emi() as last_seq' }
    const { rows } = await db.as(claims, (tx) => tx.last<{ last_seq: string }>(erasing))
    const values = [claims.sub, rows[0]?.last_seq ?? 0, atOnce]
    const deleting = { text: 'select app.forget_emi_messages($1, $2, $3) as gone', values }
    for (let gone = atOnce; gone === atOnce;) {
      // oxlint-disable-next-line no-await-in-loop -- each transaction leaves room for others
      const deleted = await db.asService((tx) => tx.last<{ gone: string }>(deleting))
      gone = Number(deleted.rows[0]?.gone ?? 0)
    }
    return Response.json({ success: true })
  },
}
