import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'

/** The subscription of a browser. The keys are base64url. */
export type Browser = { endpoint: string; p256dh: string; auth: string }

export type Push = {
  /** For `pushManager.subscribe`, base64url. */
  publicKey: string
  /** Origins of the settings, beside those of the known push services. */
  origins: readonly string[]
  /** Resolves when the push service took the push. Rejects with `PushError`. */
  send(browser: Browser): Promise<void>
}

/** `reason` names a status or a code of the network, and no address. */
export class PushError extends Error {
  readonly reason: string
  /** The subscription will never work again. */
  readonly isGone: boolean
  /** The wait that the push service asked for, seconds. */
  readonly waitSeconds: number

  constructor(reason: string, isGone: boolean, waitSeconds = 0) {
    super(reason)
    this.reason = reason
    this.isGone = isGone
    this.waitSeconds = waitSeconds
  }
}

type Options = {
  /** A P-256 key, 32 bytes. Browsers subscribe to its public part, so a new key ends all subscriptions. */
  privateKey: Buffer
  /** `mailto:` or `https:`; a push service writes there when something is wrong. */
  contact: string
  origins?: readonly string[]
}

/** The same words for everybody, so that a push service, a lock screen and a stolen phone learn nothing. */
const words = JSON.stringify({ title: 'Emote', body: 'May bago sa Emote' })
const patienceMs = 10_000
const lifeSeconds = 86_400
const tokenSeconds = 3_600
const longestWait = 3_600

/** Sends web pushes: RFC 8291 encrypts, RFC 8292 (VAPID) names the sender. The database has checked that the endpoint belongs to a push service. */
export function createPush({ privateKey, contact, origins = [] }: Options): Push {
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const publicKey = own.getPublicKey('base64url')
  return {
    publicKey,
    origins,
    async send(browser) {
      const url = new URL(browser.endpoint)
      // PostgreSQL and Node must read the same origin, or a person could name an address inside our network.
      if (!browser.endpoint.startsWith(`${url.origin}/`))
        throw new PushError('an address that Node parses otherwise', true)
      const headers = {
        authorization: `vapid t=${await signToken(own, url.origin, contact)}, k=${publicKey}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(lifeSeconds),
        // A device that was off gets the last push only.
        topic: 'emote',
        urgency: 'normal',
      }
      await post(url, headers, encryptFor(browser))
    },
  }
}

async function post(url: URL, headers: Record<string, string>, body: Buffer): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs)
  const asking = fetch(url, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    redirect: 'manual',
    signal,
  })
  const response = await asking.catch((error: unknown) => {
    throw new PushError(reasonOf(error), false)
  })
  await response.body?.cancel()
  if (response.ok) return
  const { status } = response
  const wait = Number(response.headers.get('retry-after'))
  throw new PushError(
    `status ${status}`,
    status === 404 || status === 410,
    wait > 0 ? Math.min(wait, longestWait) : 0,
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(?:E[A-Z]{2,20}|UND_ERR_[A-Z_]{2,30})$/.test(code) ? code : error.name
}

function signToken(own: ECDH, audience: string, contact: string): Promise<string> {
  const point = own.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: own.getPrivateKey('base64url'),
  }
  const token = new SignJWT({ aud: audience, sub: contact })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setExpirationTime(`${tokenSeconds} seconds`)
  return importJWK(jwk, 'ES256').then((key) => token.sign(key))
}

function encryptFor({ p256dh, auth }: Browser): Buffer {
  const once = createECDH('prime256v1')
  once.generateKeys()
  try {
    return encrypt(words, { p256dh, auth, once, salt: randomBytes(16) })
  } catch {
    throw new PushError('broken keys', true)
  }
}

/** Key and salt are given, so that a test can repeat the example of RFC 8291. */
export function encrypt(
  text: string,
  { p256dh, auth, once, salt }: { p256dh: string; auth: string; once: ECDH; salt: Buffer },
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = once.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const key = derive(once.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const named = (name: string, bytes: number) =>
    derive(key, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes)
  const cipher = createCipheriv('aes-128-gcm', named('aes128gcm', 16), named('nonce', 12))
  // Salt, size of a record, length of the key, key. A byte 2 ends the last record.
  const head = Buffer.concat([salt, Buffer.from([0, 0, 16, 0, ours.length]), ours])
  return Buffer.concat([
    head,
    cipher.update(text),
    cipher.update('\u0002'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
