import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/door.ts'
import { describeFault } from '../../http/fault.ts'

/** Votes that one transaction counts. */
const atOnce = 5_000

/** Counts and tells new votes: the first at once, later ones together, one transaction at a time. */
export type Tally = {
  /** A vote was stored. Does not wait. */
  note(db: Db): void
  /** Uncounted votes stay in the database. Every reader adds them, and the clean-up counts them. */
  stop(): Promise<void>
}

type Options = {
  /** Shortest time between two counts of this node. */
  pauseMs?: number
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
}

export function createTally({ pauseMs = 1_000, log }: Options): Tally {
  const stopping = new AbortController()
  let isDue = false
  let failures = 0
  let running: Promise<void> | undefined
  /** True when it must be called again. */
  const gather = async (db: Db): Promise<boolean> => {
    try {
      const hasMore = await gatherVotes(db)
      failures = 0
      return hasMore
    } catch (error) {
      if (failures++ === 0) log(`New votes wait for the database: ${describeFault(error)}`)
      return true
    }
  }
  const run = async (db: Db) => {
    while (isDue && !stopping.signal.aborted) {
      isDue = false
      // oxlint-disable no-await-in-loop -- one count at a time
      const hasMore = await gather(db)
      isDue ||= hasMore
      await wait(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // oxlint-enable no-await-in-loop
    }
    running = undefined
  }
  return {
    note(db) {
      isDue = true
      running ??= run(db)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** True when votes may be left: another node counts at this moment, or one transaction could not take all. */
async function gatherVotes(db: Db): Promise<boolean> {
  const { rows } = await db.asService((tx) =>
    tx.last<{ counted: number | null }>({
      text: 'select app.gather_votes($1) as counted',
      values: [atOnce],
    }),
  )
  const counted = rows[0]?.counted ?? null
  return counted === null || counted === atOnce
}
