import { keyedHash } from '../../src/server/http/keyed-hash.ts'
import type { RateLimitName } from '../../src/server/http/limits.ts'
import type { TestApp } from './app.ts'

/** Runs `work` while a limit of the whole server is used up. */
export async function overBudget(
  { owner, keys }: TestApp,
  name: RateLimitName,
  work: () => Promise<void>,
): Promise<void> {
  const key = keyedHash(keys.secret, `relaxed limit ${name}`).subarray(0, 16)
  await owner.query(
    `insert into auth.rate_limits (key, full_at) values ($1, now() + interval '1 day')
    on conflict (key) do update set full_at = excluded.full_at`,
    [key],
  )
  await work()
  await owner.query('delete from auth.rate_limits where key = $1', [key])
}
