import type { Db } from '../db/door.ts'
import { startRounds } from './rounds.ts'

const everyMs = 2_000
/** Posts written in one transaction, which holds their rows for some milliseconds. */
const atOnce = 200

/** Starts the job that writes new codenames on old posts. The walls show the new name before that. Returns the function that stops it. */
export const startRenames = (db: Db, log: (line: string) => void): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The writing of new codenames on old posts',
    round: (stopping) => spreadCodenames(db, stopping),
    log,
  })

/** Runs until no post waits, one short transaction after the other. Concurrent nodes take different people. */
export async function spreadCodenames(db: Db, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each transaction leaves room for others
    const { rows } = await db.asService((tx) =>
      tx.last<{ more: boolean }>({ text: 'select app.spread_codename($1) as more', values: [atOnce] }),
    )
    if (!rows[0]?.more || stopping?.aborted) return
  }
}
