import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { listen } from './listen.ts'

/** Who is asking, as the verified token says it. `role` is one of the three roles that the pool's login can switch to. */
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
  /** Planned anew with its values each time, for what the values decide: the plan of a named statement may know none of them. */
  unnamed?: boolean
}
export type Result<Row> = { rows: Row[]; rowCount: number }

export type Tx = {
  /** Sent at once: statements that are not awaited one by one travel in one round trip. */
  query<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>
  /** The last statement, with COMMIT right behind it in the same round trip; resolves when committed. Nothing may follow. */
  last<Row extends object = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>
}

type TxOptions = {
  readOnly?: boolean
  /** Longest a statement may run, in milliseconds. */ timeoutMs?: number
}

export type Db = {
  /**
   * Runs `work` in a transaction. When PostgreSQL undoes it for the sake of another one (a deadlock, a serialization failure) it is run
   * again, a few times: what `work` does outside of the database has to wait for the commit.
   */
  as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** The server's own work: role service_role, which policies do not bind. */
  asService<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>
  /** `resumed` is called when a lost connection is back, before what it hears: notifications were missed. Resolves to a function that stops. */
  listen(
    channel: string,
    heard: (payload: string) => void,
    resumed?: () => void,
  ): Promise<() => Promise<void>>
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** No answer from PostgreSQL: the connection could not be made, or was lost on the way. Nothing is known to be committed. */
export class DatabaseUnavailable extends Error {}

/** PostgreSQL refused a statement: `code` is the SQLSTATE. */
export function isDatabaseError(error: unknown): error is DatabaseError & { code: string } {
  return error instanceof DatabaseError && typeof error.code === 'string'
}

const service: Claims = { role: 'service_role' }
const defaultTimeoutMs = 3_000
/** How often a transaction is run that loses to others; a deadlock is found after a second. */
const runs = 4
/** The winner has to get further than where they met, or they meet there again. Grows with each run, and never the same for two. */
const pauseMs = 50
/** The longest statement of the product has 900 letters. */
const longestNamed = 2_000

// The session check runs in the set-up statement, before the role switches: an ended session, a ban or a deletion refuses every
// transaction at once instead of when the token expires (threat 11), for one index look-up in the same round trip.
const settings = `set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true), set_config('role', $3, true)`
const begin = { name: 'begin', text: 'begin' }
const beginReadOnly = { name: 'begin_read_only', text: 'begin read only' }
const commit = { name: 'commit', text: 'commit' }
const rollback = { name: 'rollback', text: 'rollback' }
const enter = { name: 'enter', text: `select ${settings}` }
const enterSession = {
  name: 'enter_session',
  text: `select app.check_session($4, $5), ${settings}`,
}

/** Opens the only door to the database: a pool whose login has no rights until a transaction sets role and claims. */
export function openDoor(connection: PoolConfig, poolSize = 16): Db {
  const pool = new Pool({
    connectionTimeoutMillis: 3_000,
    ...connection,
    max: poolSize,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => {})
  // Likewise while a transaction holds it: the statement under way tells the loss.
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
  names: (role: string, text: string) => string | undefined,
): Promise<T> {
  const pipeline = openPipeline(client, options.timeoutMs ?? defaultTimeoutMs)
  const started = [
    pipeline.send(options.readOnly ? beginReadOnly : begin),
    pipeline.send(setUp(claims, options)),
  ]
  let ended: Promise<QueryResult> | undefined
  const send = async <Row extends object>({
    text,
    values = [],
    unnamed,
  }: Statement): Promise<Result<Row>> => {
    if (ended) throw new Error('The transaction has had its last statement')
    const name = unnamed ? undefined : names(claims.role, text)
    const result = await pipeline.send({ text, values: [...values], ...(name ? { name } : {}) })
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
  // In a function of its own: a work that throws before its first promise must not keep the connection.
  const [working, ...begun] = await Promise.allSettled([(async () => work(tx))(), ...started])
  // What the set-up refused comes first: the statements behind it only say that the transaction is aborted.
  const refused = [...begun, working].find((step) => step.status === 'rejected')
  await endTransaction(client, pipeline, ended, refused?.reason)
  if (working.status === 'rejected') throw working.reason
  return working.value
}

/** A pipelined statement may fail while the work still waits for an earlier one: that refusal must not end the process. */
function heeded<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** The statement's own refusal says more than the ROLLBACK that COMMIT turns into. */
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
      // A refusal before it left COMMIT out: the transaction still waits for its end.
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
  const values = [JSON.stringify(claims), String(options.timeoutMs ?? defaultTimeoutMs), claims.role]
  if (claims.role !== 'authenticated') return { ...enter, values }
  return { ...enterSession, values: [...values, claims.session_id ?? null, claims.sub ?? null] }
}

/**
 * A comment is deleted while its post goes, two accounts go that wrote to each other: either locks what the other needs next, and
 * PostgreSQL undoes one of them. Nothing of it is left and nothing was wrong with it: behind the winner it will pass.
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
 * Names for prepared statements. A shape earns its name on its 5th use, and at most 400 have one: PostgreSQL keeps a plan for each on
 * every connection, and a stranger can invent shapes without end. For the same reason a long text never gets one: a hundred conditions
 * take hundreds of kilobytes, on each connection. The role is part of the name because plans hold its policies.
 */
function nameStatements(): (role: string, text: string) => string | undefined {
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
