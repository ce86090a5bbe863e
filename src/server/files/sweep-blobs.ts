import type { Db } from '../db/door.ts'
import type { Store } from '../providers/files/store.ts'

const atOnce = 500

/** Deletes the blobs that no object names, and returns their number. Concurrent nodes take different blobs. */
export async function sweepBlobs(
  { db, files }: { db: Db; files: Pick<Store, 'remove'> },
  at: Date,
  stopping?: AbortSignal,
): Promise<number> {
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
