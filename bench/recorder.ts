import type { ClientConfig } from 'pg'
import {
  openDoor,
  type Claims,
  type Db,
  type Result,
  type Statement,
  type Tx,
} from '../src/server/db/door.ts'
import { restGateway } from '../src/server/rest/index.ts'
import { loadSchema } from '../src/server/rest/schema.ts'
import type { Ask } from './ask.ts'
import type { Person } from './people.ts'
import type { Job } from './raw-driver.ts'

/** The statements that our gateway would send for each request. The raw driver runs exactly these. */
export async function recordJobs(login: ClientConfig, asks: Ask[], people: Person[]): Promise<Job[]> {
  const real = openDoor({ ...login, user: 'authenticator' }, 1)
  const schema = await loadSchema(real)
  await real.close()
  const jobs: Job[] = []
  const gateway = restGateway({
    db: record(jobs),
    schema,
    keys: { secret: Buffer.alloc(32) },
    limits: 'relaxed',
  })
  for (const { method, path, person, headers = [], body } of asks) {
    const claims: Claims =
      person === undefined ? { role: 'anon' } : (people[person % people.length]?.claims ?? { role: 'anon' })
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: headers.map((line) => line.split(': ') as [string, string]),
      ...(body === undefined ? {} : { body }),
    })
    if (body !== undefined) request.headers.set('content-type', 'application/json')
    const before = jobs.length
    // oxlint-disable-next-line no-await-in-loop -- each statement belongs to its request
    const response = await gateway(request, claims)
    if (!response.ok || jobs.length !== before + 1)
      throw new Error(`Not one statement: ${await response.text()}`)
  }
  return jobs
}

const nothing = async () => ({ rows: [], rowCount: 0 })

function record(jobs: Job[]): Db {
  const note = async <Row extends object>(job: Job): Promise<Result<Row>> => {
    jobs.push(job)
    return { rows: [{ body: '[]', rows: 1 } as Row], rowCount: 1 }
  }
  const as: Db['as'] = (claims, work, { readOnly = false, timeoutMs = 3_000 } = {}) => {
    const query = <Row extends object>(statement: Statement) =>
      note<Row>({ claims, statement, readOnly, timeoutMs })
    const tx: Tx = { query, last: query }
    return work(tx)
  }
  return {
    as,
    // Only the pace of a write runs as the service. It is no statement of the request.
    asService: (work) => work({ query: nothing, last: nothing }),
    listen: async () => async () => {},
    connections: () => ({ most: 16, total: 0, idle: 0, waiting: 0 }),
    close: async () => {},
  }
}
