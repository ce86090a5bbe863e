import * as v from 'valibot'
import type { Refusal } from '../http/refusal.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'

const input = v.strictObject({ poll_id: v.pipe(v.string(), v.uuid()) })

const refusals: Partial<Record<string, Refusal>> = {
  missing: refusal(404, 'Wala na ang poll na ito.'),
  stranger: refusal(403, 'Ang gumawa lang ng poll ang puwedeng magbura nito.'),
  premium: refusal(403, 'Para sa Premium ang pagbura ng poll.'),
}

/** Deletes a poll of the caller, who has Premium. Its votes follow in the clean-up. */
export const deletePoll: Operation = {
  signedOut: 'No session',
  pace: ['editAccount', 'writeNetwork'],
  async answer({ db }, { request, claims }) {
    const { poll_id: poll } = await readInput(request, input, new Map())
    const statement = { text: 'select app.delete_poll($1) as outcome', values: [poll] }
    const { rows } = await db.as(claims, (tx) => tx.last<{ outcome: string }>(statement))
    const outcome = rows[0]?.outcome ?? ''
    if (outcome !== 'ok') throw refusals[outcome] ?? new Error('delete_poll returned an unknown outcome')
    return Response.json({ success: true })
  },
}
