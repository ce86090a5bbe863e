import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { invalid } from '../errors.ts'
import type { Chain } from './sign-in-message.ts'

/** Whether the wallet of `address` signed `text`. Throws a refusal for a signature that is none. */
export function isSignedBy(chain: Chain, address: string, text: string, signature: string): boolean {
  return chain === 'ethereum'
    ? isSignedOnEthereum(address, text, readHex(signature))
    : isSignedOnSolana(address, text, readBase64(signature))
}

function readHex(text: string): Buffer {
  if (!/^(?:0x)?[0-9a-fA-F]{130}$/.test(text)) {
    throw invalid('signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string')
  }
  return Buffer.from(text.replace(/^0x/, ''), 'hex')
}

function readBase64(text: string): Buffer {
  if (!/^[\w+/-]{86}(?:==)?$/.test(text)) {
    throw invalid('signature must be 64 bytes encoded as base64 with or without padding')
  }
  return Buffer.from(text, 'base64url')
}

/** EIP-191: the wallet signs the text behind a prefix that no transaction has. The signature reveals the key, the key the address. */
function isSignedOnEthereum(address: string, text: string, signature: Buffer): boolean {
  const bytes = Buffer.from(text)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  const last = signature[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return false
  try {
    const point = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(keccak_256(Buffer.concat([prefix, bytes])))
    const digest = keccak_256(point.toBytes(false).subarray(1))
    return `0x${Buffer.from(digest.subarray(-20)).toString('hex')}` === address
  } catch {
    // A point that is not on the curve.
    return false
  }
}

/** An address of Solana is the Ed25519 key itself. */
function isSignedOnSolana(address: string, text: string, signature: Buffer): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, signature)
  } catch {
    return false
  }
}
