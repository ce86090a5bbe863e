/**
 * /rest/v1: PostgREST's protocol as `@supabase/postgrest-js` 2.119 speaks it, in the part that the product needs (docs/wire.md). A request
 * is parsed (parse), checked against the catalogue (plan) and compiled to one statement (sql). PostgreSQL's grants and policies decide what
 * the caller may see and change.
 * Left out on purpose, and refused by name: embedding, functions, aggregates, casts, JSON paths, full-text and regular expressions, plans,
 * CSV, the OpenAPI document, other schemas, PUT.
 */
import type { Claims, Db, Result, Statement } from '../db/door.ts'
import { readJsonText } from '../http/body.ts'
import { fairDb, inTurn, turnKeyOf } from '../http/fair-db.ts'
import type { Keys } from '../http/keys.ts'
import { createLimiter } from '../http/limiter.ts'
import { writeLimits, type LimitMode } from '../http/limits.ts'
import type { TurnKey } from '../http/turns.ts'
import { refusal, tooMany, toResponse } from './errors.ts'
import { parseRelation, parseRequest, type Query } from './parse.ts'
import { findRelation, planChange, planInsert, planRead } from './plan.ts'
import { answerChange, answerInsert, answerRead, requireSingle } from './respond.ts'
import type { Relation, Schema } from './schema.ts'
import { changeStatement, insertStatement, readStatement, type Answer } from './sql.ts'
import { mayWalk } from './walks.ts'

type Deps = {
  db: Db
  schema: Schema
  keys: Pick<Keys, 'secret'>
  /** `relaxed` is for tests and load generators. */
  limits: LimitMode
  clock?: (() => number) | undefined
}

const visitorTimeoutMs = 1_000
const timeoutMs = 3_000

export function restGateway({
  db,
  schema,
  keys: { secret },
  limits: mode,
  clock = Date.now,
}: Deps): (request: Request, claims: Claims, from?: string) => Promise<Response> {
  const share = shareReads()
  return async (request, claims, from = 'unknown') => {
    const key = turnKeyOf(claims, from)
    try {
      const relation = findRelation(parseRelation(request), request.method, schema)
      const query = parseRequest(request)
      if (query.method !== 'GET' && query.method !== 'HEAD') {
        const { method } = query
        const ofCaller = fairDb(db, key, tooBusy)
        const limiter = createLimiter({ db: ofCaller, secret, mode, refuse: tooMany })
        const paced: Paced = (columns) => ({
          async as(...asked) {
            const { paces, columns: own = {} } = writeLimits[relation.name] ?? { paces: {} }
            const [pace, account, now] = [paces[method], claims.sub, new Date(clock())]
            if (pace && account !== undefined) {
              const buckets = columns
                .flatMap(({ name }) => own[name] ?? [])
                .map((name) => [name, account] as const)
              if (buckets.length > 0) await limiter.take(now, ...buckets)
              return limiter.pacedDb(now, pace, account, from).as(...asked)
            }
            return ofCaller.as(...asked)
          },
        })
        return await write(paced, query, relation, claims, request)
      }
      const plan = planRead(query, relation, claims.role)
      const statement = readStatement(plan, {
        head: query.method === 'HEAD',
        counted: query.prefer.count,
        single: query.single,
      })
      // Shared behind the queue: nobody waits in another network's lane for the same read.
      const answer = await inTurn(
        db,
        mayWalk(plan, query.prefer.count) ? amongWalks(key) : key,
        tooBusy,
        () => share(claims, statement, () => read(db, claims, statement)),
      )
      return await answerRead(query, answer, request.headers.get('accept-encoding'))
    } catch (error) {
      return toResponse(error, claims.role)
    }
  }
}

const tooBusy = () =>
  refusal(503, 'PGRST003', 'Too many requests of this account or network wait for the database')

/** Few walks run at a time: a few accounts that sorted all comments in loops took every connection. */
const amongWalks = (key: TurnKey): TurnKey => ({ ...key, groups: [...(key.groups ?? []), 'walks'] })

async function read(db: Db, claims: Claims, statement: Statement): Promise<Answer> {
  const { rows } = await db.as(claims, (tx) => tx.last<Answer>(statement), {
    readOnly: true,
    timeoutMs: claims.role === 'anon' ? visitorTimeoutMs : timeoutMs,
  })
  return rows[0] ?? nothing
}

/**
 * Visitors have equal rights, so their equal concurrent reads run once: a popular link costs one query at a time. Nothing is cached
 * afterwards. Reads with a session are never shared.
 */
function shareReads(): (
  claims: Claims,
  statement: Statement,
  work: () => Promise<Answer>,
) => Promise<Answer> {
  const flying = new Map<string, Promise<Answer>>()
  return (claims, { text, values }, work) => {
    if (claims.role !== 'anon') return work()
    const key = JSON.stringify([claims, text, values])
    const same = flying.get(key)
    if (same) return same
    const answer = work().finally(() => flying.delete(key))
    flying.set(key, answer)
    return answer
  }
}

/** The door of a write, which takes its points first. */
type Paced = (columns: readonly { name: string }[]) => Pick<Db, 'as'>

async function write(
  paced: Paced,
  query: Query,
  relation: Relation,
  claims: Claims,
  request: Request,
): Promise<Response> {
  if (query.method === 'DELETE') {
    const plan = planChange(query, relation, claims.role)
    return answerChange(query, await run(paced([]), query, claims, changeStatement(plan, query.single)))
  }
  const body = await readJsonText(request)
  if (query.method === 'PATCH') {
    const plan = planChange(query, relation, claims.role, body)
    // An empty change: the reference answers as for no matching row.
    const done = plan.set?.columns.length
      ? await run(paced(plan.set.columns), query, claims, changeStatement(plan, query.single))
      : checkNumber(query, nothing)
    return answerChange(query, done)
  }
  const plan = planInsert(query, relation, claims.role, body)
  const single = query.single && query.prefer.return === 'representation'
  const done =
    plan.count === 0
      ? checkNumber(query, nothing)
      : await run(paced(plan.columns), query, claims, insertStatement(plan, single))
  return answerInsert(query, relation, done)
}

const nothing: Answer = { body: '[]', rows: 0 }

async function run(db: Pick<Db, 'as'>, query: Query, claims: Claims, statement: Statement): Promise<Answer> {
  const checked = query.single || query.prefer.maxAffected !== undefined
  return db.as(
    claims,
    async (tx) => {
      if (!checked) return answerOf(await tx.last<Answer>(statement))
      return checkNumber(query, answerOf(await tx.query<Answer>(statement)))
    },
    { timeoutMs: claims.role === 'anon' ? visitorTimeoutMs : timeoutMs },
  )
}

function answerOf({ rows, rowCount }: Result<Answer>): Answer {
  return rows[0] ?? { body: null, rows: rowCount }
}

function checkNumber(query: Query, answer: Answer): Answer {
  requireSingle(query, answer.rows)
  const { maxAffected } = query.prefer
  if (maxAffected !== undefined && answer.rows > maxAffected) {
    const message = 'Query result exceeds max-affected preference constraint'
    throw refusal(400, 'PGRST124', message, `The query affects ${answer.rows} rows`)
  }
  return answer
}
