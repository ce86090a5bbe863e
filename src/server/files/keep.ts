import type { Db } from '../db/door.ts'
import { newBlobId, type Files } from '../providers/files/index.ts'
import type { Spooled } from '../providers/files/spool.ts'

type Deps = { db: Db; files: Files }

/**
 * Stores a received file: the blob's row, then the bytes. `addRows` then adds the rows that refer to the blob. A crash leaves only what the
 * sweep finds. After an error of `addRows` the sweep removes the bytes.
 */
export async function keepBytes<T>(
  { db, files }: Deps,
  { path, sha256, size }: Spooled,
  addRows: (blobId: string) => Promise<T>,
): Promise<T> {
  const blobId = newBlobId(sha256)
  await db.asService((tx) =>
    tx.last({ text: 'insert into storage.blobs (id, size) values ($1, $2)', values: [blobId, size] }),
  )
  try {
    await files.put(blobId, path)
    return await addRows(blobId)
  } catch (error) {
    // When this fails, the sweep removes the bytes after an hour.
    await releaseBlob({ db, files }, blobId).catch(() => {})
    throw error
  }
}

async function releaseBlob({ db, files }: Deps, blobId: string): Promise<void> {
  const release = { text: 'update storage.blobs set keep_until = now() where id = $1', values: [blobId] }
  const { rowCount } = await db.asService((tx) => tx.last(release))
  // The node paused for an hour, and the sweep has deleted the blob's row.
  if (rowCount === 0) await files.remove([blobId])
}

/** What storage.objects keeps of a file beside its name, as the reference spells it. */
export type Metadata = {
  eTag: string
  /** In bytes. */
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  /** Set for files that end: nobody reads them after this time. */
  expiresAt?: string
}

export function metadataOf(
  { sha256, size }: Pick<Spooled, 'sha256' | 'size'>,
  { mime, cacheControl, at }: { mime: string; cacheControl: string; at: Date },
): Metadata {
  return {
    eTag: `"${sha256}"`,
    size,
    mimetype: mime,
    cacheControl,
    lastModified: at.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}
