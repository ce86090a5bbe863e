import type { Db } from '../db/door.ts'
import { sweepBlobs } from '../files/sweep-blobs.ts'
import type { Files } from '../providers/files/index.ts'
import { startRounds } from './rounds.ts'

const everyMs = 10 * 60_000
const tempMs = 60 * 60_000

type Deps = { db: Db; files: Files }

/** Starts the sweep: it deletes blobs that no object names, and leftovers of crashed uploads. Returns the function that stops it. */
export const startSweep = ({ log, ...deps }: Deps & { log: (line: string) => void }): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The sweep of unused files',
    round: (stopping) => sweepFiles(deps, new Date(), stopping),
    log,
  })

/** Runs one round and returns the number of deleted blobs. */
export async function sweepFiles(
  { db, files }: Deps,
  at = new Date(),
  stopping?: AbortSignal,
): Promise<number> {
  await files.sweepTemp(tempMs)
  return sweepBlobs({ db, files }, at, stopping)
}
