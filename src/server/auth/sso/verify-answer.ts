import type { AuthSettings } from '../deps.ts'
import { checkShape, readAssertion, type Assertion } from './answer.ts'
import { samlFor } from './library.ts'
import { ownAddresses } from './metadata.ts'
import type { SsoProvider } from './providers.ts'
import { parseXml, XmlError } from './xml.ts'

/**
 * What an answer of the provider to our request says. The library checks the signature; all that counts is read from the bytes that it found
 * signed. Throws an XmlError.
 */
export async function verifyAnswer(
  settings: Pick<AuthSettings, 'publicUrl' | 'saml'>,
  provider: SsoProvider,
  requestId: string,
  answer: string,
  now: Date,
): Promise<Assertion> {
  const expected = { ...ownAddresses(settings.publicUrl), issuer: provider.entity_id, requestId, now }
  const text = decode(answer)
  const parts = checkShape(parseXml(text, true), expected)
  const signed = await samlFor(settings, provider, requestId, now, parts)
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') })
    .then(({ profile }) => profile?.getAssertionXml?.())
    .catch(() => undefined)
  if (!signed) throw new XmlError('its signature, its time or its audience is wrong')
  return readAssertion(parseXml(signed, true), expected)
}

function decode(answer: string): string {
  const text = answer.replaceAll(/[\r\n ]/g, '')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new XmlError('it is no base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    throw new XmlError('it is not UTF-8')
  }
}
