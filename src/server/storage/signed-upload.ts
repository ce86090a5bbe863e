import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Claims } from '../db/door.ts'
import type { TokenPayload } from '../http/keys.ts'
import { rateLimits } from '../http/limits.ts'
import { readBody } from './body.ts'
import type { Call, Tools } from './call.ts'
import { refusal } from './errors.ts'
import { encodeKey } from './key.ts'
import { findBucket } from './objects.ts'
import { answerJson } from './respond.ts'
import { signToken } from '../files/sign-token.ts'
import { openToken } from './tokens.ts'
import { checkPermission, keep, readUpsert } from './upload.ts'

/** Signs an address for one upload within two hours, without a session, in the caller's name. */
export async function signUpload(tools: Tools, call: Call): Promise<Response> {
  const { request, claims, bucket, key } = call
  await readBody(request, v.strictObject({}))
  const upsert = readUpsert(request)
  await findBucket(tools.db, claims, bucket)
  await checkPermission(tools, { claims, bucket, key, upsert })
  const { role, sub, session_id: session } = claims
  const token = await signToken(tools, 'storage-upload', call, rateLimits.uploadToken.seconds, {
    role,
    ...(sub === undefined ? {} : { sub }),
    ...(session === undefined ? {} : { session_id: session }),
    jti: randomUUID(),
    upsert,
  })
  return answerJson({ url: `/object/upload/sign/${bucket}/${encodeKey(key)}?token=${token}`, token })
}

/**
 * The upload itself. The signer's session must be alive, and the policies are checked again. A token is spent when the file has arrived, so
 * that a bad line may retry. `upsert` was decided when the token was signed.
 */
export async function uploadSigned(tools: Tools, call: Call): Promise<Response> {
  const { limiter, now } = tools
  const payload = await openToken(tools, 'storage-upload', call, call.query.get('token'))
  const { claims, tokenId } = readSigner(payload)
  let spent = false
  const spend = async () => {
    spent = await limiter.tryTake(new Date(now()), ['uploadToken', tokenId])
    if (!spent) throw refusal('InvalidJWT', 'The token has been used')
  }
  try {
    await keep(tools, { ...call, claims, upsert: payload['upsert'] === true }, spend)
  } catch (error) {
    if (spent) await limiter.giveBack(['uploadToken', tokenId])
    throw error
  }
  return answerJson({ Key: `${call.bucket}/${call.key}` })
}

function readSigner({ role, sub, session_id: session, jti }: TokenPayload): {
  claims: Claims
  tokenId: string
} {
  const known = role === 'anon' || role === 'authenticated' || role === 'service_role'
  if (!known || typeof jti !== 'string') throw refusal('InvalidJWT', 'Invalid token')
  const claims: Claims = { role }
  if (typeof sub === 'string') claims.sub = sub
  if (typeof session === 'string') claims.session_id = session
  return { claims, tokenId: jti }
}
