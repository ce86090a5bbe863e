import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { EthereumWallet, SolanaWallet } from '@supabase/auth-js'

// Wallets as a browser shows them to the official client, over real keys.

export function ethereumWallet(): { address: string; wallet: EthereumWallet; sign(text: string): string } {
  const secret = secp256k1.utils.randomSecretKey()
  const point = secp256k1.getPublicKey(secret, false)
  const address = `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(-20)).toString('hex')}`
  const signText = (text: string) => {
    const bytes = Buffer.from(text)
    const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`)
    const digest = keccak_256(Buffer.concat([prefix, bytes]))
    const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
  }
  const answers: Record<string, (params: readonly string[]) => unknown> = {
    eth_requestAccounts: () => [address],
    eth_chainId: () => '0x1',
    personal_sign: ([hex = '']) => signText(Buffer.from(hex.slice(2), 'hex').toString()),
  }
  const wallet = {
    address,
    on: () => {},
    removeListener: () => {},
    request: async ({ method, params }: { method: string; params?: unknown }) =>
      answers[method]?.(Array.isArray(params) ? params.map(String) : []),
  }
  return { address, wallet, sign: signText }
}

export function solanaWallet(): { address: string; wallet: SolanaWallet; sign(text: string): string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const address = base58.encode(raw)
  const wallet = {
    publicKey: { toBase58: () => address },
    signMessage: async (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey)),
  }
  return { address, wallet, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') }
}

/** A message of Ethereum as wallets write it. */
export function signInText(address: string, { origin = 'http://emote.test', at = new Date() } = {}): string {
  const { host, href } = new URL('/login', origin)
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Papasok ako sa Emote',
    '',
    `URI: ${href}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${randomBytes(8).toString('hex')}`,
    `Issued At: ${at.toISOString()}`,
  ].join('\n')
}
