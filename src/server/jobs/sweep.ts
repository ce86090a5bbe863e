import type { Db } from '../db/door.ts'
import type { Files } from '../providers/files/index.ts'
import { startRounds } from './rounds.ts'

const everyMs = 10 * 60_000
const tempMs = 60 * 60_000
const atOnce = 500

type Deps = { db: Db; files: Files }

/** Starts the sweep: it deletes blobs that no object names, and leftovers of crashed uploads. Returns the function that stops it. */
export const startSweep = ({ log, ...deps }: Deps & { log: (line: string) => void }): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The sweep of unused files',
    round: (stopping) => sweepFiles(deps, new Date(), stopping),
    log,
  })

/** Runs one round and returns the number of deleted blobs. Concurrent nodes take different blobs. */
export async function sweepFiles(
  { db, files }: Deps,
  at = new Date(),
  stopping?: AbortSignal,
): Promise<number> {
  await files.sweepTemp(tempMs)
  let swept = 0
  for (;;) {
    // oxlint-disable no-await-in-loop -- condemn, delete, forget: after a crash in between, the row is swept again
    const ids = await db.asService((tx) =>
      tx.last<{ id: string }>({ text: 'select id from storage.condemn($1, $2) as id', values: [at, atOnce] }),
    )
    if (ids.rows.length === 0) return swept
    const names = ids.rows.map(({ id }) => id)
    await files.remove(names)
    await db.asService((tx) => tx.last({ text: 'select storage.forget($1)', values: [names] }))
    // oxlint-enable no-await-in-loop
    swept += names.length
    if (stopping?.aborted) return swept
  }
}
