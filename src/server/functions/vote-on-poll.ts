import * as v from 'valibot'
import type { Statement } from '../db/door.ts'
import type { Refusal } from '../http/refusal.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'
import { reserveAs } from './reserve.ts'

const noOption = 'Wala sa poll na ito ang sagot na pinili mo.'
const input = v.strictObject({
  poll_id: v.pipe(v.string(), v.uuid()),
  option_index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
})
const sentences = new Map([['option_index', noOption]])

const refusals: Partial<Record<string, Refusal>> = {
  missing: refusal(404, 'Wala na ang poll na ito.'),
  closed: refusal(409, 'Sarado na ang botohan dito.'),
  option: refusal(400, noOption),
}

type Voted = { outcome: string; chosen: number | null }

export const voteStatement = (poll: string, option: number): Statement => ({
  text: 'select outcome, chosen from app.vote($1, $2)',
  values: [poll, option],
})

/** Stores the caller's one vote on a poll. The database's clock decides whether the poll is open. */
export const voteOnPoll: Operation = {
  signedOut: 'No session',
  pace: ['voteAccount', 'writeNetwork'],
  paceTravels: true,
  async answer({ db, shared, tally }, { request, claims }) {
    const { poll_id: poll, option_index: option } = await readInput(request, input, sentences)
    const voted = await reserveAs<Voted>(db, claims, voteStatement(poll, option), voteOnPoll.signedOut)
    const { outcome = '', chosen = null } = voted ?? {}
    if (outcome === 'repeated') {
      // A page whose first answer was lost finds its own vote in the field.
      throw refusal(409, 'Nakaboto ka na sa poll na ito.', {}, { user_vote_index: chosen })
    }
    if (outcome !== 'ok') throw refusals[outcome] ?? new Error('app.vote returned an unknown outcome')
    tally.note(shared.db)
    return Response.json({ success: true })
  },
}
