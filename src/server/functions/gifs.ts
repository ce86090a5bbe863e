import { countLetters, isBlank } from '../../shared/limits.ts'
import { GifError } from '../providers/gifs/gifs.ts'
import type { Operation } from './call.ts'
import { refusal } from './errors.ts'

/** GIPHY's own bounds. */
const most = { q: 50, limit: 24, offset: 4_999 }

/** Stickers for the picker, in GIPHY's shape: from our own pack, or from GIPHY when the operator set a key. */
export const gifs: Operation = {
  method: 'GET',
  signedOut: 'Not authenticated',
  pace: ['gifAccount', 'writeNetwork'],
  async answer({ db, gifs: provider }, { request, claims }) {
    const asked = readQuery(new URL(request.url).searchParams)
    // Refuses a session that has ended: its token alone would still pass.
    await db.as(claims, (tx) => tx.last({ text: 'select 1' }))
    try {
      const { data, total } = await provider.find(asked, request.signal)
      return Response.json({
        data,
        pagination: { total_count: total, count: data.length, offset: asked.offset },
        meta: { status: 200, msg: 'OK' },
      })
    } catch (error) {
      if (!(error instanceof GifError)) throw error
      throw refusal(502, 'GIFs failed to load')
    }
  },
}

function readQuery(query: URLSearchParams) {
  const names = [...query.keys()]
  const wrong = names.find(
    (name, at) => !['kind', 'q', 'limit', 'offset'].includes(name) || names.indexOf(name) !== at,
  )
  if (wrong !== undefined) throw wrongParameter(wrong)
  const kind = query.get('kind')
  const q = query.get('q')
  if (kind !== 'trending' && kind !== 'search') throw wrongParameter('kind')
  if ((kind === 'search') !== (q !== null)) throw wrongParameter('q')
  if (q !== null && (isBlank(q) || countLetters(q) > most.q)) {
    throw refusal(400, `Hanggang ${most.q} letra lang ang hahanapin, at hindi puwedeng wala.`)
  }
  const limit = readNumber(query, 'limit', 12)
  if (limit < 1) throw wrongParameter('limit')
  return { q: q?.trim(), limit, offset: readNumber(query, 'offset', 0) }
}

function readNumber(query: URLSearchParams, name: 'limit' | 'offset', usual: number): number {
  const given = query.get(name)
  if (given === null) return usual
  if (!/^\d{1,4}$/.test(given) || Number(given) > most[name]) throw wrongParameter(name)
  return Number(given)
}

const wrongParameter = (name: string) =>
  refusal(400, `The parameter "${name.slice(0, 60).toWellFormed()}" is missing, unknown or wrong.`)
