import { invalid } from '../errors.ts'

/** The two kinds of sign-in messages: EIP-4361 of Ethereum, and its sister for Solana. */
export type Chain = 'ethereum' | 'solana'

export type SignInMessage = {
  /** Host and port, as the wallet showed it to the person. */
  domain: string
  /** Ethereum's in small letters: its capitals are a checksum, not another wallet. */
  address: string
  uri: URL
  chainId: string | undefined
  issuedAt: Date
  expiresAt: Date | undefined
  notBefore: Date | undefined
}

const shortest = 64
const longest = 8_192

const headers: Record<Chain, RegExp> = {
  ethereum: /^(?:https?:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/,
  solana: /^(?:https?:\/\/)?(\S+) wants you to sign in with your Solana account:$/,
}
const addresses: Record<Chain, RegExp> = {
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}
const chainIds: Record<Chain, RegExp> = {
  ethereum: /^[1-9]\d{0,15}$/,
  solana: /^(?:solana:)?(?:mainnet|testnet|devnet|localnet)$/,
}
const host = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i
/** RFC 3339, as `Date` reads it without guessing a zone. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const fields = new Set([
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
])

/** Reads a message that a wallet signed. An unknown line, a line given twice and an odd spelling are refused, each by name. */
export function readSignInMessage(chain: Chain, text: string): SignInMessage {
  if (text.length < shortest) throw invalid('message is too short')
  if (Buffer.byteLength(text) > longest) throw invalid(`message must not exceed ${longest} bytes`)
  // A wallet shows what is printable. A hidden character would make it show another text than the signed one.
  if (/[^\n\P{C}]|[\u2028\u2029]/u.test(text))
    throw invalid('message holds a character that wallets cannot show')
  const lines = text.split('\n')
  const domain = headers[chain].exec(lines[0] ?? '')?.[1] ?? ''
  if (!host.test(domain)) throw invalid('message has no valid first line with a domain')
  const address = lines[1] ?? ''
  if (!addresses[chain].test(address)) throw invalid('message has no valid address in its second line')
  if (lines[2] !== '') throw invalid('the third line of message must be empty')
  const values = readFields(lines, afterStatement(lines))
  const chainId = values.get('Chain ID')
  if (values.get('Version') !== '1') throw invalid('message must have Version: 1')
  if (chainId === undefined ? chain === 'ethereum' : !chainIds[chain].test(chainId)) {
    throw invalid('message has no valid Chain ID')
  }
  const nonce = values.get('Nonce')
  if (nonce !== undefined && !/^[a-zA-Z0-9]{8,64}$/.test(nonce)) {
    throw invalid('the Nonce of message must have 8 to 64 letters and digits')
  }
  return {
    domain: domain.toLowerCase(),
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    uri: readUri(values.get('URI')),
    chainId,
    ...readTimes(values),
  }
}

/** Without a statement the fields begin after one empty line (Solana) or two (Ethereum). */
function afterStatement(lines: readonly string[]): number {
  if (lines[3] === '') return 4
  return lines[4] === '' ? 5 : 3
}

function readFields(lines: readonly string[], first: number): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    // The official client leaves out the colon for Solana.
    if (line === 'Resources:' || line === 'Resources') {
      if (!lines.slice(at + 1).every((resource) => /^- \S+$/.test(resource))) {
        throw invalid('the Resources of message must be its last lines')
      }
      break
    }
    const [, name = '', value = ''] = /^([A-Za-z ]+): (.+)$/.exec(line) ?? []
    if (!fields.has(name)) throw invalid(`line ${at + 1} of message is unknown`)
    if (values.has(name)) throw invalid(`message has ${name} twice`)
    values.set(name, value)
  }
  return values
}

function readUri(text: string | undefined): URL {
  if (!text || /[\\\s]/.test(text) || !URL.canParse(text)) throw invalid('message has no valid URI')
  const uri = new URL(text)
  if (!/^https?:$/.test(uri.protocol) || uri.username || uri.password)
    throw invalid('message has no valid URI')
  return uri
}

function readTimes(
  values: ReadonlyMap<string, string>,
): Pick<SignInMessage, 'issuedAt' | 'expiresAt' | 'notBefore'> {
  const read = (name: string) => {
    const text = values.get(name)
    if (text === undefined) return undefined
    const at = new Date(text)
    if (!time.test(text) || Number.isNaN(at.getTime())) throw invalid(`message has no valid ${name}`)
    return at
  }
  const issuedAt = read('Issued At')
  if (!issuedAt) throw invalid('message has no Issued At')
  return { issuedAt, expiresAt: read('Expiration Time'), notBefore: read('Not Before') }
}
