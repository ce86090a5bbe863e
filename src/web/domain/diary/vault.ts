/**
 * The diary lock's cryptography, with WebCrypto alone (docs/decisions/0014). Entries are sealed to a public key, so writing needs no
 * passphrase; the private key is kept wrapped, once by the passphrase and once by the recovery key. Every text begins with the number of
 * its version, and the version says how it was made: nothing in a text can make a device work for longer.
 */
import { moods } from '../../../shared/moods.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import type { DiaryLock } from '../../../shared/rows.ts'
import { decode, encode, fromGroups, toBytes, toGroups, toText, type Bytes } from './vault-texts.ts'

export type Lock = Pick<DiaryLock, 'id' | 'public_key' | 'by_passphrase' | 'by_recovery' | 'ending'>
export type Words = { mood: MoodValue; content: string; template_url: string | null }

/** Opens what was sealed to one lock. The private key in it cannot be read out; `doors` keeps what was derived of it. */
export type DiaryKey = {
  readonly lockId: string
  readonly publicKey: Bytes
  readonly privateKey: CryptoKey
  readonly doors: Map<string, Promise<CryptoKey>>
}

/** What opens the private key. */
export type Secret = { passphrase: string } | { recoveryKey: string }

export class WrongPassphrase extends Error {}
export class WrongRecoveryKey extends Error {}
/** The text is damaged, was made for another entry or another lock, or is of a version that this code does not know. */
export class BrokenSeal extends Error {}

const version = '1'
const curve = { name: 'ECDH', namedCurve: 'P-256' }
/** OWASP's number for PBKDF2 with SHA-256 (Password Storage Cheat Sheet): about a second on a cheap phone. */
const rounds = 600_000
const longestSealed = 250_000
const longestWrapped = 2000
/** Sealed texts are filled up to a multiple of this: the shortest entries and the moods cannot be told by their length. */
const block = 64

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** A new lock, its key, and its recovery key, which is kept nowhere: it is shown once. */
export async function createLock(
  passphrase: string,
): Promise<{ lock: Lock; recoveryKey: string; key: DiaryKey }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const id = crypto.randomUUID()
  const public_key = encode(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
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

/** Throws WrongPassphrase, or BrokenSeal when the lock itself cannot be read. */
export const unlock = (lock: Lock, passphrase: string): Promise<DiaryKey> => keyOf(lock, { passphrase })

/** Throws WrongRecoveryKey, or BrokenSeal when the lock itself cannot be read. */
export const recover = (lock: Lock, recoveryKey: string): Promise<DiaryKey> => keyOf(lock, { recoveryKey })

/** The same private key under a new passphrase; the old one, or the recovery key, opens it for that. */
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

/** The same private key under a new recovery key; the old one opens nothing any more. */
export async function changeRecoveryKey(
  lock: Lock,
  secret: Secret,
): Promise<Pick<Lock, 'by_recovery'> & { recoveryKey: string }> {
  const privateKey = await unwrap(lock, secret, true)
  const bytes = random(20)
  const by_recovery = await wrap(privateKey, (salt) => fromRecovery(bytes, salt), labelOf(lock))
  return { by_recovery, recoveryKey: toGroups(bytes) }
}

/** What this page seals with: one derivation for many entries. It can only seal; what could open it again is not kept. */
let sender: { to: string; made: Promise<{ publicKey: string; door: CryptoKey }> } | undefined

function senderTo(public_key: string) {
  if (sender?.to !== public_key) sender = { to: public_key, made: makeSender(public_key) }
  return sender.made
}

async function makeSender(public_key: string) {
  const recipient = decode(public_key)
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const door = await doorOf(pair.privateKey, recipient, own, recipient, ['encrypt'])
  return { publicKey: encode(own), door }
}

/** Seals an entry under its id: `1.<ephemeral public key>.<iv>.<ciphertext>`. Throws BrokenSeal when the lock cannot be read. */
export async function seal(lock: Pick<Lock, 'public_key'>, entryId: string, words: Words): Promise<string> {
  const { mood, content, template_url } = words
  const plain = toBytes(JSON.stringify({ mood, content, template_url }))
  // JSON ends where it ends: the spaces after it are nothing.
  const filled = new Uint8Array(Math.ceil(plain.length / block) * block).fill(32)
  filled.set(plain)
  const { publicKey, door } = await senderTo(lock.public_key).catch(broken)
  const iv = random(12)
  const box = await crypto.subtle.encrypt(sealing(iv, entryId), door, filled)
  return [version, publicKey, encode(iv), encode(new Uint8Array(box))].join('.')
}

/** Opens what `seal` made of this entry. Throws BrokenSeal. */
export async function unseal(key: DiaryKey, entryId: string, sealed: string): Promise<Words> {
  const [publicKey, iv, box] = parts(sealed, longestSealed)
  try {
    const door = await openDoor(key, publicKey)
    return readWords(toText(await crypto.subtle.decrypt(sealing(decode(iv), entryId), door, decode(box))))
  } catch (error) {
    return broken(error)
  }
}

function openDoor(key: DiaryKey, publicKey: string): Promise<CryptoKey> {
  const known = key.doors.get(publicKey)
  if (known) return known
  const theirs = decode(publicKey)
  const door = doorOf(key.privateKey, theirs, theirs, key.publicKey, ['decrypt'])
  key.doors.set(publicKey, door)
  // Of what is no key nothing is kept.
  door.catch(() => key.doors.delete(publicKey))
  return door
}

/** The key between two pairs. Both public keys go into it, so a text belongs to one sender and one lock (as in RFC 9180, DHKEM). */
async function doorOf(
  own: CryptoKey,
  theirs: Bytes,
  ephemeral: Bytes,
  recipient: Bytes,
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const point = await crypto.subtle.importKey('raw', theirs, curve, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, own, 256)
  return expand(shared, new Uint8Array([...ephemeral, ...recipient]), 'emote diary entry 1', usages)
}

async function expand(secret: BufferSource, salt: Bytes, purpose: string, usages: KeyUsage[]) {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: toBytes(purpose) }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, usages)
}

