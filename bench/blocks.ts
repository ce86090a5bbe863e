import { Client, type ClientConfig } from 'pg'
import type { Job } from './raw-driver.ts'

type Plan = { Plan: Record<string, number> }

/** Blocks that PostgreSQL reads for one statement of our gateway, with the person's rights. */
export async function countBlocks(login: ClientConfig, [job]: Job[]): Promise<number> {
  if (!job) throw new Error('The request has no statement')
  const client = new Client(login)
  await client.connect()
  try {
    await client.query('begin read only')
    // The generic plan that a prepared statement settles on, as in the server.
    if (!job.statement.unnamed) await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
      JSON.stringify(job.claims),
      job.claims.role,
    ])
    const touch = async () => {
      const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>({
        name: 'explained',
        text: `explain (analyze, buffers, format json) ${job.statement.text}`,
        values: [...(job.statement.values ?? [])],
      })
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    }
    // The first use of a function in a session also reads the catalogue.
    await touch()
    return await touch()
  } finally {
    await client.end()
  }
}
