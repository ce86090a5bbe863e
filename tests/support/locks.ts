import type { TestDatabase } from './database.ts'

/** Resolves when somebody in this database waits for a lock, or so many do. */
export async function waitingForLocks({ owner }: Pick<TestDatabase, 'owner'>, wanted = 1): Promise<void> {
  for (let waiting = 0; waiting < wanted;) {
    // Inside a transaction the first look would be kept.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting = rowCount ?? 0
  }
}
