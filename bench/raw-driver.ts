// The same transaction without HTTP: the most that PostgreSQL and its driver can do on this machine. `pg`, pipelined, every statement
// prepared by name, with the statements of our gateway.
import { Client, type ClientConfig, type QueryConfig } from 'pg'
import type { Claims, Statement } from '../src/server/db/door.ts'
import type { Rate } from './generator.ts'
import { serveTasks } from './processes.ts'

export type Job = { claims: Claims; statement: Statement; readOnly: boolean; timeoutMs: number }
export type RawTask = {
  login: ClientConfig
  jobs: Job[]
  connections: number
  milliseconds: number
  /** Each job once, in order, instead of the jobs in turn for a time. */
  once?: boolean
}

const settings = `set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true),
  set_config('lock_timeout', $3, true), set_config('role', $4, true)`
let clients: Client[] = []

serveTasks(async ({ login, jobs, connections, milliseconds, once }: RawTask): Promise<Rate> => {
  if (clients.length === 0) clients = await connect(login, connections)
  const until = performance.now() + milliseconds
  let next = once ? 0 : Math.floor(Math.random() * jobs.length)
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const isOver = () => performance.now() >= until || (once === true && next >= jobs.length)
  const lane = async (client: Client) => {
    while (!isOver()) {
      const job = jobs[next++ % jobs.length]
      if (!job) throw new Error('There are no jobs')
      const sent = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- a connection does one transaction at a time
      const length = await transact(client, job)
      bytes += length
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(clients.map(lane))
  const seconds = (performance.now() - started) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes: bytes / times.length,
  }
})

function connect(login: ClientConfig, connections: number): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ ...login, user: 'authenticator', pipeline: true })
      await client.connect()
      return client
    }),
  )
}

const names = new Map<string, string>()

async function transact(client: Client, { claims, statement, readOnly, timeoutMs }: Job): Promise<number> {
  const { stream } = client.connection
  stream.cork()
  const begun = client.query(readOnly ? 'begin read only' : 'begin')
  const entered = client.query(setUp(claims, timeoutMs))
  const shape = `${claims.role} ${statement.text}`
  const name = names.get(shape) ?? `s${names.size}`
  names.set(shape, name)
  const answer = client.query<{ body: string | null }>({
    name,
    text: statement.text,
    values: [...(statement.values ?? [])],
  })
  const committed = client.query('commit')
  stream.uncork()
  const [, , { rows }] = await Promise.all([begun, entered, answer, committed])
  return rows[0]?.body?.length ?? 0
}

function setUp(claims: Claims, timeoutMs: number): QueryConfig {
  const values = [JSON.stringify(claims), String(timeoutMs), String(Math.ceil(timeoutMs / 6)), claims.role]
  if (claims.role !== 'authenticated') return { name: 'enter', text: `select ${settings}`, values }
  return {
    name: 'enter_session',
    text: `select app.check_session($5, $6), ${settings}`,
    values: [...values, claims.session_id, claims.sub],
  }
}
