import type { Statement } from './saml-idp.ts'

// Answers of an identity provider that must never log anybody in. Each name says what the attacker tries.

type Forged = readonly [name: string, forge: (signed: string) => string]

const part = (xml: string, name: string): string => {
  const found = new RegExp(`<${name}[ >].*</${name}>`, 's').exec(xml)?.[0]
  if (!found) throw new Error(`no ${name}`)
  return found
}
const assertionOf = (xml: string) => part(xml, 'saml:Assertion')
const signatureOf = (xml: string) => part(xml, 'ds:Signature')
/** The assertion of an attacker, who has another name and cannot sign. */
const evilOf = (xml: string) =>
  assertionOf(xml)
    .replace(signatureOf(xml), '')
    .replaceAll('_assertion', '_evil')
    .replace('mina-123', 'admin-1')

const inResponse = (xml: string, ...assertions: string[]) =>
  xml.replace(assertionOf(xml), assertions.join(''))
const withSignature = (assertion: string, signature: string) =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
const bomb = (depth: number) =>
  `<!DOCTYPE b [<!ENTITY a "lol">${Array.from({ length: depth }, (_, at) => `<!ENTITY ${'abcdefghijklmnop'[at + 1]} "${`&${'abcdefghijklmnop'[at]};`.repeat(10)}">`).join('')}]>`

/** Signed parts that were moved, copied and shadowed (signature wrapping), in an answer whose assertion is signed. */
const wrapped: readonly Forged[] = [
  ['an unsigned assertion before the signed one', (x) => inResponse(x, evilOf(x), assertionOf(x))],
  ['an unsigned assertion after the signed one', (x) => inResponse(x, assertionOf(x), evilOf(x))],
  [
    'the signed assertion inside of an unsigned one',
    (x) => inResponse(x, evilOf(x).replace('</saml:Assertion>', `${assertionOf(x)}</saml:Assertion>`)),
  ],
  [
    'the signature in an unsigned assertion, the signed one after it',
    (x) =>
      inResponse(x, withSignature(evilOf(x), signatureOf(x)), assertionOf(x).replace(signatureOf(x), '')),
  ],
  [
    'the signature in an unsigned assertion, the signed one inside of the signature',
    (x) =>
      inResponse(
        x,
        withSignature(
          evilOf(x),
          signatureOf(x).replace(
            '</ds:Signature>',
            `${assertionOf(x).replace(signatureOf(x), '')}</ds:Signature>`,
          ),
        ),
      ),
  ],
  [
    'the signed assertion in an Object of the signature',
    (x) =>
      inResponse(
        x,
        withSignature(
          evilOf(x),
          signatureOf(x).replace(
            '</ds:Signature>',
            `<ds:Object>${assertionOf(x).replace(signatureOf(x), '')}</ds:Object></ds:Signature>`,
          ),
        ),
      ),
  ],
  [
    'the signed assertion in Extensions',
    (x) =>
      inResponse(x, evilOf(x)).replace(
        '<samlp:Status>',
        `<samlp:Extensions>${assertionOf(x)}</samlp:Extensions><samlp:Status>`,
      ),
  ],
  [
    'the signed assertion in Advice of an unsigned one',
    (x) =>
      inResponse(
        x,
        evilOf(x).replace('<saml:Subject>', `<saml:Advice>${assertionOf(x)}</saml:Advice><saml:Subject>`),
      ),
  ],
  [
    'the signed assertion in StatusDetail',
    (x) =>
      inResponse(x, evilOf(x)).replace(
        '</samlp:Status>',
        `<samlp:StatusDetail>${assertionOf(x)}</samlp:StatusDetail></samlp:Status>`,
      ),
  ],
  [
    'two assertions with one ID',
    (x) => inResponse(x, evilOf(x).replaceAll('_evil', '_assertion'), assertionOf(x)),
  ],
  [
    'an unsigned assertion with the signed one’s signature',
    (x) => inResponse(x, withSignature(evilOf(x), signatureOf(x))),
  ],
  [
    'an unsigned assertion with the signature and the ID of another',
    (x) => inResponse(x, withSignature(evilOf(x).replaceAll('_evil', '_assertion'), signatureOf(x))),
  ],
  [
    'a second ID by another spelling',
    (x) => x.replace('<saml:Subject>', '<saml:Subject Id="_assertion">').replace('mina-123', 'admin-1'),
  ],
  ['an answer inside of an answer', (x) => inResponse(x, evilOf(x), x)],
  [
    'two subjects, the first unsigned',
    (x) =>
      x.replace('<saml:Subject>', `${part(x, 'saml:Subject').replace('mina-123', 'admin-1')}<saml:Subject>`),
  ],
  [
    'a reference to the whole document',
    (x) => x.replace('URI="#_assertion"', 'URI=""').replace('mina-123', 'admin-1'),
  ],
  ['a reference without a target', (x) => x.replace(' URI="#_assertion"', '')],
  ['a reference by XPointer', (x) => x.replace('URI="#_assertion"', 'URI="#xpointer(/)"')],
  ['a reference with quotes', (x) => x.replace('URI="#_assertion"', `URI="#_assertion' or '1'='1"`)],
  ['a reference to an outside address', (x) => x.replace('URI="#_assertion"', 'URI="http://127.0.0.1/x"')],
  ['two references', (x) => x.replace('</ds:SignedInfo>', `${part(x, 'ds:Reference')}</ds:SignedInfo>`)],
  ['two signatures of one assertion', (x) => x.replace('<saml:Subject>', `${signatureOf(x)}<saml:Subject>`)],
  [
    'two SignedInfo',
    (x) => x.replace('<ds:SignatureValue>', `${part(x, 'ds:SignedInfo')}<ds:SignatureValue>`),
  ],
  [
    'the signature beside the assertion',
    (x) => inResponse(x, signatureOf(x), assertionOf(x).replace(signatureOf(x), '')),
  ],
  [
    'a comment inside of the digest',
    (x) => x.replace('<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->').replace('mina-123', 'admin-1'),
  ],
  ['a comment that cuts the name', (x) => x.replace('mina-123', 'mina<!---->-123')],
  ['CDATA that cuts the name', (x) => x.replace('mina-123', 'mina<![CDATA[-]]>123')],
  ['an instruction that cuts the name', (x) => x.replace('mina-123', 'mina<?x y?>-123')],
  ['an element that cuts the name', (x) => x.replace('mina-123', '<b>admin</b>mina-123')],
]

