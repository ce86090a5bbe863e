import * as v from 'valibot'
import { countLetters } from '../../shared/limits.ts'
import { freeLimits } from '../../shared/plans.ts'
import { isSimilar, longestRefine, refinePresets } from '../../shared/refine.ts'
import type { Claims, Db } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { ModelError } from '../providers/ai/model-error.ts'
import { RefineError } from '../refine/refine-error.ts'
import { readInput, type Operation } from './call.ts'
import type { Refusal } from '../http/refusal.ts'
import { refusal } from './errors.ts'
import { refusalOfUse, reserveAs } from './reserve.ts'

const input = v.strictObject({
  preset: v.picklist(refinePresets),
  text: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== ''),
  ),
})
const sentences = new Map([
  ['preset', 'Pumili muna kung ano ang gagawin sa sinulat mo.'],
  ['text', 'Wala pang nakasulat.'],
])
const failed = 'Something went wrong. Please try again.'
const busy = 'Maraming nagpapa-refine ngayon. Subukan ulit maya-maya.'
const tooLong = `Hanggang ${longestRefine.toLocaleString('en')} letra lang ang kaya ng AI Refine. Pumili ng bahagi ng sinulat mo.`

/** Refines a text. A use is reserved first and settled afterwards. An error, a caller who leaves and an unchanged text cost nothing. */
export const aiRefineText: Operation = {
  signedOut: 'Not authenticated',
  pace: ['refineAccount', 'writeNetwork'],
  async answer({ db, refiner, quotaDays }, { request, claims }) {
    const { text, preset } = await readAsked(request)
    const use = await reserve(db, claims, quotaDays)
    let isKept = false
    try {
      const refined = await refiner.refine(text, preset, request.signal)
      const isChanged = !isSimilar(text, refined)
      request.signal.throwIfAborted()
      if (isChanged && !(await settle(db, use.id))) throw await withoutUse(db, claims)
      isKept = isChanged
      const remaining = use.remaining === null || isChanged ? use.remaining : use.remaining + 1
      return Response.json({ success: true, refined, is_similar: !isChanged, remaining, by: refiner.by })
    } catch (error) {
      throw toRefusal(error, request.signal)
    } finally {
      if (!isKept) await giveBack(db, use.id)
    }
  },
}

async function readAsked(request: Request): Promise<v.InferOutput<typeof input>> {
  try {
    const asked = await readInput(request, input, sentences)
    if (countLetters(asked.text) > longestRefine) throw refusal(400, tooLong)
    return asked
  } catch (error) {
    if (error instanceof BodyError && error.reason === 'too_large') throw refusal(413, tooLong)
    throw error
  }
}

type Reserved = { use_id: string | null; refusal: string | null; remaining: number | null }

async function reserve(db: Db, claims: Claims, days: number) {
  const text = `select use_id, refusal, remaining from app.reserve_use('refinement', $1, $2)`
  const values = [freeLimits.refinements, days]
  const reserved = await reserveAs<Reserved>(db, claims, { text, values }, aiRefineText.signedOut)
  if (reserved?.use_id) return { id: reserved.use_id, remaining: reserved.remaining }
  throw refusalOfUse(reserved?.refusal ?? '', {
    free: `${freeLimits.refinements} libreng AI Refine mo`,
    days,
    busy: 'May nire-refine pa para sa iyo. Hintayin muna natin iyon.',
    pace: 'Ang dami nang na-refine nitong huling oras. Pahinga muna tayo sandali.',
  })
}

async function settle(db: Db, id: string): Promise<boolean> {
  const statement = { text: `select app.settle_use('refinement', $1) as settled`, values: [id] }
  const { rows } = await db.asService((tx) => tx.last<{ settled: boolean | null }>(statement))
  return rows[0]?.settled === true
}

/** The use was deleted with its account, or returned because it was settled too late. */
async function withoutUse(db: Db, { sub }: Claims): Promise<Refusal> {
  const statement = { text: 'select from auth.users where id = $1', values: [sub] }
  const { rowCount } = await db.asService((tx) => tx.last(statement))
  return rowCount ? refusal(502, failed) : refusal(401, aiRefineText.signedOut)
}

async function giveBack(db: Db, id: string): Promise<void> {
  const statement = { text: `select app.return_use('refinement', $1)`, values: [id] }
  // When the database is away, a job returns the use later. Report the first error.
  await db.asService((tx) => tx.last(statement)).catch(() => {})
}

function toRefusal(error: unknown, signal: AbortSignal): unknown {
  // The caller has left. 499 is nginx's status for that, for the metrics.
  if (signal.aborted) return refusal(499, failed)
  if (!(error instanceof RefineError || error instanceof ModelError)) return error
  if (error.kind === 'needs_model') {
    const words =
      'Kailangan ng language model para sa pagsasalin, at walang naka-set up dito. Hindi ito nabawas sa gamit mo.'
    return refusal(422, words)
  }
  if (error.kind === 'busy') return refusal(503, busy, { 'retry-after': '5' })
  return refusal(error.kind === 'slow' ? 504 : 502, failed)
}
