import * as v from 'valibot'
import { countLetters, limits } from '../../shared/limits.ts'
import { reportedItemTypes, reportReasons } from '../../shared/reports.ts'
import type { Claims, Db } from '../db/door.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { readInput, type Operation } from './call.ts'
import type { Refusal } from '../http/refusal.ts'
import { refusal } from './errors.ts'

const input = v.strictObject({
  // First in the list: a person reads the first wrong field only.
  reason: v.picklist(reportReasons),
  reported_item_type: v.picklist(reportedItemTypes),
  reported_item_id: v.pipe(v.string(), v.uuid()),
  details: v.nullish(
    v.pipe(
      v.string(),
      v.check((text) => countLetters(text) <= limits.reportDetails),
    ),
  ),
  reporter_id: v.nullish(v.string()),
})

const sentences = new Map([
  ['reason', 'Please select a reason for the report.'],
  ['details', `Details may have at most ${limits.reportDetails} letters.`],
])

const refusals: Partial<Record<string, Refusal>> = {
  missing: refusal(404, 'Failed to submit report.'),
  repeated: refusal(409, 'Na-report mo na ito. Tinitingnan na namin.'),
  too_many: refusal(429, 'Ang dami mo nang na-report ngayon. Subukan ulit mamaya.', { 'retry-after': '600' }),
}

/** Reports a post, a comment, a message or a poll. The database allows one open report per person and item, and thirty an hour. */
export const submitReport: Operation = {
  signedOut: 'You must be logged in to submit a report.',
  pace: ['reportAccount', 'postNetwork'],
  async answer({ db }, { request, claims }) {
    const report = await readInput(request, input, sentences)
    if ((report.reporter_id ?? claims.sub) !== claims.sub) {
      throw refusal(403, 'You can only report as yourself.')
    }
    const outcome = await submit(db, claims, report)
    if (outcome !== 'ok') throw refusals[outcome] ?? new Error('submit_report returned an unknown outcome')
    const message = 'Salamat. Natanggap namin ang report mo, titingnan namin ito.'
    return Response.json({ success: true, message })
  },
}

async function submit(db: Db, claims: Claims, report: v.InferOutput<typeof input>): Promise<string> {
  const { reported_item_type: type, reported_item_id: id, reason, details } = report
  const statement = {
    text: 'select app.submit_report($1, $2, $3, $4) as outcome',
    values: [type, id, reason, details || null],
  }
  try {
    const { rows } = await db.as(claims, (tx) => tx.last<{ outcome: string }>(statement))
    return rows[0]?.outcome ?? ''
  } catch (error) {
    if (meaningOf(error) === 'missing_reference') return 'missing'
    throw error
  }
}
