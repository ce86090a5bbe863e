import { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { invalid } from '../errors.ts'
import { isSafe } from '../providers/provider-config.ts'
import { children, isNamed, namespaces, parseXml, textOf, timeOf, XmlError } from './xml.ts'

type IdpMetadata = {
  entityId: string
  /** Where a person logs in. */
  ssoUrl: string
  /** Base64 of the certificates that sign assertions. */
  certificates: string[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads the metadata of an identity provider, in the reference's words for what is wrong. */
export function readIdpMetadata(text: string, now: Date): IdpMetadata {
  try {
    const root = parseXml(text, false)
    if (!isNamed(root, 'metadata', 'EntityDescriptor')) {
      throw invalid('SAML Metadata must be the EntityDescriptor of one identity provider')
    }
    const entityId = root.getAttribute('entityID') ?? ''
    if (entityId === '' || entityId.length > 1_024)
      throw invalid('SAML Metadata does not contain an EntityID')
    const [descriptor, ...more] = children(root, 'metadata', 'IDPSSODescriptor')
    if (!descriptor) throw invalid('SAML Metadata does not contain any IDPSSODescriptor')
    if (more.length > 0) throw invalid('SAML Metadata contains multiple IDPSSODescriptors')
    for (const element of [root, descriptor]) {
      const until = timeOf(element, 'validUntil')
      if (until && until <= now) throw invalid('SAML Metadata is no longer valid')
    }
    return { entityId, ssoUrl: ssoUrlOf(descriptor), certificates: certificatesOf(descriptor) }
  } catch (error) {
    if (error instanceof XmlError) throw invalid(`SAML Metadata cannot be read: ${error.message}`)
    throw error
  }
}

function ssoUrlOf(descriptor: Element): string {
  const services = children(descriptor, 'metadata', 'SingleSignOnService')
  const service = services.find((one) => one.getAttribute('Binding') === redirectBinding)
  const url = service?.getAttribute('Location') ?? ''
  if (!URL.canParse(url) || !isSafe(url)) {
    throw invalid('SAML Metadata has no SingleSignOnService with the HTTP-Redirect binding and https')
  }
  return url
}

/** Only RSA of at least 2,048 bits: the signature library knows no other kind, and a shorter key can be broken. */
function certificatesOf(descriptor: Element): string[] {
  const keys = children(descriptor, 'metadata', 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') ?? 'signing') === 'signing',
  )
  const certificates = keys
    .flatMap((key) => [...key.getElementsByTagNameNS(namespaces.signature, 'X509Certificate')])
    .map((element) => textOf(element).replaceAll(/\s/g, ''))
  if (certificates.length === 0 || certificates.length > 10) {
    throw invalid('SAML Metadata must have one to ten X509Certificates for signing')
  }
  for (const certificate of certificates) {
    if (!isStrong(certificate)) {
      throw invalid('A signing certificate of the SAML Metadata is not RSA with at least 2048 bits')
    }
  }
  return [...new Set(certificates)]
}

function isStrong(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    return (
      publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
    )
  } catch {
    return false
  }
}

/** Our names, as an identity provider needs them. */
export function ownAddresses(publicUrl: string): { entityId: string; acs: string } {
  const saml = `${publicUrl}/auth/v1/sso/saml`
  return { entityId: `${saml}/metadata`, acs: `${saml}/acs` }
}

/** Our metadata. `certificate` belongs to the key that signs our requests. Encrypted assertions are not asked for. */
export function ownMetadata(publicUrl: string, certificate: string | undefined): string {
  const { entityId, acs } = ownAddresses(publicUrl)
  const key = certificate
    ? `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>${certificate}` +
      '</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>'
    : ''
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${entityId}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="${certificate ? 'true' : 'false'}" WantAssertionsSigned="true" ` +
    `protocolSupportEnumeration="${namespaces.protocol}">${key}` +
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>' +
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>' +
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}" index="0" isDefault="true"/>` +
    '</md:SPSSODescriptor></md:EntityDescriptor>\n'
  )
}
