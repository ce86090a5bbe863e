import type { Claims, Db, Statement } from '../db/door.ts'
import type { Metadata } from '../files/keep.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'

export type Bucket = {
  id: string
  public: boolean
  /** In bytes. */
  file_size_limit: number
  allowed_mime_types: string[]
}

export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  owner_id: string | null
  blob_id: string
  created_at: Date
  updated_at: Date
  metadata: Metadata
  user_metadata: Record<string, unknown>
}

export type ObjectPath = { bucket: string; key: string }

export const bucketColumns =
  'b.id, b.public, b.file_size_limit::float8 as file_size_limit, b.allowed_mime_types'
const publicColumns =
  'o.id, o.bucket_id, o.name, o.owner_id, o.blob_id, o.created_at, o.updated_at, o.metadata'
const objectColumns = `${publicColumns}, o.user_metadata`

export async function findBucket(db: Db, claims: Claims, id: string): Promise<Bucket> {
  const { rows } = await db.as(
    claims,
    (tx) =>
      tx.last<Bucket>({
        text: `select ${bucketColumns} from storage.buckets b where b.id = $1`,
        values: [id],
      }),
    { readOnly: true },
  )
  return rows[0] ?? fail(noSuchBucket())
}

/** A file of a public bucket, readable by address. Leaves the owner's metadata out. */
export async function findPublic(db: Db, { bucket, key }: ObjectPath): Promise<StoredObject> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<StoredObject | { id: null }>({
        text: `select ${publicColumns}, '{}'::jsonb as user_metadata from storage.buckets b
          left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1 and b.public`,
        values: [bucket, key],
      }),
    { readOnly: true },
  )
  const found = rows[0] ?? fail(noSuchBucket())
  return found.id === null ? fail(noSuchKey()) : found
}

/** The bucket of message files. A file ends after three days or with its message, and reports hide it. */
export const chatFiles = 'chat-files'

/** The file of a signed address. Checks again whether a file of a message can be opened. */
export async function findSigned(db: Db, place: ObjectPath): Promise<StoredObject> {
  const object = await findReadable(db, { role: 'service_role' }, place)
  if (place.bucket !== chatFiles || !object.metadata.expiresAt) return object
  const { rowCount } = await db.asService(
    (tx) => tx.last({ text: 'select from app.openable_upload($1)', values: [place.key] }),
    { readOnly: true },
  )
  return rowCount ? object : fail(noSuchKey())
}

/** A file that the policies show to the caller, or of a public bucket. */
export async function findReadable(db: Db, claims: Claims, place: ObjectPath): Promise<StoredObject> {
  const own = await findOwn(db, claims, place)
  if (own) return own
  const bucket = await findBucket(db, claims, place.bucket)
  return bucket.public ? findPublic(db, place) : fail(noSuchKey())
}

export async function findOwn(db: Db, claims: Claims, place: ObjectPath): Promise<StoredObject | undefined> {
  const rows = await readVisible<StoredObject>(db, claims, {
    text: `select ${objectColumns} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
    values: [place.bucket, place.key],
  })
  return rows[0]
}

/** A caller without a grant gets no rows, like a person without files. */
export async function readVisible<Row extends object>(
  db: Db,
  claims: Claims,
  statement: Statement,
): Promise<Row[]> {
  try {
    const { rows } = await db.as(claims, (tx) => tx.last<Row>(statement), { readOnly: true })
    return rows
  } catch (error) {
    if (meaningOf(error) === 'forbidden') return []
    throw error
  }
}

/** Inserts a file's row as the caller; `upsert` replaces another. Resolves to its id. */
export async function putRow(
  db: Db,
  claims: Claims,
  { bucket, key, upsert }: ObjectPath & { upsert: boolean },
  blobId: string,
  metadata: object,
  userMetadata: object,
): Promise<string> {
  const replacing = `on conflict (bucket_id, name) do update
    set blob_id = excluded.blob_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
  const { rows } = await db.as(claims, (tx) =>
    tx.last<{ id: string }>({
      text: `insert into storage.objects (bucket_id, name, blob_id, metadata, user_metadata) values ($1, $2, $3, $4, $5)
        ${upsert ? replacing : ''} returning id`,
      values: [bucket, key, blobId, JSON.stringify(metadata), JSON.stringify(userMetadata)],
    }),
  )
  return rows[0]?.id ?? fail(new Error('The stored row was not returned'))
}

export function fail(error: Error): never {
  throw error
}
