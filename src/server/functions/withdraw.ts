import * as v from 'valibot'
import { readInput, type Operation } from './call.ts'

const input = v.strictObject({ id: v.pipe(v.string(), v.uuid()) })

/** Withdraws the post, entry, comment or message with this id. The id is spent afterwards. */
export const withdraw: Operation = {
  signedOut: 'Not authenticated',
  pace: ['withdrawAccount', 'writeNetwork'],
  async answer({ db }, { request, claims }) {
    const { id } = await readInput(request, input, new Map())
    await db.as(claims, (tx) => tx.last({ text: 'select app.withdraw($1)', values: [id] }))
    return Response.json({ success: true })
  },
}
