import { fromBase64Url, toBase64Url } from '../../lib/base64-url.ts'
import type { Lock } from '../device/kept.ts'
import {
  broken,
  curve,
  decoded,
  expand,
  parts,
  random,
  toBytes,
  version,
  type Bytes,
  type DiaryKey,
} from './vault.ts'

export type Secret = { passphrase: string } | { recoveryKey: string }

export class WrongPassphrase extends Error {}
export class WrongRecoveryKey extends Error {}

/** OWASP's number for PBKDF2 with SHA-256 (Password Storage Cheat Sheet): about a second on a cheap phone. */
const rounds = 600_000
const longestWrapped = 2000

/** The recovery key is shown once and stored nowhere. */
export async function createLock(
  passphrase: string,
): Promise<{ lock: Lock; recoveryKey: string; key: DiaryKey }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const id = crypto.randomUUID()
  const public_key = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const label = labelOf({ id, public_key })
  const secret = random(20)
  const lock: Lock = {
    id,
    public_key,
    by_passphrase: await wrap(pair.privateKey, (salt) => fromPassphrase(passphrase, salt), label),
    by_recovery: await wrap(pair.privateKey, (salt) => fromRecovery(secret, salt), label),
    ending: false,
  }
  const recoveryKey = toGroups(secret)
  return { lock, recoveryKey, key: await recover(lock, recoveryKey) }
}

/** Throws WrongPassphrase, or BrokenSeal when the lock is damaged. */
export const unlock = (lock: Lock, passphrase: string): Promise<DiaryKey> => keyOf(lock, { passphrase })

/** Throws WrongRecoveryKey, or BrokenSeal when the lock is damaged. */
export const recover = (lock: Lock, recoveryKey: string): Promise<DiaryKey> => keyOf(lock, { recoveryKey })

/** Wraps the private key by a new passphrase. `secret` is the old passphrase or the recovery key. */
export async function changePassphrase(
  lock: Lock,
  secret: Secret,
  passphrase: string,
): Promise<Pick<Lock, 'by_passphrase'>> {
  const privateKey = await unwrap(lock, secret, true)
  return {
    by_passphrase: await wrap(privateKey, (salt) => fromPassphrase(passphrase, salt), labelOf(lock)),
  }
}

/** Wraps the private key by a new recovery key. The old one then opens nothing. */
export async function changeRecoveryKey(
  lock: Lock,
  secret: Secret,
): Promise<Pick<Lock, 'by_recovery'> & { recoveryKey: string }> {
  const privateKey = await unwrap(lock, secret, true)
  const bytes = random(20)
  const by_recovery = await wrap(privateKey, (salt) => fromRecovery(bytes, salt), labelOf(lock))
  return { by_recovery, recoveryKey: toGroups(bytes) }
}

/** Keyboards compose letters and add spaces differently, so both are folded first. */
async function fromPassphrase(passphrase: string, salt: Bytes): Promise<CryptoKey> {
  const folded = toBytes(passphrase.normalize('NFKC').replaceAll(/\s+/g, ' ').trim())
  const base = await crypto.subtle.importKey('raw', folded, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey'])
}

const fromRecovery = (secret: Bytes, salt: Bytes) =>
  expand(secret, salt, 'emote diary recovery 1', ['wrapKey', 'unwrapKey'])

async function wrap(key: CryptoKey, from: (salt: Bytes) => Promise<CryptoKey>, label: Bytes) {
  const salt = random(16)
  const iv = random(12)
  const how = { name: 'AES-GCM', iv, additionalData: label }
  const box = await crypto.subtle.wrapKey('pkcs8', key, await from(salt), how)
  return [version, toBase64Url(salt), toBase64Url(iv), toBase64Url(new Uint8Array(box))].join('.')
}

async function keyOf(lock: Lock, secret: Secret): Promise<DiaryKey> {
  const privateKey = await unwrap(lock, secret, false)
  const { id, public_key } = lock
  return {
    lockId: id,
    sealsTo: public_key,
    publicKey: fromBase64Url(public_key),
    privateKey,
    doors: new Map(),
  }
}

async function unwrap(lock: Lock, secret: Secret, extractable: boolean): Promise<CryptoKey> {
  const [salt, iv, box] = parts(
    'passphrase' in secret ? lock.by_passphrase : lock.by_recovery,
    longestWrapped,
  ).map(decoded)
  const wrapping = await wrappingKey(secret, salt ?? broken())
  const how = { name: 'AES-GCM', iv: iv ?? broken(), additionalData: labelOf(lock) }
  try {
    return await crypto.subtle.unwrapKey('pkcs8', box ?? broken(), wrapping, how, curve, extractable, [
      'deriveBits',
    ])
  } catch {
    throw 'passphrase' in secret ? new WrongPassphrase() : new WrongRecoveryKey()
  }
}

async function wrappingKey(secret: Secret, salt: Bytes): Promise<CryptoKey> {
  if ('passphrase' in secret) return fromPassphrase(secret.passphrase, salt)
  const bytes = fromGroups(secret.recoveryKey)
  if (!bytes) throw new WrongRecoveryKey()
  return fromRecovery(bytes, salt)
}

/** The authenticated data names the public key: an attacker cannot pair the wrapped key with another one. */
const labelOf = ({ id, public_key }: Pick<Lock, 'id' | 'public_key'>) =>
  toBytes(`emote diary lock 1 ${id} ${public_key}`)

/** Crockford's alphabet: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twenty bytes as eight groups of four, to write down: `7K3M-0QWE-…`. */
function toGroups(bytes: Bytes): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from(
    { length: (bytes.length * 8) / 5 },
    (_, place) => alphabet[Number((bits >> BigInt(bytes.length * 8 - 5 * (place + 1))) & 31n)],
  )
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Ignores case, spaces and dashes. Reads O as 0, I and L as 1. */
export function foldGroups(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Returns null when a letter or the length is wrong. */
function fromGroups(typed: string, length = 20): Bytes | null {
  const letters = foldGroups(typed)
  if (letters.length !== (length * 8) / 5 || !/^[0-9A-HJKMNP-TV-Z]*$/.test(letters)) return null
  let bits = 0n
  for (const letter of letters) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter))
  return Uint8Array.from({ length }, (_, place) => Number((bits >> BigInt(8 * (length - 1 - place))) & 255n))
}
