import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { listen } from './listen.ts'

/** The caller by the verified token. `role` is one of the three roles that the pool's login may take. */
export type Claims = {
  role: 'anon' | 'authenticated' | 'service_role'
  sub?: string
  session_id?: string
  email?: string
  [claim: string]: unknown
}

export type Statement = {
  text: string
  values?: readonly unknown[]
  /** Never prepared: PostgreSQL plans with the values. For statements whose best plan depends on them. */
  unnamed?: boolean
}
export type Result<Row> = { rows: Row[]; rowCount: number }

export type Tx = {
  /** Sent at once. Statements that are not awaited one by one share a round trip. */
  query<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>
  /** The last statement, with COMMIT in the same round trip. Resolves when committed. Nothing may follow. */
  last<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>
}

type TxOptions = {
  readOnly?: boolean
  /** Longest statement, ms. It may wait a sixth of it for a lock. */
  timeoutMs?: number
  /**
   * Runs first as the service, in a transaction of its own that travels in the same message. When it fails, nothing else runs. A transaction
   * that runs again begins with it.
   */
  before?: Statement
}

export type Db = {
  /**
   * Runs `work` in a transaction. After a deadlock or a serialization failure `work` runs again, a few times: its side effects outside the
   * database must wait for the commit.
   */
  as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  asService<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /**
   * `resumed` is called after a lost connection is back and before its first notification: some were missed. Resolves to a function that
   * stops.
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    resumed?: () => void,
  ): Promise<() => Promise<void>>
  connections(): { most: number; total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** PostgreSQL gave no answer: the connection could not be made or was lost. The commit is unknown. */
export class DatabaseUnavailable extends Error {}

export function isDatabaseError(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && typeof error.code === 'string'
}

const service: Claims = { role: 'service_role' }
const defaultTimeoutMs = 3_000
/** Most runs of one transaction. PostgreSQL finds a deadlock after 200 ms. */
const runs = 4
/** Share of a statement's time that it may wait for a lock: 500 ms of 3 s. A held row blocks others' connections no longer than that. */
const lockShare = 1 / 6
/** Random pause that grows with each run: the winner needs time to pass the point of conflict. */
const pauseMs = 50
const longestNamed = 2_000

// The set-up statement checks the session before the role switches. An ended session, a ban or a deletion thus refuses every transaction at
// once (threat 11), at the cost of one index look-up in the same round trip.
const settings = `set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true),
  set_config('lock_timeout', $3, true), set_config('role', $4, true)`
const begin = { name: 'begin', text: 'begin' }
const beginReadOnly = { name: 'begin_read_only', text: 'begin read only' }
const commit = { name: 'commit', text: 'commit' }
const rollback = { name: 'rollback', text: 'rollback' }
const enter = { name: 'enter', text: `select ${settings}` }
const enterSession = {
  name: 'enter_session',
  text: `select app.check_session($5, $6), ${settings}`,
}

/** The only door to the database: the pool's login has no rights until a transaction sets role and claims. */
export function openDoor(connection: PoolConfig, poolSize = 16): Db {
  const pool = new Pool({
    connectionTimeoutMillis: 3_000,
    ...connection,
    max: poolSize,
    keepAlive: true,
  })
  // The pool replaces an idle connection that breaks. Without a listener Node would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = nameStatements()
  const as: Db['as'] = async (claims, work, options = {}) => {
    for (let run = 1; ; run++) {
      // oxlint-disable no-await-in-loop -- each run waits for the end of the one before it
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailable('PostgreSQL cannot be reached', { cause: error })
      })
      try {
        return await runTransaction(client, claims, work, options, names)
      } catch (error) {
        if (run === runs || !lostToAnother(error)) throw error
      }
      await wait(pauseMs * run * (1 + Math.random()))
      // oxlint-enable no-await-in-loop
    }
  }
  return {
    as,
    asService: (work, options) => as(service, work, options),
    listen: (channel, heard, resumed) => listen(connection, channel, heard, resumed),
    connections: () => ({
      most: poolSize,
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

async function runTransaction<T>(
  client: PoolClient,
  claims: Claims,
  work: (tx: Tx) => Promise<T>,
  options: TxOptions,
  names: Names,
): Promise<T> {
  const pipeline = openPipeline(client, options.timeoutMs ?? defaultTimeoutMs)
  const started = [
    ...(options.before ? sendAlone(pipeline, options.before, names) : []),
    pipeline.send(options.readOnly ? beginReadOnly : begin),
    pipeline.send(setUp(claims, options)),
  ]
  let ended: Promise<QueryResult> | undefined
  const send = async <Row extends object>(statement: Statement): Promise<Result<Row>> => {
    if (ended) throw new Error('The transaction has already run its last statement')
    const result = await pipeline.send(queryOf(statement, claims.role, names))
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
  }
  const tx: Tx = {
    query: (statement) => heeded(send(statement)),
    last<Row extends object>(statement: Statement) {
      const answer = send<Row>(statement)
      ended = pipeline.send(commit)
      return heeded(both(answer, ended))
    },
  }
  // A separate function: work that throws before its first promise must still release the connection.
  const [working, ...begun] = await Promise.allSettled([(async () => work(tx))(), ...started])
  // The set-up's refusal comes first. The later statements only report an aborted transaction.
  const refused = [...begun, working].find((step) => step.status === 'rejected')
  await endTransaction(client, pipeline, ended, refused?.reason)
  if (working.status === 'rejected') throw working.reason
  return working.value
}

type Names = (role: string, text: string) => string | undefined

function queryOf({ text, values = [], unnamed }: Statement, role: string, names: Names): QueryConfig {
  const name = unnamed ? undefined : names(role, text)
  return { text, values: [...values], ...(name ? { name } : {}) }
}

function sendAlone(pipeline: Pipeline, statement: Statement, names: Names): Promise<QueryResult>[] {
  const queries = [begin, setUp(service, {}), queryOf(statement, service.role, names), commit]
  return queries.map((query) => pipeline.send(query))
}

/** A pipelined statement may fail while the work awaits an earlier one. That rejection must not end the process. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** The statement's refusal says more than the ROLLBACK in place of COMMIT. */
async function both<T>(answer: Promise<T>, end: Promise<unknown>): Promise<T> {
  const [answered, ended] = await Promise.allSettled([answer, end])
  if (answered.status === 'rejected') throw answered.reason
  if (ended.status === 'rejected') throw ended.reason
  return answered.value
}

async function endTransaction(
  client: PoolClient,
  pipeline: Pipeline,
  ended: Promise<QueryResult> | undefined,
  thrown: unknown,
): Promise<void> {
  let error = thrown
  try {
    const ending = ended ?? pipeline.send(error === undefined ? commit : rollback)
    const end = await ending.catch((cause: unknown) => {
      // A refused batch has skipped COMMIT, so the transaction is still open.
      error ??= cause
      return pipeline.send(rollback)
    })
    if (end.command !== 'COMMIT') error ??= new Error('The transaction was rolled back')
  } catch (cause) {
    error ??= cause
  }
  const lost = isConnectionLoss(error)
  client.release(lost)
  if (lost) throw new DatabaseUnavailable('The connection to PostgreSQL was lost', { cause: error })
  if (error !== undefined) throw error
}

function setUp(claims: Claims, options: TxOptions): QueryConfig {
  const { timeoutMs = defaultTimeoutMs } = options
  const values = [
    JSON.stringify(claims),
    String(timeoutMs),
    String(Math.ceil(timeoutMs * lockShare)),
    claims.role,
  ]
  if (claims.role !== 'authenticated') return { ...enter, values }
  return { ...enterSession, values: [...values, claims.session_id ?? null, claims.sub ?? null] }
}

/**
 * True for errors that PostgreSQL raises because of a concurrent transaction, e.g. a comment deleted together with its post. The
 * transaction was undone and can pass when it runs again.
 */
function lostToAnother(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001')
}

function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(57P0[123]|08)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    /Connection terminated|not queryable|ECONN|EPIPE|Client was closed/.test(error.message)
  )
}

/**
 * Names for prepared statements. A shape gets a name on its 5th use, and at most 400 shapes have one: PostgreSQL keeps a plan per name and
 * connection, and a stranger can invent endless shapes. Long texts get none: a hundred conditions cost hundreds of kilobytes per
 * connection. The role is part of the name, because plans hold its policies.
 */
function nameStatements(): Names {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (role, text) => {
    if (text.length > longestNamed) return undefined
    const shape = role + text
    const name = names.get(shape)
    if (name || names.size >= 400) return name
    const count = (uses.get(shape) ?? 0) + 1
    if (uses.size > 2_000) uses.clear()
    uses.set(shape, count)
    if (count >= 5) names.set(shape, `s${names.size}`)
    return undefined
  }
}