/** The same letters, however a keyboard puts them together, and whatever spaces it adds. */
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
  return [version, encode(salt), encode(iv), encode(new Uint8Array(box))].join('.')
}

async function keyOf(lock: Lock, secret: Secret): Promise<DiaryKey> {
  const privateKey = await unwrap(lock, secret, false)
  return { lockId: lock.id, publicKey: decode(lock.public_key), privateKey, doors: new Map() }
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

/** The public key stands in what is authenticated: nobody can put their own beside the wrapped private key. */
const labelOf = ({ id, public_key }: Pick<Lock, 'id' | 'public_key'>) =>
  toBytes(`emote diary lock 1 ${id} ${public_key}`)

/** An entry's id stands in what is authenticated: two entries cannot be swapped. */
const sealing = (iv: Bytes, entryId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: toBytes(`emote diary entry 1 ${entryId.toLowerCase()}`),
})

function parts(text: string, longest: number): [string, string, string] {
  const [of, first, second, third, ...more] = text.length > longest ? [] : text.split('.')
  if (of !== version || !first || !second || !third || more.length > 0) throw new BrokenSeal()
  return [first, second, third]
}

function decoded(text: string): Bytes {
  try {
    return decode(text)
  } catch (error) {
    return broken(error)
  }
}

function broken(cause?: unknown): never {
  throw new BrokenSeal('What was sealed cannot be read', { cause })
}

function readWords(json: string): Words {
  const read: unknown = JSON.parse(json)
  if (typeof read !== 'object' || read === null) return broken()
  const mood = moods.find(({ value }) => 'mood' in read && value === read.mood)?.value
  const content = 'content' in read && typeof read.content === 'string' ? read.content : undefined
  const template = 'template_url' in read && typeof read.template_url === 'string' ? read.template_url : null
  return mood === undefined || content === undefined ? broken() : { mood, content, template_url: template }
}
