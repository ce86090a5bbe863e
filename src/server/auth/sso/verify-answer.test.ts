import { expect, it } from 'vitest'
import { forgedAnswers, wrongStatements } from '../../../../tests/support/saml-corpus.ts'
import { createIdp } from '../../../../tests/support/saml-idp.ts'
import { certify } from '../../../../tests/support/certificate.ts'
import { samlFor } from './library.ts'
import { ownMetadata } from './metadata.ts'
import type { SsoProvider } from './providers.ts'
import { verifyAnswer } from './verify-answer.ts'

const settings = { publicUrl: 'https://emote.test', saml: {} }
const requestId = `_${'a'.repeat(40)}`
const spMetadata = ownMetadata(settings.publicUrl, undefined)
const mina = { nameId: 'mina-123', attributes: { mail: ['mina@up.example'], ou: ['CS', 'Math'] } }

const providerOf = ({ entityId, metadata }: ReturnType<typeof createIdp>): SsoProvider => ({
  id: '00000000-0000-4000-8000-000000000000',
  entity_id: entityId,
  metadata_xml: metadata,
  metadata_url: null,
  fetched_at: null,
  attribute_mapping: {},
  name_id_format: null,
  disabled: false,
  created_at: new Date(),
  updated_at: new Date(),
  domains: [],
})

const key = certify('idp')
const idps = {
  assertion: createIdp({ key, signs: 'assertion' }),
  message: createIdp({ key, signs: 'message' }),
  both: createIdp({ key, signs: 'both' }),
}
const provider = providerOf(idps.assertion)

async function ask(idp: ReturnType<typeof createIdp>, statement: Parameters<typeof idp.answer>[2]) {
  const url = await samlFor(settings, providerOf(idp), requestId, new Date()).getAuthorizeUrlAsync(
    '',
    undefined,
    {},
  )
  return (await idp.answer(url, spMetadata, statement)).SAMLResponse
}

const read = (answer: string, by = provider, now = new Date()) =>
  verifyAnswer(settings, by, requestId, answer, now)
const outcome = (answer: string, by = provider) =>
  read(answer, by).then(
    ({ subject }) => `taken: ${subject}`,
    (error: Error) => error.constructor.name,
  )

it.each(['assertion', 'message', 'both'] as const)(
  'an answer is taken when its provider signs: %s',
  async (signs) => {
    const idp = idps[signs]
    const { subject, attributes } = await read(await ask(idp, mina), providerOf(idp))
    expect([subject, attributes.get('ou')]).toEqual(['mina-123', ['CS', 'Math']])
  },
)

it('a forged answer of the corpus is refused, and none is a fault', async () => {
  const taken: string[] = []
  for (const idp of [idps.assertion, idps.both]) {
    const signed = Buffer.from(await ask(idp, mina), 'base64').toString()
    for (const [name, forge] of forgedAnswers) {
      const forged = forge(signed)
      const result = await outcome(Buffer.from(forged).toString('base64'), providerOf(idp))
      if (forged === signed || result !== 'XmlError') taken.push(`${name}: ${result}`)
    }
  }
  expect(taken).toEqual([])
  expect(forgedAnswers.length + wrongStatements.length).toBeGreaterThan(110)
})

it('an answer that the provider signed for something else is refused', async () => {
  const answers = await Promise.all(
    wrongStatements.map(
      async ([name, wrong]) => [name, await ask(idps.assertion, { ...mina, ...wrong })] as const,
    ),
  )
  const taken: string[] = []
  for (const [name, answer] of answers) {
    const result = await outcome(answer)
    if (result !== 'XmlError') taken.push(`${name}: ${result}`)
  }
  expect(taken).toEqual([])
})

it('a changed byte anywhere in the signed answer is refused or changes nothing', async () => {
  const signed = Buffer.from(await ask(idps.message, mina), 'base64').toString()
  const begin = signed.indexOf('<samlp:Status>')
  const by = providerOf(idps.message)
  const whole = (text: string) =>
    read(Buffer.from(text).toString('base64'), by).then(
      ({ subject, attributes }) => JSON.stringify([subject, ...attributes]),
      (error: Error) => error.constructor.name,
    )
  const results = new Set<string>()
  for (let at = begin; at < signed.length; at += 37) {
    const letter = signed[at] === 'x' ? 'y' : 'x'
    results.add(await whole(signed.slice(0, at) + letter + signed.slice(at + 1)))
  }
  results.delete(await whole(signed))
  expect([...results]).toEqual(['XmlError'])
})

it('an answer is refused when it is no base64 or no UTF-8', async () => {
  const results = await Promise.all(['', '%%%', '/////w==', 'PGE+!'].map((answer) => outcome(answer)))
  expect(new Set(results)).toEqual(new Set(['XmlError']))
})

it('another key signs in vain, even with its own certificate inside', async () => {
  const thief = createIdp()
  const answer = await ask(thief, mina)
  expect(await outcome(answer)).toBe('XmlError')
  const swapped = Buffer.from(answer, 'base64')
    .toString()
    .replace(thief.key.certificate, idps.assertion.key.certificate)
  expect(await outcome(Buffer.from(swapped).toString('base64'))).toBe('XmlError')
})

it('a provider that changes its key has two certificates for a while', async () => {
  const old = certify('old')
  const both = idps.assertion.metadata.replace(
    '<KeyDescriptor use="signing">',
    `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${old.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor><KeyDescriptor use="signing">`,
  )
  const answer = await ask(idps.assertion, mina)
  expect(await outcome(answer, { ...provider, metadata_xml: both })).toBe('taken: mina-123')
})

it('a lasting name by attribute replaces a name for once', async () => {
  const answer = await ask(idps.assertion, {
    nameId: 'once',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    attributes: { 'urn:oasis:names:tc:SAML:attribute:pairwise-id': ['mina@up.example'] },
  })
  expect(await outcome(answer)).toBe('taken: mina@up.example')
})
