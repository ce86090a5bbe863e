import * as v from 'valibot'
import type { Claims } from '../db/door.ts'
import { readBody, word } from './body.ts'
import type { Call, Tools } from './call.ts'
import { accessDenied, noSuchKey } from './errors.ts'
import { checkKey } from './key.ts'
import { findBucket, findOwn } from './objects.ts'
import { answerJson } from './respond.ts'

const question = v.strictObject({
  prefixes: v.pipe(
    v.array(
      v.union([
        word,
        v.pipe(
          v.strictObject({ path: word }),
          v.transform(({ path }) => path),
        ),
      ]),
    ),
    v.minLength(1),
    v.maxLength(1_000),
  ),
})

export async function removeObjects(tools: Tools, { request, claims, bucket }: Call): Promise<Response> {
  const { prefixes } = await readBody(request, question)
  const keys = prefixes.map(checkKey)
  await findBucket(tools.db, claims, bucket)
  const removed = await remove(tools, claims, bucket, keys)
  return answerJson(removed)
}

export async function removeObject(tools: Tools, { claims, bucket, key }: Call): Promise<Response> {
  await findBucket(tools.db, claims, bucket)
  const removed = await remove(tools, claims, bucket, [key])
  if (removed.length > 0) return answerJson({ message: 'Successfully deleted' })
  throw (await findOwn(tools.db, claims, { bucket, key })) ? accessDenied() : noSuchKey()
}

async function remove({ db }: Tools, claims: Claims, bucket: string, keys: string[]): Promise<object[]> {
  const { rows } = await db.as(claims, (tx) =>
    tx.last({
      text: `delete from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[])
        returning o.id, o.id as version, o.bucket_id, o.name, o.owner_id, o.owner_id as owner, o.created_at, o.updated_at,
          o.updated_at as last_accessed_at, o.metadata, o.user_metadata`,
      values: [bucket, keys],
    }),
  )
  return rows
}