const unsigned: readonly Forged[] = [
  ['no signature', (x) => x.replace(signatureOf(x), '')],
  ['no signature, another name', (x) => x.replace(signatureOf(x), '').replace('mina-123', 'admin-1')],
  [
    'an empty signature',
    (x) => x.replace(signatureOf(x), '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'),
  ],
  ['no signature value', (x) => x.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, '')],
  ['an empty signature value', (x) => x.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
  [
    'a signature of zeros',
    (x) => x.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${'A'.repeat(342)}==`),
  ],
  ['a changed digest', (x) => x.replace(/<ds:DigestValue>./, '<ds:DigestValue>_')],
  ['no digest', (x) => x.replace(/<ds:DigestValue>[^<]*<\/ds:DigestValue>/, '')],
  ['no reference', (x) => x.replace(part(x, 'ds:Reference'), '')],
  ['a signature of another namespace', (x) => x.replace('http://www.w3.org/2000/09/xmldsig#"', 'urn:x"')],
  ['another name', (x) => x.replace('mina-123', 'admin-1')],
  ['another attribute', (x) => x.replace('mina@up.example', 'dean@up.example')],
  ['a name with an entity', (x) => x.replace('mina-123', 'mina&#45;124')],
  [
    'an added attribute',
    (x) =>
      x.replace(
        '</saml:AttributeStatement>',
        '<saml:Attribute Name="role"><saml:AttributeValue>admin</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
      ),
  ],
  ['later times', (x) => x.replaceAll(/NotOnOrAfter="2/g, 'NotOnOrAfter="3')],
]

const algorithms: readonly Forged[] = [
  ...[
    'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
    'http://www.w3.org/2000/09/xmldsig#dsa-sha1',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-md5',
    'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
    'none',
    '',
    'constructor',
    '__proto__',
  ].map((method): Forged => [
    `the signature method "${method}"`,
    (x) => x.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', method),
  ]),
  ...[
    'http://www.w3.org/2000/09/xmldsig#sha1',
    'http://www.w3.org/2001/04/xmldsig-more#md5',
    '',
    'toString',
  ].map((method): Forged => [
    `the digest method "${method}"`,
    (x) => x.replace('http://www.w3.org/2001/04/xmlenc#sha256', method),
  ]),
  ...[
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/2002/06/xmldsig-filter2',
    'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  ].map((method): Forged => [
    `the transform ${method}`,
    (x) =>
      x.replace(
        'Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
        `Transform Algorithm="${method}"`,
      ),
  ]),
  [
    'three transforms',
    (x) =>
      x.replace(
        '<ds:Transforms>',
        '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
      ),
  ],
]

const hostileXml: readonly Forged[] = [
  ['a billion laughs', (x) => bomb(9) + x.replace('mina-123', '&j;')],
  [
    'a quadratic blow-up',
    (x) => `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(50_000)}">]>${x.replace('mina-123', '&a;'.repeat(500))}`,
  ],
  [
    'a file of this machine',
    (x) => `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${x.replace('mina-123', '&a;')}`,
  ],
  ['an address inside', (x) => `<!DOCTYPE a SYSTEM "http://127.0.0.1:1/x.dtd">${x}`],
  ['a parameter entity', (x) => `<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:1/"> %p;]>${x}`],
  ['a document type without entities', (x) => `<!DOCTYPE samlp:Response>${x}`],
  ['an unknown entity', (x) => x.replace('mina-123', '&nbsp;mina')],
  [
    'a hundred thousand levels',
    (x) => x.replace('<samlp:Status>', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}<samlp:Status>`),
  ],
  [
    'a thousand levels',
    (x) => x.replace('<samlp:Status>', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}<samlp:Status>`),
  ],
  ['ten thousand elements', (x) => x.replace('<samlp:Status>', `${'<a/>'.repeat(10_000)}<samlp:Status>`)],
  [
    'ten thousand attributes',
    (x) =>
      x.replace(
        '<samlp:Status>',
        `<a ${Array.from({ length: 10_000 }, (_, at) => `a${at}=""`).join(' ')}/><samlp:Status>`,
      ),
  ],
  [
    'ten thousand namespaces',
    (x) =>
      x.replace(
        '<samlp:Status>',
        `<a ${Array.from({ length: 10_000 }, (_, at) => `xmlns:a${at}="urn:${at}"`).join(' ')}/><samlp:Status>`,
      ),
  ],
  ['half a mebibyte of text', (x) => x.replace('mina-123', 'm'.repeat(524_288))],
  ['no end', (x) => x.slice(0, -20)],
  ['no beginning', (x) => x.slice(20)],
  ['two roots', (x) => x + x],
  ['text behind the root', (x) => `${x}hello`],
  ['an attribute twice', (x) => x.replace('Version="2.0"', 'Version="2.0" Version="2.0"')],
  ['an unbound prefix', (x) => x.replace('<saml:Subject>', '<q:x/><saml:Subject>')],
  ['a NUL', (x) => x.replace('mina-123', 'mina\u0000')],
  ['a NUL by its number', (x) => x.replace('mina-123', 'mina&#0;')],
  ['JSON', () => '{"Response":{}}'],
  ['a page', () => '<html><body>hi</body></html>'],
  ['nothing', () => ''],
]

