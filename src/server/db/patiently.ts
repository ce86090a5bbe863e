import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseUnavailable, isDatabaseError } from './door.ts'

const pauseMs = 1_000
const mostTries = 30

type Patience = {
  mostTries: number
  isDelayed: (error: unknown) => boolean
  tell: () => void | Promise<void>
}

/** Runs work again, with pauses, while something delays it. */
export async function retry<T>(
  work: () => Promise<T>,
  { mostTries: most, isDelayed, tell }: Patience,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      // oxlint-disable no-await-in-loop -- one try after the other
      return await work()
    } catch (error) {
      if (!isDelayed(error) || tries === most) throw error
      await tell()
      await wait(pauseMs)
      // oxlint-enable no-await-in-loop
    }
  }
}

/** Runs a statement of the start again when it was too slow or met a lock. The log names it, so an operator sees what the start waits for. */
export const patiently = <T>(what: string, work: () => Promise<T>, log: (line: string) => void): Promise<T> =>
  retry(work, {
    mostTries,
    isDelayed(error) {
      const code = isDatabaseError(error) ? error.code : ''
      return code === '57014' || code === '55P03' || error instanceof DatabaseUnavailable
    },
    tell: () =>
      log(`The start waits for PostgreSQL: the statement that ${what} took too long and is tried again.`),
  })

type Transaction = {
  pid: number
  program: string
  role: string
  state: string
  seconds: number
  query: string
}

/** Names the oldest transactions of this database for the operator. It leaves out literals, which can be a person's words or number. */
export async function nameOldest(client: Client): Promise<string> {
  const { rows } = await client.query<Transaction>(
    `select pid, application_name as program, usename as role, state, query,
        extract(epoch from clock_timestamp() - xact_start)::int as seconds
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 3`,
  )
  const named = rows.map(
    ({ pid, program, role, state, seconds, query }) =>
      `process ${pid} (${[program, role, state].filter(Boolean).join(', ')}), ${seconds} s: ${beforeLiteral(query)}`,
  )
  return `The oldest transactions: ${named.join('; ') || 'none any more'}. select pg_terminate_backend(…) ends one.`
}

const beforeLiteral = (query: string) =>
  (query.split(/'|\$\w*\$|--|\/\*|\d{3}/)[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, 120)
