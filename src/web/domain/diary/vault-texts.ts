export type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()

export function toBytes(text: string): Bytes {
  return utf8.encode(text)
}

/** Throws a TypeError when the bytes are no text. */
export function toText(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** base64url without padding (RFC 4648, section 5). */
export function encode(bytes: Bytes): string {
  let binary = ''
  // Not all at once: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws a DOMException when the text is no base64url. */
export function decode(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

/** Crockford's alphabet: no letter in it can be taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twenty bytes as eight groups of four, for people to write down: `7K3M-0QWE-…`. */
export function toGroups(bytes: Bytes): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from(
    { length: (bytes.length * 8) / 5 },
    (_, place) => alphabet[Number((bits >> BigInt(bytes.length * 8 - 5 * (place + 1))) & 31n)],
  )
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** What somebody typed of such groups: capitals, spaces and dashes are as good as none; O is read as 0, I and L as 1. */
export function foldGroups(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** The bytes of such groups; null when there are too few letters, too many, or one that no key has. */
export function fromGroups(typed: string, length = 20): Bytes | null {
  const letters = foldGroups(typed)
  if (letters.length !== (length * 8) / 5 || !/^[0-9A-HJKMNP-TV-Z]*$/.test(letters)) return null
  let bits = 0n
  for (const letter of letters) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter))
  return Uint8Array.from({ length }, (_, place) => Number((bits >> BigInt(8 * (length - 1 - place))) & 255n))
}
