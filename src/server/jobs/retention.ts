import type { Db } from '../db/door.ts'

const everyMs = 10 * 60_000
/** Most spent ids deleted in one round, which bounds the time of its locks. */
const mostSpent = 10_000
// Key of the advisory lock: "emotered" as eight bytes. One node at a time cleans up.
const retentionLock = '7308604759931249764'

/**
 * Starts the clean-up: ended sessions, used and expired mail tokens, full buckets, old events, expired uses, old spent
 * ids. Returns the function that stops it.
 */
export function startRetention(db: Db, quotaDays: number, log: (line: string) => void): () => void {
  const timer = setInterval(() => {
    removeExpired(db, new Date(), quotaDays).catch((error: unknown) => {
      log(
        `The clean-up of expired rows failed. The next round tries again: ${error instanceof Error ? error.name : 'unknown'}`,
      )
    })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs one round. Returns false when another node holds the lock. `quotaDays`: days that a use counts; 0: for ever. */
export function removeExpired(db: Db, at = new Date(), quotaDays = 0): Promise<boolean> {
  return db.asService(
    async (tx) => {
      const { rows } = await tx.query<{ mine: boolean }>({
        text: 'select pg_try_advisory_xact_lock($1::bigint) as mine',
        values: [retentionLock],
      })
      if (!rows[0]?.mine) return false
      await tx.query({ text: 'select auth.prune($1), realtime.prune($1)', values: [at] })
      await tx.query({ text: 'select app.forget_refinements($1, $2)', values: [quotaDays, at] })
      await tx.query({ text: 'select app.forget_spent($1, $2)', values: [at, mostSpent] })
      return true
    },
    { timeoutMs: 30_000 },
  )
}
