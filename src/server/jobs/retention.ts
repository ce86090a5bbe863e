import type { Db } from '../db/door.ts'

const everyMs = 10 * 60_000
/** How many used up ids go in one round: what was deleted in one go keeps nobody waiting. */
const mostSpent = 10_000
// "emotered" as eight bytes: one node at a time cleans up.
const retentionLock = '7308604759931249764'

/** Removes what has run out: ended sessions, used and expired mail tokens, full limits, old events, names on no post, uses that count no more, ids that nobody sends again. Returns a function that stops. */
export function startRetention(db: Db, quotaDays: number, log: (line: string) => void): () => void {
  const timer = setInterval(() => {
    removeExpired(db, new Date(), quotaDays).catch((error: unknown) => {
      log(`Retention failed: ${error instanceof Error ? error.name : 'unknown'}`)
    })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round of it; false when another node is at it. `quotaDays`: how long a use counts, 0 for ever. */
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
      // Last: from here to the commit nobody posts.
      await tx.query({ text: 'select app.forget_names()' })
      return true
    },
    { timeoutMs: 30_000 },
  )
}
