import * as v from 'valibot'
import { keyedHash, sameBytes } from '../../http/keyed-hash.ts'

/** The site that a credential belongs to. A browser offers it on pages of `origins` only, so a copied page gets nothing. */
export type RelyingParty = { rpId: string; origins: readonly string[]; name: string }

/** A public key of a device. */
export type Credential = { credential_id: Buffer; public_key: Buffer; counter: number }
export type CreatedCredential = Credential & { transports: string[]; backed_up: boolean }
export type Assertion = { counter: number; backed_up: boolean }

/** ms. People look for the finger, read the dialog of the phone, and scan a QR code with another device. */
export const ceremonyTime = 300_000

// ES256, EdDSA, RS256 (old Windows): every device that keeps passkeys knows one of them.
/** Bytes. A key of RSA with 4096 bits takes half of it. */
const longestKey = 1_024
const algorithms = [-7, -8, -257]

/** The random bytes that the device signs: derived from the challenge's id, so the table of challenges holds none. */
export function challengeOf(secret: Buffer, challengeId: string): string {
  return keyedHash(secret, 'webauthn challenge', challengeId).toString('base64url')
}

/** The account's name on the device. It is no id of the product: a phone's list of passkeys must not lead to posts. */
export function handleOf(secret: Buffer, userId: string): Buffer {
  return keyedHash(secret, 'webauthn user handle', userId)
}

type Asked = { challenge: string; handle: Buffer; label: string; exclude: readonly Buffer[] }

/** The options of `navigator.credentials.create()`, as JSON. `passwordless`: the device also finds the credential without a name. */
export function creationOptions(
  party: RelyingParty,
  { challenge, handle, label, exclude }: Asked,
  passwordless: boolean,
) {
  return {
    rp: { id: party.rpId, name: party.name },
    user: { id: handle.toString('base64url'), name: label, displayName: label },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyTime,
    excludeCredentials: exclude.map(descriptor),
    authenticatorSelection: {
      residentKey: passwordless ? 'required' : 'preferred',
      requireResidentKey: passwordless,
      userVerification: passwordless ? 'required' : 'preferred',
    },
    attestation: 'none',
  }
}

/** The options of `navigator.credentials.get()`, as JSON. With no allowed credentials the device offers its passkeys for this site. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allow: readonly Buffer[],
  passwordless: boolean,
) {
  return {
    challenge,
    timeout: ceremonyTime,
    rpId: party.rpId,
    allowCredentials: allow.map(descriptor),
    userVerification: passwordless ? 'required' : 'preferred',
  }
}

const descriptor = (id: Buffer) => ({ type: 'public-key', id: id.toString('base64url') })

const bytes = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[\w-]+$/))
const credentialId = bytes(1_364)
const shared = { id: credentialId, rawId: credentialId, type: v.literal('public-key') }
const created = v.object({
  ...shared,
  response: v.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(32_768),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(8))),
  }),
})
const asserted = v.object({
  ...shared,
  response: v.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(4_096),
    userHandle: v.nullish(bytes(88)),
  }),
})

/** What `navigator.credentials.get()` answered. Undefined for anything else. */
export function readAssertion(given: unknown): GivenAssertion | undefined {
  const { success, output } = v.safeParse(asserted, given)
  return success && isOfThisPage(output.response.clientDataJSON) ? output : undefined
}
export type GivenAssertion = v.InferOutput<typeof asserted>

/** A page of ours inside a frame of a foreign one says `crossOrigin`: its visitor may not see what they agree to. */
function isOfThisPage(clientDataJSON: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return (
      typeof said === 'object' && said !== null && !Reflect.get(said, 'crossOrigin') && !('topOrigin' in said)
    )
  } catch {
    return false
  }
}

/** The new credential; undefined when the device's answer proves nothing. */
export async function checkCreation(
  party: RelyingParty,
  challenge: string,
  given: unknown,
  passwordless: boolean,
): Promise<CreatedCredential | undefined> {
  const { success, output } = v.safeParse(created, given)
  if (!success || !isOfThisPage(output.response.clientDataJSON)) return undefined
  const library = await load()
  try {
    const { clientDataJSON, attestationObject: object, transports } = output.response
    const attestationObject = await withoutAttestation(object)
    const { verified, registrationInfo: made } = await library.verifyRegistrationResponse({
      response: { ...output, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification: passwordless,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || !made || made.credential.id !== output.id) return undefined
    if (made.credential.publicKey.length > longestKey) return undefined
    return {
      credential_id: Buffer.from(made.credential.id, 'base64url'),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: transports ?? [],
      backed_up: made.credentialBackedUp,
    }
  } catch {
    // The library throws for each kind of wrong answer. They are all the same to the caller.
    return undefined
  }
}

/** Undefined when the assertion was not made by this credential, for this challenge, on our page. */
export async function checkAssertion(
  party: RelyingParty,
  challenge: string,
  given: GivenAssertion,
  { credential_id: id, public_key: publicKey, counter }: Credential,
  passwordless: boolean,
): Promise<Assertion | undefined> {
  const library = await load()
  try {
    const { userHandle: _handle, ...response } = given.response
    const { verified, authenticationInfo: info } = await library.verifyAuthenticationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification: passwordless,
      credential: { id: id.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
    })
    return verified ? { counter: info.newCounter, backed_up: info.credentialBackedUp } : undefined
  } catch {
    return undefined
  }
}

/** The account that the device names must be the owner of the credential. */
export function namesOwner(given: GivenAssertion, handle: Buffer): boolean {
  return sameBytes(Buffer.from(given.response.userHandle ?? '', 'base64url'), handle)
}

/** The library takes 100 ms and 30 MB, so it is loaded when the first device answers. */
const load = () => import('@simplewebauthn/server')

/** We ask for no attestation. A certificate in one could make the library fetch an address that an attacker chose, so it is cut out. */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, Uint8Array | string | Map<never, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<never, never>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}