const shapes: readonly Forged[] = [
  ['a LogoutResponse', (x) => x.replaceAll('samlp:Response', 'samlp:LogoutResponse')],
  ['an AuthnRequest', (x) => x.replaceAll('samlp:Response', 'samlp:AuthnRequest')],
  [
    'a bare assertion',
    (x) => assertionOf(x).replace('<saml:Assertion ', '<saml:Assertion xmlns:samlp="urn:x" '),
  ],
  ['no assertion', (x) => x.replace(assertionOf(x), '')],
  [
    'SAML 1.1',
    (x) => x.replace('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:oasis:names:tc:SAML:1.0:protocol'),
  ],
  [
    'an assertion of another namespace',
    (x) => x.replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:x'),
  ],
  ['an encrypted assertion', (x) => x.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')],
  ['an encrypted name', (x) => x.replaceAll('saml:NameID', 'saml:EncryptedID')],
  ['another version', (x) => x.replace('Version="2.0"', 'Version="1.1"')],
  ['another destination', (x) => x.replace(/Destination="[^"]*"/, 'Destination="https://evil.example/acs"')],
  ['an answer to another request', (x) => x.replace(/InResponseTo="[^"]*"/, 'InResponseTo="_another"')],
  ['an answer to no request', (x) => x.replace(/ InResponseTo="[^"]*"/, '')],
  ['another issuer of the answer', (x) => x.replace('<saml:Issuer>https://idp', '<saml:Issuer>https://evil')],
  ['a refusal', (x) => x.replace('status:Success', 'status:Responder')],
  [
    'two statuses',
    (x) =>
      x.replace(
        '</samlp:Status>',
        '</samlp:Status><samlp:Status><samlp:StatusCode Value="x"/></samlp:Status>',
      ),
  ],
  ['no status', (x) => x.replace(/<samlp:Status>.*<\/samlp:Status>/s, '')],
]

export const forgedAnswers: readonly Forged[] = [
  ...wrapped,
  ...unsigned,
  ...algorithms,
  ...hostileXml,
  ...shapes,
]

type Wrong = readonly [name: string, statement: Partial<Statement>]
const drop = (pattern: RegExp) => (xml: string) => xml.replace(pattern, '')
const swap = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, to)

/** What an honest provider signed for somebody else, for another time, or not in full. */
export const wrongStatements: readonly Wrong[] = [
  ['for another service', { change: swap(/<saml:Audience>[^<]*/, '<saml:Audience>https://other.example') }],
  ['for no service', { change: drop(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s) }],
  ['without conditions', { change: drop(/<saml:Conditions .*<\/saml:Conditions>/s) }],
  [
    'with two conditions',
    { change: (xml) => xml.replace('<saml:Conditions ', `${part(xml, 'saml:Conditions')}<saml:Conditions `) },
  ],
  [
    'for two services at once',
    {
      change: swap(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      ),
    },
  ],
  ['that has expired', { change: (xml) => xml.replaceAll(/NotOnOrAfter="20\d\d/g, 'NotOnOrAfter="2020') }],
  ['that begins later', { change: swap(/NotBefore="20\d\d/, 'NotBefore="2090') }],
  ['issued long ago', { change: (xml) => xml.replaceAll(/IssueInstant="20\d\d/g, 'IssueInstant="2020') }],
  [
    'issued in the future',
    { change: (xml) => xml.replaceAll(/IssueInstant="20\d\d/g, 'IssueInstant="2090') },
  ],
  ['with a time that is none', { change: swap(/NotBefore="[^"]*"/, 'NotBefore="soon"') }],
  ['for another receiver', { change: swap(/Recipient="[^"]*"/, 'Recipient="https://other.example/acs"') }],
  ['for no receiver', { change: drop(/ Recipient="[^"]*"/) }],
  [
    'without an end of its confirmation',
    { change: swap(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') },
  ],
  ['for another request', { change: swap(/(Recipient="[^"]*" InResponseTo=")[^"]*/, '$1_another') }],
  ['for no request', { change: swap(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1') }],
  ['bound to a key', { change: swap('cm:bearer', 'cm:holder-of-key') }],
  ['without a confirmation', { change: drop(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/s) }],
  ['without a subject', { change: drop(/<saml:Subject>.*<\/saml:Subject>/s) }],
  ['without a name', { change: drop(/<saml:NameID .*<\/saml:NameID>/s) }],
  ['with an empty name', { nameId: '  ' }],
  ['with a name that is too long', { nameId: 'm'.repeat(256) }],
  ['with a name for once', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  [
    'with two names',
    { change: (xml) => xml.replace('<saml:NameID ', `${part(xml, 'saml:NameID')}<saml:NameID `) },
  ],
  ['without a log-in', { change: drop(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/s) }],
  [
    'of a session that has ended',
    {
      change: swap(
        '<saml:AuthnStatement ',
        '<saml:AuthnStatement SessionNotOnOrAfter="2020-01-01T00:00:00Z" ',
      ),
    },
  ],
  [
    'of another issuer',
    { change: swap(/(<saml:Assertion .*?<saml:Issuer>)[^<]*/s, '$1https://other.example') },
  ],
  ['of version 1.1', { change: swap(/(<saml:Assertion .*?Version=")2.0/s, '$11.1') }],
]
