import { freeLimits, premiumLimits } from '../../shared/plans.ts'
import { tooLargeWords, type Upload, uploadFolder, uploadTypes } from '../../shared/uploads.ts'
import { kindOf } from '../cleaning/kind.ts'
import { cleanFileName, extensionOf } from '../cleaning/names.ts'
import { type CleanReason, FileRefused, refusedWords } from '../cleaning/refusals.ts'
import type { Cleaned } from '../cleaning/process.ts'
import type { Claims, Db } from '../db/door.ts'
import { openForm } from '../files/form.ts'
import { keepBytes, metadataOf } from '../files/keep.ts'
import { keepPace } from '../files/pace.ts'
import { FileBroken, FileTooLarge } from '../providers/files/errors.ts'
import type { Spooled } from '../providers/files/spool.ts'
import type { Operation, Uploads } from './call.ts'
import { refusal } from './errors.ts'
import { reserveAs } from './reserve.ts'

const chatEdge = 1_280
const formBytes = 65_536

/** Takes one file for a message. The upload is reserved before a byte is read. A failure or an abort returns it and leaves nothing. */
export const uploadChatFile: Operation = {
  signedOut: 'Not authenticated',
  pace: ['uploadAccount', 'uploadNetwork'],
  // A phone sends the whole file before it reads the answer, and must read the refusal of a free account's file.
  readsOut: freeLimits.uploadBytes + formBytes,
  async answer({ db, uploads }, { request, claims }) {
    const account = claims.sub ?? ''
    const work = async () => {
      const reserved = await reserve(db, claims)
      let isKept = false
      try {
        const upload = await receiveFile(db, uploads, request, { account, ...reserved })
        isKept = true
        return Response.json({ success: true, upload })
      } catch (error) {
        throw toRefusal(error, request.signal, reserved.mostBytes)
      } finally {
        if (!isKept) await returnUpload(db, reserved.id)
      }
    }
    return uploads.turns({ account }, work, request.signal)
  },
}

type Reserved = { id: string; mostBytes: number; expiresAt: Date }
type ReservedRow = {
  upload_id: string | null
  refusal: string | null
  most_bytes: string
  expires_at: Date | null
}

async function reserve(db: Db, claims: Claims): Promise<Reserved> {
  const text = 'select upload_id, refusal, most_bytes, expires_at from app.reserve_upload($1, $2, $3)'
  const values = [freeLimits.uploadsADay, freeLimits.uploadBytes, premiumLimits.uploadBytes]
  const row = await reserveAs<ReservedRow>(db, claims, { text, values }, uploadChatFile.signedOut)
  const { upload_id: id, expires_at: expiresAt, most_bytes: mostBytes } = row ?? {}
  if (!id || !expiresAt) throw refusal(429, 'Upload limit exceeded', {}, { remaining: 0 })
  return { id, mostBytes: Number(mostBytes), expiresAt }
}

/** Receives, cleans and stores the file. Removes its temporary files. */
async function receiveFile(
  db: Db,
  uploads: Uploads,
  request: Request,
  { account, ...reserved }: Reserved & { account: string },
): Promise<Upload> {
  const { files, cleaner } = uploads
  const { file, name } = await spoolFile(uploads, request, reserved.mostBytes)
  let cleaned: Cleaned | undefined
  try {
    const mime = await kindOf(file.path)
    if (!mime || !uploadTypes[mime]) throw new FileRefused('kind')
    request.signal.throwIfAborted()
    cleaned = await cleaner.clean(file.path, mime, { maxEdge: chatEdge, account })
    // A strongly compressed picture may grow when the cleaner writes it anew.
    if (cleaned.size > reserved.mostBytes) throw new FileTooLarge('The clean file is too large')
    const named = { ...reserved, name: cleanFileName(name, cleaned.mime) }
    return await store(db, uploads, cleaned, named, request.signal)
  } finally {
    await files.discard(file.path)
    if (cleaned) await files.discard(cleaned.path)
  }
}

async function spoolFile(
  { files, now }: Uploads,
  request: Request,
  mostBytes: number,
): Promise<{ file: Spooled; name: string }> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || !/^multipart\/form-data\b/i.test(type)) {
    throw refusal(400, 'Send the file as multipart/form-data, in the field "file"')
  }
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes + formBytes) {
    throw new FileTooLarge('The body says so')
  }
  const form = openForm(keepPace(request.body, now), type)
  let found: { file: Spooled; name: string } | undefined
  try {
    // oxlint-disable no-await-in-loop -- one part after the other
    for (let part = await form.next(); part; part = await form.next()) {
      if (part.name !== 'file')
        throw refusal(400, `Unknown field: "${part.name.slice(0, 60).toWellFormed()}"`)
      if (!part.isFile || found) throw refusal(400, 'The field "file" takes one file')
      found = { file: await files.spool(part.bytes, mostBytes), name: part.fileName }
    }
    // oxlint-enable no-await-in-loop
    if (!found) throw refusal(400, 'The field "file" is missing')
    return found
  } catch (error) {
    if (found) await files.discard(found.file.path)
    throw error
  } finally {
    form.close()
  }
}

async function store(
  db: Db,
  { files, publicUrl, now }: Uploads,
  cleaned: Cleaned,
  { id, name, expiresAt }: Reserved & { name: string },
  signal: AbortSignal,
): Promise<Upload> {
  signal.throwIfAborted()
  const { mime, size, width, height } = cleaned
  const object = `${id}.${extensionOf(mime)}`
  const type = uploadTypes[mime] ?? 'file'
  const metadata = {
    ...metadataOf(cleaned, { mime, cacheControl: 'no-cache', at: new Date(now()) }),
    expiresAt: expiresAt.toISOString(),
  }
  await keepBytes({ db, files }, cleaned, async (blobId) => {
    signal.throwIfAborted()
    const values = [id, object, name, mime, type, size, width, height, blobId, JSON.stringify(metadata)]
    const text = 'select app.settle_upload($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as settled'
    const { rows } = await db.asService((tx) => tx.last<{ settled: boolean }>({ text, values }))
    // The account was deleted, or the upload took so long that its reservation ended.
    if (!rows[0]?.settled) throw refusal(504, 'Failed to upload file (504)')
  })
  return { id, url: `${publicUrl}${uploadFolder}${object}`, name, size, type }
}

async function returnUpload(db: Db, id: string): Promise<void> {
  const statement = { text: 'select app.return_upload($1)', values: [id] }
  // When the database is away, a job returns the upload later. Report the first error.
  await db.asService((tx) => tx.last(statement)).catch(() => {})
}

function toRefusal(error: unknown, signal: AbortSignal, mostBytes: number): unknown {
  // The caller has left. 499 is nginx's status for that, for the metrics.
  if (signal.aborted) return refusal(499, 'The upload was cancelled')
  if (error instanceof FileTooLarge) return refusal(413, tooLargeWords(mostBytes))
  if (error instanceof FileBroken) return refusal(400, 'The file did not arrive in full')
  if (!(error instanceof FileRefused)) return error
  const status = statuses[error.reason] ?? 415
  return refusal(status, refusedWords(error.reason), status === 503 ? { 'retry-after': '5' } : {})
}

const statuses: Partial<Record<CleanReason, number>> = {
  busy: 503,
  'too large': 413,
  'too many frames': 413,
  'too slow': 413,
}
