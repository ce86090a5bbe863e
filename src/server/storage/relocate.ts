import * as v from 'valibot'
import type { Metadata } from '../files/keep.ts'
import { readBody, word } from './body.ts'
import type { Call, Tools } from './call.ts'
import { accessDenied, noSuchKey, refusal, tooLarge } from './errors.ts'
import { checkBucket, checkKey } from './key.ts'
import { fail, findBucket, findOwn, putRow, type ObjectPath, type StoredObject } from './objects.ts'
import { answerJson } from './respond.ts'
import { readUpsert } from './upload.ts'

const places = {
  bucketId: word,
  sourceKey: word,
  destinationKey: word,
  destinationBucket: v.optional(word),
}
const moveQuestion = v.strictObject(places)
const copyQuestion = v.strictObject({
  ...places,
  copyMetadata: v.optional(v.boolean(), true),
  // The protocol's other fields: the bytes decide the type, and nothing is encoded.
  metadata: v.optional(
    v.strictObject({
      cacheControl: v.optional(
        v.pipe(v.string(), v.regex(/^(?:max-age=\d{1,10}|no-cache)$/, 'max-age=<seconds>')),
      ),
    }),
    {},
  ),
})

/** The same row under another key. The policies must let the caller remove the one and add the other. */
export async function moveObject({ db }: Tools, { request, claims }: Call): Promise<Response> {
  const { from, to } = readPlaces(await readBody(request, moveQuestion))
  const source = await findSource(db, claims, from, to)
  const { rows } = await db.as(claims, (tx) =>
    tx.last({
      text: 'update storage.objects o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2 returning o.id',
      values: [from.bucket, from.key, to.bucket, to.key],
    }),
  )
  if (rows.length === 0) throw accessDenied()
  return answerJson({ message: 'Successfully moved', Id: source.id, Key: `${to.bucket}/${to.key}` })
}

export async function copyObject({ db }: Tools, { request, claims }: Call): Promise<Response> {
  const upsert = readUpsert(request)
  const { copyMetadata, metadata, ...asked } = await readBody(request, copyQuestion)
  const { from, to } = readPlaces(asked)
  const source = await findSource(db, claims, from, to)
  const cacheControl = (copyMetadata ? undefined : metadata.cacheControl) ?? source.metadata.cacheControl
  const kept: Metadata = { ...source.metadata, cacheControl }
  const notes = copyMetadata ? source.user_metadata : {}
  const id = await putRow(db, claims, { ...to, upsert }, source.blob_id, kept, notes)
  return answerJson({ Id: id, Key: `${to.bucket}/${to.key}` })
}

function readPlaces(asked: v.InferOutput<typeof moveQuestion>): { from: ObjectPath; to: ObjectPath } {
  const bucket = checkBucket(asked.bucketId)
  return {
    from: { bucket, key: checkKey(asked.sourceKey) },
    to: { bucket: checkBucket(asked.destinationBucket ?? bucket), key: checkKey(asked.destinationKey) },
  }
}

/** A readable file that the target bucket would also accept as the caller's upload. */
async function findSource(
  db: Tools['db'],
  claims: Call['claims'],
  from: ObjectPath,
  to: ObjectPath,
): Promise<StoredObject> {
  await findBucket(db, claims, from.bucket)
  const target = await findBucket(db, claims, to.bucket)
  const source = (await findOwn(db, claims, from)) ?? fail(noSuchKey())
  const { mimetype, size, expiresAt } = source.metadata
  // A copy would outlive its message.
  if (expiresAt !== undefined) throw accessDenied()
  if (!target.allowed_mime_types.includes(mimetype)) {
    throw refusal('InvalidMimeType', `mime type ${mimetype} is not supported`)
  }
  if (size > target.file_size_limit) throw tooLarge()
  return source
}
