import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { diskStore } from './disk.ts'
import { s3Store, type S3Access } from './s3.ts'
import type { Store } from './store.ts'
import { openSpool, type Spool } from './spool.ts'

/** Every operation throws FilesUnavailable when the store fails. */
export type Files = Store & Spool

type Options = { dataDir: string; s3?: S3Access | undefined }

/** Keeps blobs in a folder of `dataDir` or in an S3 bucket. Uploads in progress lie in `dataDir` in both cases. */
export function createFiles({ dataDir, s3 }: Options): Files {
  const folder = join(dataDir, 'files')
  const store = s3 ? s3Store(s3) : diskStore(folder)
  return {
    ...openSpool(join(folder, 'tmp')),
    put: async (id, path) => store.put(checked(id), path),
    read: async (id, range) => store.read(checked(id), range),
    remove: async (ids) => store.remove(ids.map(checked)),
  }
}

/** A new name for bytes with this hash. The random part keeps the removal of one upload from hitting another's. */
export function newBlobId(sha256: string): string {
  return `${sha256}-${randomBytes(8).toString('hex')}`
}

/** An id becomes a path or an address, so nothing else may pass. */
function checked(id: string): string {
  if (!/^[0-9a-f]{64}-[0-9a-f]{16}$/.test(id)) throw new TypeError('This is not the id of a blob')
  return id
}
