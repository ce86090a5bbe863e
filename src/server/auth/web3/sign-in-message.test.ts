import { expect, it } from 'vitest'
import { Refusal } from '../../http/refusal.ts'
import { readSignInMessage, type Chain } from './sign-in-message.ts'

const address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const ethereumText = `emote.test wants you to sign in with your Ethereum account:
${address}

Papasok ako sa Emote

URI: http://emote.test/login
Version: 1
Chain ID: 1
Nonce: abcd1234
Issued At: 2026-11-23T08:00:00.000Z
Expiration Time: 2026-11-23T08:05:00.000Z
Not Before: 2026-11-23T07:59:00.000Z
Request ID: 7
Resources:
- https://emote.test/terms`

const solanaText = `emote.test wants you to sign in with your Solana account:
${solana}

Version: 1
URI: http://emote.test/login
Issued At: 2026-11-23T08:00:00.000Z`

const refused = (chain: Chain, text: string): string => {
  try {
    readSignInMessage(chain, text)
    return 'read'
  } catch (error) {
    return error instanceof Refusal ? `${error.status}` : String(error)
  }
}

it('a message of Ethereum is read with all its fields', () => {
  const { issuedAt, uri, ...rest } = readSignInMessage('ethereum', ethereumText)
  expect({ ...rest, uri: uri.href, issuedAt: issuedAt.toISOString() }).toEqual({
    domain: 'emote.test',
    address: address.toLowerCase(),
    uri: 'http://emote.test/login',
    chainId: '1',
    issuedAt: '2026-11-23T08:00:00.000Z',
    expiresAt: new Date('2026-11-23T08:05:00Z'),
    notBefore: new Date('2026-11-23T07:59:00Z'),
  })
})

it('a message of Solana is read in the order of the official client', () => {
  expect(readSignInMessage('solana', solanaText).address).toBe(solana)
  expect(readSignInMessage('solana', `${solanaText}\nResources\n- https://emote.test`).domain).toBe(
    'emote.test',
  )
})

it.each<[string, Chain, (text: string) => string]>([
  ['another chain', 'solana', (text) => text],
  ['no first line', 'ethereum', (text) => text.replace(/^.*\n/, '')],
  ['a domain with a path', 'ethereum', (text) => text.replace('emote.test wants', 'emote.test/x wants')],
  ['a domain with a user', 'ethereum', (text) => text.replace('emote.test wants', 'a@emote.test wants')],
  ['two domains', 'ethereum', (text) => text.replace('emote.test wants', 'evil.test emote.test wants')],
  ['a short address', 'ethereum', (text) => text.replace(address, address.slice(0, -1))],
  ['a full third line', 'ethereum', (text) => text.replace(`${address}\n\n`, `${address}\nhi\n`)],
  ['no URI', 'ethereum', (text) => text.replace(/URI: .*\n/, '')],
  ['a URI that is none', 'ethereum', (text) => text.replace(/URI: .*/, 'URI: emote')],
  ['a script as URI', 'ethereum', (text) => text.replace(/URI: .*/, 'URI: javascript:alert(1)')],
  ['a URI with a user', 'ethereum', (text) => text.replace('//emote.test/', '//emote.test@evil.test/')],
  ['a URI with a backslash', 'ethereum', (text) => text.replace('//emote.test/', '//evil.test\\emote.test/')],
  ['version 2', 'ethereum', (text) => text.replace('Version: 1', 'Version: 2')],
  ['no version', 'ethereum', (text) => text.replace('Version: 1\n', '')],
  ['no chain', 'ethereum', (text) => text.replace('Chain ID: 1\n', '')],
  ['a chain by name', 'ethereum', (text) => text.replace('Chain ID: 1', 'Chain ID: main')],
  ['chain 0', 'ethereum', (text) => text.replace('Chain ID: 1', 'Chain ID: 0')],
  ['a short nonce', 'ethereum', (text) => text.replace('abcd1234', 'abc')],
  ['a nonce with a hyphen', 'ethereum', (text) => text.replace('abcd1234', 'abcd-1234')],
  ['no time', 'ethereum', (text) => text.replace(/Issued At: .*\n/, '')],
  ['a time in words', 'ethereum', (text) => text.replace(/Issued At: .*/, 'Issued At: Monday')],
  ['a time without a zone', 'ethereum', (text) => text.replace('08:00:00.000Z', '08:00:00')],
  ['an impossible time', 'ethereum', (text) => text.replace('2026-11-23T08:00', '2026-13-45T08:00')],
  ['an unknown line', 'ethereum', (text) => text.replace('Version: 1', 'Version: 1\nRole: admin')],
  ['a line twice', 'ethereum', (text) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
  ['two statements', 'ethereum', (text) => text.replace('Emote\n', 'Emote\nhi\n')],
  ['a line behind the resources', 'ethereum', (text) => `${text}\nNonce: zzzz9999`],
  ['a carriage return', 'ethereum', (text) => text.replaceAll('\n', '\r\n')],
  ['a letter that turns the direction', 'ethereum', (text) => text.replace('Papasok', 'Pa\u202epasok')],
  ['a letter without width', 'ethereum', (text) => text.replace('Papasok', 'Pa\u200bpasok')],
  ['too many bytes', 'ethereum', (text) => text.replace('Papasok', 'ñ'.repeat(5_000))],
  ['nothing', 'ethereum', () => ''],
  ['an address with 0', 'solana', () => solanaText.replace(solana, `0${solana.slice(1)}`)],
  ['an unknown network', 'solana', () => `${solanaText}\nChain ID: moonnet`],
])('a message with %s is refused', (_name, chain, change) => {
  const changed = change(ethereumText)
  expect(refused(chain, changed)).toBe('400')
})
