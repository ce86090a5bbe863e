import type { Element } from '@xmldom/xmldom'
import { children, everyElement, isNamed, onlyChild, textOf, timeOf, XmlError } from './xml.ts'

/** What the answer of an identity provider must name. */
type Expected = { issuer: string; entityId: string; acs: string; requestId: string; now: Date }

/** Where signatures stand. Each of them must be valid. */
export type Signed = { answer: boolean; assertion: boolean }

const signatureMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * The shape of an answer, before any signature is checked. There is one assertion, the signatures stand where they belong and use our own
 * list of algorithms, and no ID occurs twice: a signed part that was moved elsewhere is never found.
 */
export function checkShape(root: Element, expected: Expected): Signed {
  if (!isNamed(root, 'protocol', 'Response')) throw new XmlError('it is no Response')
  const all = everyElement(root)
  const assertions = all.filter((one) => one.localName === 'Assertion')
  const [assertion] = assertions
  if (!assertion || assertions.length > 1 || assertion.parentNode !== root) {
    throw new XmlError('it must hold one Assertion')
  }
  if (all.some((one) => /^Encrypted|^Object$|^Manifest$|^Advice$/.test(one.localName ?? ''))) {
    throw new XmlError('it holds a part that is not taken')
  }
  const ids = all.flatMap((one) => ['ID', 'Id', 'id', 'iD'].flatMap((name) => one.getAttribute(name) ?? []))
  if (new Set(ids).size !== ids.length) throw new XmlError('an ID occurs twice')
  checkSignatures(all, [root, assertion])
  checkHead(root, expected)
  return { answer: isSigned(root), assertion: isSigned(assertion) }
}

const isSigned = (one: Element) => children(one, 'signature', 'Signature').length > 0

function checkSignatures(all: readonly Element[], owners: readonly Element[]): void {
  const signatures = all.filter((one) => one.localName === 'Signature')
  if (signatures.length === 0) throw new XmlError('it is not signed')
  for (const signature of signatures) {
    const owner = owners.find((one) => one === signature.parentNode)
    if (!owner || children(owner, 'signature', 'Signature').length !== 1) {
      throw new XmlError('a Signature is out of place')
    }
    const references = everyElement(signature).filter((one) => one.localName === 'Reference')
    if (references.length !== 1 || references[0]?.getAttribute('URI') !== `#${owner.getAttribute('ID')}`) {
      throw new XmlError('a Signature must cover the element that holds it')
    }
  }
  const allowed: Readonly<Record<string, readonly string[]>> = {
    SignatureMethod: signatureMethods,
    DigestMethod: digestMethods,
    CanonicalizationMethod: [exclusive],
    Transform: transforms,
  }
  for (const element of all) {
    const algorithms = allowed[element.localName ?? '']
    if (algorithms && !algorithms.includes(element.getAttribute('Algorithm') ?? '')) {
      throw new XmlError(`the ${element.localName} is not allowed`)
    }
  }
}

function checkHead(root: Element, { issuer, acs, requestId }: Expected): void {
  if (root.getAttribute('Version') !== '2.0') throw new XmlError('it is not of SAML 2.0')
  if (root.getAttribute('InResponseTo') !== requestId) throw new XmlError('it answers another request')
  if (root.hasAttribute('Destination') && root.getAttribute('Destination') !== acs) {
    throw new XmlError('it is for another destination')
  }
  const issuers = children(root, 'assertion', 'Issuer')
  if (issuers.some((one) => textOf(one) !== issuer)) throw new XmlError('it comes from another issuer')
  const status = onlyChild(onlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode')
  if (status.getAttribute('Value') !== success) throw new XmlError('the identity provider refused')
}

export type Assertion = {
  /** The provider's own lasting name of the person. */
  subject: string
  attributes: ReadonlyMap<string, readonly string[]>
}

/** Clocks of two servers differ, ms. */
const skew = 60_000
const mostAge = 600_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Reads an assertion whose signature was verified, from the signed bytes. */
export function readAssertion(assertion: Element, expected: Expected): Assertion {
  const { issuer, now } = expected
  if (!isNamed(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0') {
    throw new XmlError('it is no Assertion')
  }
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== issuer) {
    throw new XmlError('it comes from another issuer')
  }
  const issued = timeOf(assertion, 'IssueInstant')
  if (!issued || Math.abs(now.getTime() - issued.getTime()) > mostAge) throw new XmlError('it is too old')
  checkConditions(onlyChild(assertion, 'assertion', 'Conditions'), expected)
  const subject = onlyChild(assertion, 'assertion', 'Subject')
  if (!children(subject, 'assertion', 'SubjectConfirmation').some((one) => isConfirmed(one, expected))) {
    throw new XmlError('its subject is not confirmed for this log-in')
  }
  const statements = children(assertion, 'assertion', 'AuthnStatement')
  if (statements.length === 0) throw new XmlError('it has no AuthnStatement')
  const ends = statements.flatMap((one) => timeOf(one, 'SessionNotOnOrAfter') ?? [])
  if (ends.some((end) => end <= now)) throw new XmlError('the session of the identity provider has ended')
  const attributes = attributesOf(assertion)
  return { subject: subjectOf(subject, attributes), attributes }
}

function checkConditions(conditions: Element, { entityId, now }: Expected): void {
  if (!isWithin(conditions, now)) throw new XmlError('it is not valid at this time')
  const restrictions = children(conditions, 'assertion', 'AudienceRestriction')
  const isOurs = (one: Element) =>
    children(one, 'assertion', 'Audience').some((audience) => textOf(audience) === entityId)
  if (restrictions.length === 0 || !restrictions.every(isOurs))
    throw new XmlError('it is for another audience')
}

/** A stolen assertion names another request or another receiver. */
function isConfirmed(confirmation: Element, { acs, requestId, now }: Expected): boolean {
  const [data] = children(confirmation, 'assertion', 'SubjectConfirmationData')
  return (
    data !== undefined &&
    confirmation.getAttribute('Method') === bearer &&
    data.getAttribute('Recipient') === acs &&
    data.getAttribute('InResponseTo') === requestId &&
    data.hasAttribute('NotOnOrAfter') &&
    isWithin(data, now)
  )
}

function isWithin(element: Element, now: Date): boolean {
  const from = timeOf(element, 'NotBefore')
  const until = timeOf(element, 'NotOnOrAfter')
  return (
    (!from || from.getTime() - skew <= now.getTime()) && (!until || now.getTime() < until.getTime() + skew)
  )
}

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const lastingNames = [
  'urn:oasis:names:tc:SAML:attribute:subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id',
]

/** A transient NameID is new at every log-in, and would make a new account each time. */
function subjectOf(subject: Element, attributes: Assertion['attributes']): string {
  const nameId = onlyChild(subject, 'assertion', 'NameID')
  const lasting = lastingNames.flatMap((name) => attributes.get(name) ?? [])[0]
  const name = lasting ?? (nameId.getAttribute('Format') === transient ? '' : textOf(nameId))
  if (name === '' || name.length > 255) throw new XmlError('it names no person for good')
  return name
}

/** By name and by friendly name. */
function attributesOf(assertion: Element): Assertion['attributes'] {
  const found = new Map<string, string[]>()
  for (const statement of children(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of children(statement, 'assertion', 'Attribute')) {
      const values = children(attribute, 'assertion', 'AttributeValue').map((one) => one.textContent ?? '')
      const names = ['Name', 'FriendlyName'].flatMap((name) => attribute.getAttribute(name) ?? [])
      for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return found
}
