import { pageOfPolls, type Poll } from '../../shared/polls.ts'
import type { Claims, Db, Result } from '../db/door.ts'
import { compress } from '../http/compress.ts'
import type { Operation } from './call.ts'
import { refusal } from './errors.ts'

type Row = Omit<Poll, 'expires_at' | 'created_at'> & {
  seq: string
  expires_at: Date | null
  created_at: Date
}

const shown = `select seq, id, user_id, question, options, vote_counts, total_votes, has_voted, user_vote_index, voter_id, expires_at,
    is_open, created_at, creator_codename, creator_avatar_url, creator_is_premium
  from app.shown_polls as p`
// A generic plan finds the cursor in the index too.
const page = `${shown} where p.seq < coalesce($1::bigint, 9223372036854775807) order by p.seq desc limit ${pageOfPolls + 1}`
const voted = `${shown} where p.id = any (array(
    select v.poll_id from public.poll_votes as v where v.user_id = auth.uid() order by v.created_at desc limit ${pageOfPolls}))
  order by p.seq desc`

/** The newest polls, and those of the caller's newest votes; with `before`, older ones. For visitors too. */
export const fetchPolls: Operation = {
  method: 'GET',
  visitors: true,
  signedOut: 'No session',
  async answer({ db }, { request, claims }) {
    const before = readBefore(new URL(request.url).searchParams)
    const found = await find(db, claims, before)
    const text = JSON.stringify({ success: true, ...found })
    const { body, headers } = await compress(text, request.headers.get('accept-encoding'))
    return new Response(body, { headers: { 'content-type': 'application/json', ...headers } })
  },
}

async function find(db: Db, claims: Claims, before: string | null) {
  const hasOwn = claims.role === 'authenticated' && before === null
  return db.as(
    claims,
    async (tx) => {
      const own: Promise<Result<Row>> = hasOwn ? tx.query({ text: voted }) : Promise.resolve(none)
      const paged = await tx.last<Row>({ text: page, values: [before] })
      const newest = paged.rows.slice(0, pageOfPolls)
      const known = new Set(newest.map(({ id }) => id))
      const older = (await own).rows.filter(({ id }) => !known.has(id))
      return {
        polls: [...newest, ...older].map(toPoll),
        next: paged.rows.length > pageOfPolls ? (newest.at(-1)?.seq ?? null) : null,
      }
    },
    { readOnly: true },
  )
}

function toPoll({ seq: _seq, ...poll }: Row) {
  return poll
}

const none = { rows: [], rowCount: 0 }

/** The parameter `before`. Clients add another one against caches: its value is a time in ms or a random number. */
function readBefore(query: URLSearchParams): string | null {
  for (const [name, value] of query) {
    const isRight = name === 'before' ? /^\d{1,18}$/.test(value) : /^(\d{12,}|0?\.\d+)$/.test(value)
    if (!isRight || query.getAll(name).length > 1)
      throw refusal(400, `The parameter "${name.slice(0, 60).toWellFormed()}" is missing, unknown or wrong.`)
  }
  return query.get('before')
}
