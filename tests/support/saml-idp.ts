import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { certify, type Certified } from './certificate.ts'

// An identity provider of an organisation, by a package that is not the server's own library.

setSchemaValidator({ validate: async () => 'not checked' })

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What the provider says about a person, before it signs. */
export type Statement = {
  nameId: string
  format?: string
  attributes?: Readonly<Record<string, readonly string[]>>
  /** Any other change of the unsigned XML. */
  change?: (xml: string) => string
}

export type Answer = { SAMLResponse: string; RelayState: string }

/** `signs`: what the provider signs. */
export function createIdp({
  entityId = 'https://idp.up.example/saml',
  signs = 'assertion',
  key = certify('idp'),
}: { entityId?: string; signs?: 'assertion' | 'message' | 'both'; key?: Certified } = {}) {
  const idp = IdentityProvider({
    entityID: entityId,
    privateKey: key.keyPem,
    signingCert: key.certificatePem,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: false,
    nameIDFormat: [persistent],
    singleSignOnService: [{ Binding: redirect, Location: 'https://idp.up.example/login' }],
    singleLogoutService: [{ Binding: redirect, Location: 'https://idp.up.example/logout' }],
  })
  const metadata = idp.getMetadata()

  /** The provider's answer to a log-in whose address is `loginUrl`. */
  async function answer(loginUrl: string, spMetadata: string, statement: Statement): Promise<Answer> {
    const sp = ServiceProvider({
      metadata: spMetadata.replace(
        'WantAssertionsSigned="true"',
        `WantAssertionsSigned="${signs === 'message' ? 'false' : 'true'}"`,
      ),
      wantMessageSigned: signs !== 'assertion',
    })
    const query = Object.fromEntries(new URL(loginUrl).searchParams)
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query })
    const made = await idp.createLoginResponse(sp, { extract }, 'post', {}, (template) => ({
      id: '_answer',
      context: fill(template, entityId, String(extract.request?.id), sp, statement),
    }))
    return { SAMLResponse: made.context, RelayState: query['RelayState'] ?? '' }
  }
  return { entityId, key, metadata, answer }
}

type Sp = ReturnType<typeof ServiceProvider>

function fill(template: string, issuer: string, requestId: string, sp: Sp, statement: Statement): string {
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
  const acs = String(sp.entityMeta.getAssertionConsumerService('post'))
  const attributes = Object.entries(statement.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const values: Record<string, string> = {
    ID: '_answer',
    AssertionID: '_assertion',
    Destination: acs,
    Audience: sp.entityMeta.getEntityID(),
    SubjectRecipient: acs,
    Issuer: issuer,
    IssueInstant: at(0),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: at(-30),
    ConditionsNotOnOrAfter: at(300),
    SubjectConfirmationDataNotOnOrAfter: at(300),
    NameIDFormat: statement.format ?? persistent,
    NameID: statement.nameId,
    InResponseTo: requestId,
    AuthnStatement: `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    AttributeStatement:
      attributes.length > 0
        ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
        : '',
  }
  const xml = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
  return statement.change ? statement.change(xml) : xml
}
