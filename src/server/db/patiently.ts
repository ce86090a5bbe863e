import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseUnavailable, isDatabaseError } from './door.ts'

const pauseMs = 1_000
const mostTries = 30

/** Runs a statement of the start again when it was too slow or met a lock. Names it in the log: a start that only stands still helps nobody. */
export async function patiently<T>(
  what: string,
  work: () => Promise<T>,
  log: (line: string) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      // oxlint-disable no-await-in-loop -- one try after the other
      return await work()
    } catch (error) {
      const reason = isDatabaseError(error) ? error.code : ''
      const isSlow = reason === '57014' || reason === '55P03' || error instanceof DatabaseUnavailable
      if (!isSlow || tries === mostTries) throw error
      log(`The start waits for PostgreSQL: the statement that ${what} took too long and is tried again.`)
      await wait(pauseMs)
      // oxlint-enable no-await-in-loop
    }
  }
}

type Transaction = {
  pid: number
  program: string
  role: string
  state: string
  seconds: number
  query: string
}

/** The oldest transactions of this database, for the operator, without literals: these can be a person's words or number. */
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
