import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { pollLimits } from '../../shared/polls.ts'
import type { Refusal } from '../http/refusal.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'
import { reserveAs } from './reserve.ts'

const noQuestion = 'Please enter a question'
const fewOptions = 'Please provide at least 2 options'
const noTime = 'Hindi mabasa ang oras ng pagsasara ng poll.'

const input = v.strictObject({
  question: v.string(),
  // Blank ones are left out. The database counts the rest.
  options: v.pipe(v.array(v.string()), v.maxLength(100)),
  expires_at: v.nullish(
    v.union([
      v.literal(''),
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.check((time) => !Number.isNaN(Date.parse(time))),
      ),
    ]),
  ),
  id: v.nullish(v.pipe(v.string(), v.uuid())),
})
const sentences = new Map([
  ['question', noQuestion],
  ['options', fewOptions],
  ['expires_at', noTime],
])

const refusals: Partial<Record<string, Refusal>> = {
  premium: refusal(403, 'Para sa Premium ang paggawa ng poll. Puwede ka pa ring bumoto.'),
  question: refusal(400, noQuestion),
  long_question: refusal(400, `Hanggang ${pollLimits.question} letra lang ang tanong.`),
  few: refusal(400, fewOptions),
  many: refusal(400, `Hanggang ${pollLimits.options} sagot lang ang isang poll.`),
  long_option: refusal(400, `Hanggang ${pollLimits.option} letra lang ang isang sagot.`),
  same: refusal(400, 'May dalawang sagot na magkapareho. Ibahin ang isa.'),
  early: refusal(400, 'Dapat bukas ang poll nang kahit 5 minuto. Pumili ng mas huling oras.'),
  late: refusal(400, 'Hanggang isang taon lang puwedeng bukas ang poll.'),
  deleted: refusal(410, 'Nabura na ang poll na ito.'),
  taken: refusal(409, 'Failed to create poll'),
}

/** Creates a poll of a person with Premium. The page may choose its id, so that a request that is sent twice makes one poll. */
export const createPoll: Operation = {
  signedOut: 'No session',
  pace: ['pollAccount', 'postNetwork'],
  async answer({ db }, { request, claims }) {
    const asked = await readInput(request, input, sentences)
    const id = asked.id?.toLowerCase() ?? randomUUID()
    const expiresAt = asked.expires_at ? new Date(asked.expires_at) : null
    const statement = {
      text: 'select app.create_poll($1, $2, $3, $4) as outcome',
      values: [id, asked.question, asked.options, expiresAt],
    }
    const created = await reserveAs<{ outcome: string }>(db, claims, statement, createPoll.signedOut)
    const outcome = created?.outcome ?? ''
    if (outcome !== 'ok') throw refusals[outcome] ?? new Error('create_poll returned an unknown outcome')
    return Response.json({ success: true, id })
  },
}
