import type { Claims } from '../db/door.ts'
import { keepBytes, metadataOf } from '../files/keep.ts'
import type { Refusal } from '../http/refusal.ts'
import { meaningOf } from '../http/sqlstate.ts'
import type { Spooled } from '../providers/files/spool.ts'
import type { Call, Tools } from './call.ts'
import { isConstraint, type Code, refusal, slowDown, tooLarge } from './errors.ts'
import { isRaster } from '../cleaning/cleaner.ts'
import { kindOf } from '../cleaning/kind.ts'
import { FileRefused, type CleanReason } from '../cleaning/refusals.ts'
import { findBucket, putRow, type Bucket, type ObjectPath } from './objects.ts'
import { receive, type Received } from './receive.ts'
import { answerJson } from './respond.ts'

type Upload = ObjectPath & { request: Request; claims: Claims; from: string; upsert: boolean }

const formBytes = 65_536
const avatarEdge = 512
// Sharp on any screen of our readers, and a third of a camera's bytes.
const imageEdge = 2_560
const pdf = 'application/pdf'

/** `POST` keeps an existing file unless `x-upsert` is set. `PUT` replaces it. */
export async function uploadObject(tools: Tools, call: Call): Promise<Response> {
  const { request, bucket, key } = call
  const upsert = request.method === 'PUT' || readUpsert(request)
  const id = await keep(tools, { ...call, upsert })
  return answerJson({ Id: id, Key: `${bucket}/${key}` })
}

export function readUpsert(request: Request): boolean {
  const word = request.headers.get('x-upsert') ?? 'false'
  if (word !== 'true' && word !== 'false') throw refusal('InvalidParameter', 'x-upsert is true or false')
  return word === 'true'
}

/**
 * Stores an upload. A forbidden file is refused before its first byte is read. `enter` runs just before the object's row is written. Resolves
 * to the row's id.
 */
export async function keep(tools: Tools, upload: Upload, enter?: () => Promise<void>): Promise<string> {
  const { db, files, limiter, turns, now } = tools
  const { request, claims, bucket: bucketId, from } = upload
  const bucket = await findBucket(db, claims, bucketId)
  if (Number(request.headers.get('content-length') ?? 0) > bucket.file_size_limit + formBytes)
    throw tooLarge()
  await checkPermission(tools, upload)
  if (claims.role !== 'service_role') {
    await limiter.takePace(new Date(now()), ['uploadAccount', 'uploadNetwork'], claims.sub ?? '', from)
  }
  const account = claims.sub ?? claims.role
  return turns({ account }, async () => {
    const received = await receive(tools, request, bucket.file_size_limit)
    const found = await judge(tools, received.file, bucket, account)
    try {
      return await store(tools, upload, { ...received, ...found }, enter)
    } finally {
      await files.discard(found.file.path)
    }
  })
}

/**
 * Tests whether the policies would take this file: the row names a missing blob, so PostgreSQL refuses it for that alone and stores
 * nothing.
 */
export async function checkPermission({ db }: Pick<Tools, 'db'>, upload: Omit<Upload, 'request' | 'from'>) {
  const nobody = `${'0'.repeat(64)}-${'0'.repeat(16)}`
  try {
    await putRow(db, upload.claims, upload, nobody, {}, {})
  } catch (error) {
    if (meaningOf(error) === 'missing_reference' && isConstraint(error, 'objects_blob_id_fkey')) return
    throw error
  }
  throw new Error('A file without bytes was taken')
}

/** Checks the type by the bytes and writes images and PDFs anew. The received file is deleted or returned. */
async function judge(
  { files, cleaner }: Tools,
  file: Spooled,
  bucket: Bucket,
  account: string,
): Promise<{ file: Spooled; mime: string }> {
  let mime: string | undefined
  try {
    mime = await kindOf(file.path)
    if (!mime || !bucket.allowed_mime_types.includes(mime)) {
      throw refusal('InvalidMimeType', `mime type ${mime ?? 'of these bytes'} is not supported`)
    }
    if (!isRaster(mime) && mime !== pdf) return { file, mime }
    const made = await cleaner.clean(file.path, mime, {
      maxEdge: bucket.id === 'avatars' ? avatarEdge : imageEdge,
      account,
    })
    // A strongly compressed picture may grow when it is written anew.
    if (made.size > bucket.file_size_limit) {
      await files.discard(made.path)
      throw tooLarge()
    }
    await files.discard(file.path)
    return { file: made, mime: made.mime }
  } catch (error) {
    await files.discard(file.path)
    if (error instanceof FileRefused) throw refusalOf(error.reason, mime)
    throw error
  }
}

function refusalOf(reason: CleanReason, mime: string | undefined): Refusal {
  const known = (mime === pdf ? pdfRefusals : imageRefusals)[reason]
  return known ? refusal(...known) : slowDown(5)
}

const imageRefusals: Partial<Record<CleanReason, readonly [Code, string]>> = {
  corrupt: ['InvalidMimeType', 'The image is broken: choose another, or save it anew'],
  'too large': ['EntityTooLarge', 'The image has too many pixels (at most 50 million): send a smaller copy'],
  'too many frames': ['EntityTooLarge', 'The image has too many frames (at most 120): send a shorter one'],
  'too slow': ['EntityTooLarge', 'The image takes too long to open: send a smaller copy'],
}

const broken = 'The PDF is broken or holds parts that cannot be cleaned: send a picture of it'
const pdfRefusals: Partial<Record<CleanReason, readonly [Code, string]>> = {
  corrupt: ['InvalidMimeType', broken],
  inside: ['InvalidMimeType', broken],
  locked: ['InvalidMimeType', 'The PDF has a password: save it without one, or send a picture of it'],
  'too large': ['EntityTooLarge', 'The PDF holds too much: send a picture of it'],
  'too slow': ['EntityTooLarge', 'The PDF takes too long to open: send a picture of it'],
}

async function store(
  { db, files, now }: Tools,
  upload: Upload,
  { file, mime, cacheControl, userMetadata }: Received & { mime: string },
  enter?: () => Promise<void>,
): Promise<string> {
  const metadata = metadataOf(file, { mime, cacheControl, at: new Date(now()) })
  return keepBytes({ db, files }, file, async (blobId) => {
    await enter?.()
    return putRow(db, upload.claims, upload, blobId, metadata, userMetadata)
  })
}
