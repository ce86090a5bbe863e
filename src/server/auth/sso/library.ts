import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { AuthSettings } from '../deps.ts'
import type { Signed } from './answer.ts'
import { ownAddresses, readIdpMetadata } from './metadata.ts'
import type { SsoProvider } from './providers.ts'

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
/** Clocks of two servers differ, ms. */
const skew = 60_000

/**
 * The SAML library for one log-in. It knows the id of our one request, so it takes an answer to no other. `answer.ts` checks what it leaves
 * to its caller.
 */
export function samlFor(
  { publicUrl, saml }: Pick<AuthSettings, 'publicUrl' | 'saml'>,
  provider: SsoProvider,
  requestId: string,
  now: Date,
  signed: Signed = { answer: true, assertion: true },
): SAML {
  const { entityId, acs } = ownAddresses(publicUrl)
  const { ssoUrl, certificates } = readIdpMetadata(provider.metadata_xml, now)
  return new SAML({
    entryPoint: ssoUrl,
    issuer: entityId,
    audience: entityId,
    callbackUrl: acs,
    idpIssuer: provider.entity_id,
    idpCert: certificates,
    identifierFormat: provider.name_id_format ?? persistent,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: signed.assertion,
    wantAuthnResponseSigned: signed.answer,
    acceptedClockSkewMs: skew,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: 900_000,
    generateUniqueId: () => requestId,
    cacheProvider: onlyThis(requestId),
    signatureAlgorithm: 'sha256',
    ...(saml?.signing && { privateKey: saml.signing.key }),
  })
}

/** The request itself stands in the database, which takes one answer. */
function onlyThis(requestId: string) {
  const since = new Date().toISOString()
  return {
    saveAsync: async () => null,
    getAsync: async (id: string) => (id === requestId ? since : null),
    removeAsync: async () => null,
  }
}
