import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/door.ts'
import { keepBytes, metadataOf } from '../files/keep.ts'
import type { Files } from '../providers/files/index.ts'
import type { Spooled } from '../providers/files/spool.ts'

const bucket = 'card-templates'
const largest = 1_048_576

type Deps = { db: Db; files: Files; folder: string }

/**
 * Puts the pictures `{slug}-{n}.svg` of `folder` into their bucket when they are missing or redrawn. They are the only SVGs in storage.
 * Resolves to the number put.
 */
export async function putTemplates({ db, files, folder }: Deps): Promise<number> {
  const names = (await readdir(folder)).filter((name) => /^[a-z-]+-\d+\.svg$/.test(name))
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ name: string; sha256: string }>({
        text: 'select name, left(blob_id, 64) as sha256 from storage.objects where bucket_id = $1',
        values: [bucket],
      }),
    { readOnly: true },
  )
  const kept = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  let put = 0
  for (const name of names) {
    // oxlint-disable no-await-in-loop -- in the background, one after the other
    const file = await files.spool(createReadStream(join(folder, name)), largest)
    try {
      if (kept.get(name) === file.sha256) continue
      const { mtime } = await stat(join(folder, name))
      await store({ db, files }, name, file, mtime)
      put++
    } finally {
      await files.discard(file.path)
    }
    // oxlint-enable no-await-in-loop
  }
  return put
}

/** When two nodes start together, the later one finds the picture. */
async function store(
  deps: Pick<Deps, 'db' | 'files'>,
  name: string,
  file: Spooled,
  modified: Date,
): Promise<void> {
  const metadata = metadataOf(file, { mime: 'image/svg+xml', cacheControl: 'max-age=3600', at: modified })
  await keepBytes(deps, file, (blobId) =>
    deps.db.asService((tx) =>
      tx.last({
        text: `insert into storage.objects as o (bucket_id, name, blob_id, metadata) values ($1, $2, $3, $4)
          on conflict (bucket_id, name) do update set blob_id = excluded.blob_id, metadata = excluded.metadata
          where left(o.blob_id, 64) <> left(excluded.blob_id, 64)`,
        values: [bucket, name, blobId, JSON.stringify(metadata)],
      }),
    ),
  )
}
