import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What a browser gets from the server for `navigator.credentials.create()` and `get()`. */
type CreationOptions = { challenge: string; user: { id: string } }
type RequestOptions = { challenge: string }

type Cbor = number | string | Uint8Array | Cbor[] | Map<number | string, Cbor>
type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** Deviations from what an honest device and browser would answer. */
export type Lies = {
  type?: string
  challenge?: string
  origin?: string
  /** More members of the client's data. */
  client?: Record<string, unknown>
  rpId?: string
  flags?: number
  counter?: number
  /** Bytes after the authenticator's data. */
  more?: Uint8Array
  /** Signs in place of the own one. */
  key?: KeyObject
  userHandle?: string
  attestation?: { fmt: string; attStmt: Map<string, Cbor> }
  publicKey?: Map<number, Cbor>
}

export const flag = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64, extended: 128 }

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  const size = length < 0x1_00 ? 1 : length < 0x1_00_00 ? 2 : 4
  const bytes = Buffer.alloc(1 + size)
  bytes[0] = (major << 5) | (23 + (size === 4 ? 3 : size))
  bytes.writeUIntBE(length, 1, size)
  return bytes
}

/** The part of CBOR that authenticators write. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const transports: ('internal' | 'hybrid')[] = ['internal', 'hybrid']
const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

function makeKey(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return algorithm === 'EdDSA'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** A COSE key. */
function coseOf(key: KeyObject): Map<number, Cbor> {
  const { kty, x, y, n, e } = key.export({ format: 'jwk' })
  if (kty === 'EC')
    return new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ])
  if (kty === 'OKP')
    return new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytesOf(x)],
    ])
  return new Map<number, Cbor>([
    [1, 3],
    [3, -257],
    [-1, bytesOf(n)],
    [-2, bytesOf(e)],
  ])
}

type Site = { origin: string; rpId: string }

const clientDataOf = (type: string, challenge: string, { origin }: Site, lies: Lies) =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
      ...lies.client,
    }),
  )

function authenticatorDataOf(
  { rpId }: Site,
  flags: number,
  counter: number,
  attested: Uint8Array,
  lies: Lies,
) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(lies.counter ?? counter)
  return Buffer.concat([
    createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest(),
    Buffer.from([lies.flags ?? flags]),
    count,
    attested,
    lies.more ?? new Uint8Array(),
  ])
}

const answerOf = <Response>(id: Buffer, response: Response) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
  authenticatorAttachment: 'platform' as const,
})

type Device = {
  origin: string
  rpId?: string
  algorithm?: Algorithm
  /** Most phones never count. */
  counts?: boolean
}

/** A device with one passkey, and the browser around it. Its answers are the JSON of the browser's `toJSON()`. */
export function createAuthenticator({ origin, rpId, algorithm = 'ES256', counts = true }: Device) {
  const site = { origin, rpId: rpId ?? new URL(origin).hostname }
  const { privateKey, publicKey } = makeKey(algorithm)
  const id = randomBytes(32)
  let handle = ''
  let counter = 0
  return {
    id: id.toString('base64url'),
    /** For a browser's virtual device. */
    exported: () => ({
      credentialId: id.toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    }),
    create({ challenge, user }: CreationOptions, lies: Lies = {}) {
      handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = cbor(lies.publicKey ?? coseOf(publicKey))
      const attested = Buffer.concat([randomBytes(16), length, id, key])
      const flags = flag.present | flag.verified | flag.attested
      const authData = authenticatorDataOf(site, flags, counter, attested, lies)
      const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: new Map<string, Cbor>() }
      const object = new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ])
      return answerOf(id, {
        clientDataJSON: clientDataOf('webauthn.create', challenge, site, lies).toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports,
      })
    },
    get({ challenge }: RequestOptions, lies: Lies = {}) {
      if (counts) counter++
      const client = clientDataOf('webauthn.get', challenge, site, lies)
      const data = authenticatorDataOf(site, flag.present | flag.verified, counter, new Uint8Array(), lies)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', signed, lies.key ?? privateKey)
      return answerOf(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle ?? handle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
