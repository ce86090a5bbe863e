import { toBase64Url, fromBase64Url } from './base64-url.ts'

// The device's side of passkeys. In the server's JSON, bytes are base64url.

const textOf = (bytes: ArrayBuffer) => toBase64Url(new Uint8Array(bytes))

type Descriptor = { type: 'public-key'; id: string }
export type AskedCreation = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: Descriptor[]
}
export type AskedAssertion = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials: Descriptor[]
}

const described = ({ type, id }: Descriptor) => ({ type, id: fromBase64Url(id) })

/** Makes a passkey on this device, or on one that the person chooses. Rejects when they do not. */
export async function makePasskey(asked: AskedCreation): Promise<object> {
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: fromBase64Url(asked.challenge),
      user: { ...asked.user, id: fromBase64Url(asked.user.id) },
      excludeCredentials: asked.excludeCredentials.map(described),
    },
  })
  const { id, type, response } = requireKey(made)
  const attested = response as AuthenticatorAttestationResponse
  return {
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(attested.clientDataJSON),
      attestationObject: textOf(attested.attestationObject),
      // Older browsers do not tell.
      transports: 'getTransports' in attested ? attested.getTransports() : [],
    },
  }
}

/** Signs with a passkey that the person chooses. */
export async function signWithPasskey(asked: AskedAssertion): Promise<object> {
  const found = await navigator.credentials.get({
    publicKey: {
      ...asked,
      challenge: fromBase64Url(asked.challenge),
      allowCredentials: asked.allowCredentials.map(described),
    },
  })
  const { id, type, response } = requireKey(found)
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse
  return {
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
  }
}

function requireKey(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential
  throw new DOMException('no passkey', 'NotAllowedError')
}

/** The person closed the device's dialog, let it time out, or has no passkey here: browsers do not tell which. */
export const hasDeclined = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The device already has a passkey of this account. */
export const isHereAlready = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'
