import * as v from 'valibot'
import { readBody, seconds, word } from './body.ts'
import type { Call, Tools } from './call.ts'
import { serveObject } from './download.ts'
import { imageTransformation, noSuchKey } from './errors.ts'
import { checkKey } from './key.ts'
import {
  chatFiles,
  fail,
  findBucket,
  findReadable,
  findSigned,
  readVisible,
  type ObjectPath,
  type StoredObject,
} from './objects.ts'
import { answerJson } from './respond.ts'
import { signToken } from '../files/sign-token.ts'
import { openToken } from './tokens.ts'

const longestSeconds = 7 * 86_400
const chatSeconds = 300
const expiresIn = seconds(longestSeconds)
const question = v.strictObject({ expiresIn, transform: v.optional(v.unknown()) })
const batchQuestion = v.strictObject({
  expiresIn,
  paths: v.pipe(v.array(word), v.minLength(1), v.maxLength(1_000)),
})

type Signable = Pick<StoredObject, 'id' | 'metadata'>

/** Signs an address that shows a readable file to anyone who holds it, for some seconds. */
export async function signObject(tools: Tools, call: Call): Promise<Response> {
  const asked = await readBody(call.request, question)
  if ('transform' in asked) throw imageTransformation()
  const object = await findReadable(tools.db, call.claims, call)
  return answerJson({ signedURL: await signedAddress(tools, call, object, asked.expiresIn) })
}

/** Signs many. A missing file and a forbidden one get the same error. */
export async function signObjects(tools: Tools, { request, claims, bucket: id }: Call): Promise<Response> {
  const asked = await readBody(request, batchQuestion)
  const keys = asked.paths.map(checkKey)
  const bucket = await findBucket(tools.db, claims, id)
  const rows = await readVisible<Signable & { name: string }>(
    tools.db,
    bucket.public ? { role: 'service_role' } : claims,
    {
      text: 'select o.id, o.name, o.metadata from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[])',
      values: [id, keys],
    },
  )
  const found = new Map(rows.map((row) => [row.name, row]))
  const sign = async (key: string) => {
    const object = found.get(key)
    if (object === undefined) return { path: key, signedURL: null, error: missing }
    return {
      path: key,
      signedURL: await signedAddress(tools, { bucket: id, key }, object, asked.expiresIn),
      error: null,
    }
  }
  return answerJson(await Promise.all(keys.map(sign)))
}

const missing = 'Either the object does not exist or you do not have access to it'

/** The client encodes the whole address once more, so only the question mark must be encoded. */
async function signedAddress(
  tools: Tools,
  place: ObjectPath,
  { id, metadata: { expiresAt } }: Signable,
  asked: number,
): Promise<string> {
  // The address of a message's file outlives a block and a log-out, so it lives for minutes only, and never longer than the file.
  const left = expiresAt === undefined ? asked : Math.floor((Date.parse(expiresAt) - tools.now()) / 1_000)
  const lasting = Math.max(1, Math.min(asked, left, place.bucket === chatFiles ? chatSeconds : asked))
  const token = await signToken(tools, 'storage-download', place, lasting, { id })
  return `/object/sign/${place.bucket}/${place.key.replaceAll('?', '%3F')}?token=${token}`
}

/** Names this file, not a later one of the same name. */
export async function downloadSigned(tools: Tools, call: Call): Promise<Response> {
  const { id } = await openToken(tools, 'storage-download', call, call.query.get('token'))
  const object = await findSigned(tools.db, call)
  if (object.id !== id) return fail(noSuchKey())
  return serveObject(tools, { ...call, query: decodeAgain(call.query) }, object, 'signed')
}

/** The client encodes the whole signed address once more, including the download name. */
function decodeAgain(query: Call['query']): Call['query'] {
  try {
    return new Map([...query].map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return query
  }
}
