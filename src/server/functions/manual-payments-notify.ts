import * as v from 'valibot'
import { tellOperator } from '../mail/tell-operator.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'

const input = v.strictObject({ manual_payment_id: v.pipe(v.string(), v.uuid()) })

/** Mails the operator that the caller's payment waits. A second call sends nothing. In a flood of proofs the job mails later. */
export const manualPaymentsNotify: Operation = {
  signedOut: 'Please sign in first.',
  pace: ['proofAccount', 'writeNetwork'],
  async answer({ db, mailing, shared }, { request, claims }) {
    const { manual_payment_id: id } = await readInput(request, input, new Map())
    const { rowCount } = await db.as(
      claims,
      (tx) => tx.last({ text: 'select id from public.manual_payments where id = $1', values: [id] }),
      { readOnly: true },
    )
    if (rowCount === 0) throw refusal(404, 'There is no such payment')
    if (await shared.mayMailOfProof()) await tellOperator(db, mailing, id)
    return Response.json({ success: true })
  },
}
