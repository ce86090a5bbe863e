import { createHash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import { sameBytes, sha256 } from '../../http/keyed-hash.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { readBody, textField, type Body } from '../input.ts'
import { loadSignedIn, sessionBody, type SignedIn } from '../sessions.ts'
import { openFor } from './callback.ts'
import { algorithms, audiencesOf, issuersOf, type Provider, toleranceSeconds } from './clients.ts'
import { checkFresh, manualLinking } from './identities.ts'
import { linkOrCreate, linkTo } from './link-or-create.ts'
import { personOf } from './person.ts'
import { asProviderRefusal } from './provider-refusal.ts'
import { spendOnce } from './spent.ts'

type Asked = {
  provider: Provider
  token: string
  accessToken: string | undefined
  nonce: string | undefined
}

/** An ID token is some KB. */
const longestToken = 16_384
/** Providers give ID tokens an hour. An older one was not made for this log-in. */
const oldestSeconds = 3_600

/** POST /token?grant_type=id_token: a person whom an app has logged in at the provider by itself. */
export const grantByIdToken: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const asked = readAsked(tools, body)
  const owner = body['link_identity'] === true ? await loadOwner(tools, call) : undefined
  // Points are taken first and returned for a good token, so that parallel forgeries count.
  await tools.limiter.take(call.now, ['idTokenNetwork', call.from])
  const claims = await verify(tools, call, asked)
  const { config } = asked.provider
  const proof = personOf(config, claimsFor(config, claims))
  const { now } = call
  const made = await tools.db.asService(async (tx) => {
    const until = new Date(((claims.iat ?? 0) + oldestSeconds + 2 * toleranceSeconds) * 1_000)
    if (!(await spendOnce(tx, 'id token', `${config.name} ${signedPart(asked.token)}`, until))) {
      throw badToken('it was used before')
    }
    const user = owner
      ? await linkTo(tools, tx, owner, proof, now)
      : await linkOrCreate(tools, tx, proof, now)
    return { user, session: await openFor(tools, tx, user, call) }
  })
  await tools.limiter.giveBack(['idTokenNetwork', call.from])
  tools.mails.wake()
  return Response.json(await sessionBody(tools, made.user, made.session, now))
}

/** Everything but the signature: decoders accept many spellings of one signature, and ECDSA has two for each text. */
const signedPart = (token: string) => token.slice(0, token.lastIndexOf('.'))

/** A provider without OpenID Connect in the browser names the person in its own field there, and in `sub` here: Facebook. */
function claimsFor({ issuer, fields }: Provider['config'], claims: JWTPayload): JWTPayload {
  return issuer ? claims : { [fields.subject]: claims.sub, ...claims }
}

async function loadOwner(tools: Tools, call: Call): Promise<SignedIn> {
  const signedIn = await loadSignedIn(tools, call)
  manualLinking(tools)
  checkFresh(signedIn, call.now)
  return signedIn
}

function readAsked(tools: Tools, body: Body): Asked {
  const name = textField(body, 'provider') ?? ''
  const clientId = textField(body, 'client_id') ?? ''
  const issuer = textField(body, 'issuer') ?? ''
  const provider = name ? tools.providers.find(name) : tools.providers.findByClient(clientId, issuer)
  if (!provider) {
    const named = /^[\w-]{1,40}$/.test(name) ? name : 'given'
    throw refusal(400, 'provider_disabled', `Provider (${named}) is not enabled`)
  }
  const token = textField(body, 'id_token', 1_048_576)
  if (!token) throw invalid('id_token required')
  const accessToken = textField(body, 'access_token', 8_192)
  return { provider, token, accessToken, nonce: textField(body, 'nonce') }
}

/** The reference answers in the words of OAuth here. A token that is forged, stale or not meant for us is a 403, like any other bad token. */
function badToken(why: string) {
  const message = `Bad ID token: ${why}`
  const fields = { error: 'invalid_grant', error_description: message }
  return refusal(403, 'bad_jwt', message, { fields })
}

async function verify(tools: Tools, call: Call, asked: Asked): Promise<JWTPayload> {
  const { provider, token, accessToken, nonce } = asked
  if (token.length > longestToken) throw badToken('it is too long')
  const { config } = provider
  const audience = audiencesOf(config)
  try {
    const { payload, protectedHeader } = await provider.turns({ network: call.from }, async () =>
      jwtVerify(token, await provider.keys(), {
        issuer: issuersOf(config),
        audience,
        algorithms: [...algorithms],
        clockTolerance: toleranceSeconds,
        maxTokenAge: oldestSeconds,
        currentDate: call.now,
        requiredClaims: ['sub', 'exp', 'iat'],
      }),
    )
    checkParty(payload, audience)
    checkNonce(payload, nonce)
    checkAccessToken(payload, protectedHeader.alg, accessToken)
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError || isKeyError(error)) throw badToken('it cannot be verified')
    throw asProviderRefusal(tools, provider, error)
  }
}

/** A key that does not fit the algorithm of the header. */
const isKeyError = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && error.name !== 'TimeoutError')

/** A token for several clients says which one asked for it. */
function checkParty({ aud, azp }: JWTPayload, audience: readonly string[]): void {
  const foreign = Array.isArray(aud) && aud.some((one) => !audience.includes(one))
  const party = azp === undefined || (typeof azp === 'string' && audience.includes(azp))
  if (foreign || !party) throw badToken('it was made for another client')
}

/** The token holds the SHA-256 of the nonce in hexadecimal digits: the provider never sees the nonce itself. */
function checkNonce({ nonce: held }: JWTPayload, nonce: string | undefined): void {
  if (held === undefined && nonce === undefined) return
  if (typeof held !== 'string' || nonce === undefined) {
    throw badToken('a nonce must be passed and stand in the token, or neither')
  }
  const wanted = sha256(nonce).toString('hex')
  if (!sameBytes(Buffer.from(held), Buffer.from(wanted))) throw badToken('Nonces mismatch')
}

/** `at_hash` ties the token to the access token that came with it. */
function checkAccessToken(payload: JWTPayload, algorithm: string, accessToken: string | undefined): void {
  const held = payload['at_hash']
  if (held === undefined || accessToken === undefined) return
  const digest = createHash(
    algorithm.endsWith('384') ? 'sha384' : algorithm.startsWith('Ed') ? 'sha512' : 'sha256',
  )
  const bytes = digest.update(accessToken).digest()
  const wanted = bytes.subarray(0, bytes.byteLength / 2).toString('base64url')
  if (held !== wanted) throw badToken('it belongs to another access token')
}
