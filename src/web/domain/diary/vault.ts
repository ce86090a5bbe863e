/**
 * Seals and opens diary entries with WebCrypto (docs/decisions/0014). Sealing uses the lock's public key, so writing needs no passphrase. A
 * sealed text begins with its version number.
 */
import { moods, type MoodValue } from '../../../shared/moods.ts'
import { fromBase64Url, toBase64Url } from '../../lib/base64-url.ts'
import type { Lock, SealedEntry } from '../device/kept.ts'

export type Words = { mood: MoodValue; content: string; template_url: string | null }

/** Opens what was sealed to one lock. The private key is not extractable; `doors` caches the keys derived from it. */
export type DiaryKey = {
  readonly lockId: string
  /** The public key as the server stores it. */
  readonly sealsTo: string
  readonly publicKey: Bytes
  readonly privateKey: CryptoKey
  readonly doors: Map<string, Promise<CryptoKey>>
}

/** The text is damaged, has an unknown version, or belongs to another entry or lock. */
export class BrokenSeal extends Error {}

export const version = '1'
export const curve = { name: 'ECDH', namedCurve: 'P-256' }
const longestSealed = 250_000
/** Sealed texts are padded to a multiple of this many bytes: the length reveals neither the mood nor a short entry. */
const block = 64

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** One ephemeral key for all entries of this page. Its private half is not kept, so it can only seal. */
let sender: { to: string; made: Promise<{ publicKey: string; door: CryptoKey }> } | undefined

function senderTo(public_key: string) {
  if (sender?.to !== public_key) sender = { to: public_key, made: makeSender(public_key) }
  return sender.made
}

async function makeSender(public_key: string) {
  const recipient = fromBase64Url(public_key)
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const door = await doorOf(pair.privateKey, recipient, own, recipient, ['encrypt'])
  return { publicKey: toBase64Url(own), door }
}

/** Returns `1.<ephemeral public key>.<iv>.<ciphertext>`. Throws BrokenSeal when the lock is damaged. */
export async function seal(lock: Pick<Lock, 'public_key'>, entryId: string, words: Words): Promise<string> {
  const { mood, content, template_url } = words
  const plain = toBytes(JSON.stringify({ mood, content, template_url }))
  // JSON ignores trailing spaces.
  const filled = new Uint8Array(Math.ceil(plain.length / block) * block).fill(32)
  filled.set(plain)
  const { publicKey, door } = await senderTo(lock.public_key).catch(broken)
  const iv = random(12)
  const box = await crypto.subtle.encrypt(sealing(iv, entryId), door, filled)
  return [version, publicKey, toBase64Url(iv), toBase64Url(new Uint8Array(box))].join('.')
}

export async function sealRow(
  lock: Pick<Lock, 'id' | 'public_key'>,
  entryId: string,
  words: Words,
): Promise<SealedEntry> {
  const sealed = await seal(lock, entryId, words)
  return { mood: null, content: '', template_url: null, sealed, lock_id: lock.id }
}

export async function unseal(key: DiaryKey, entryId: string, sealed: string): Promise<Words> {
  const [publicKey, iv, box] = parts(sealed, longestSealed)
  try {
    const door = await openDoor(key, publicKey)
    return readWords(
      toText(await crypto.subtle.decrypt(sealing(fromBase64Url(iv), entryId), door, fromBase64Url(box))),
    )
  } catch (error) {
    return broken(error)
  }
}

function openDoor(key: DiaryKey, publicKey: string): Promise<CryptoKey> {
  const known = key.doors.get(publicKey)
  if (known) return known
  const theirs = fromBase64Url(publicKey)
  const door = doorOf(key.privateKey, theirs, theirs, key.publicKey, ['decrypt'])
  key.doors.set(publicKey, door)
  // Failed derivations are not cached.
  door.catch(() => key.doors.delete(publicKey))
  return door
}

/** Derives the shared key. Both public keys are its salt, so a text belongs to one sender and one lock (RFC 9180, DHKEM). */
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

export async function expand(secret: BufferSource, salt: Bytes, purpose: string, usages: KeyUsage[]) {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: toBytes(purpose) }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, usages)
}

/** The authenticated data names the entry: an attacker cannot swap two entries. */
const sealing = (iv: Bytes, entryId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: toBytes(`emote diary entry 1 ${entryId.toLowerCase()}`),
})

export function parts(text: string, longest: number): [string, string, string] {
  const [of, first, second, third, ...more] = text.length > longest ? [] : text.split('.')
  if (of !== version || !first || !second || !third || more.length > 0) throw new BrokenSeal()
  return [first, second, third]
}

export function decoded(text: string): Bytes {
  try {
    return fromBase64Url(text)
  } catch (error) {
    return broken(error)
  }
}

export function broken(cause?: unknown): never {
  throw new BrokenSeal('The sealed text cannot be read', { cause })
}

function readWords(json: string): Words {
  const read: unknown = JSON.parse(json)
  if (typeof read !== 'object' || read === null) return broken()
  const mood = moods.find(({ value }) => 'mood' in read && value === read.mood)?.value
  const content = 'content' in read && typeof read.content === 'string' ? read.content : undefined
  const template = 'template_url' in read && typeof read.template_url === 'string' ? read.template_url : null
  return mood === undefined || content === undefined ? broken() : { mood, content, template_url: template }
}

export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()

export function toBytes(text: string): Bytes {
  return utf8.encode(text)
}

/** Throws a TypeError when the bytes are not UTF-8. */
export function toText(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
