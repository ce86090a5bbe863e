import { noSuchBucket, refusal } from './errors.ts'

// The reference's characters, without `%` and `\`: a key that was encoded twice is refused.
const letters = /^[\w/!\-.*'() &$@=;:+,?]+$/
const longest = 1_024

/** A file's name inside its bucket. The server never uses it as a path, and the grammar keeps it harmless elsewhere (threat 48). */
export function checkKey(key: string): string {
  const sound =
    key.length <= longest &&
    letters.test(key) &&
    // No empty part (leading, trailing or doubled slash), no `.` and `..`, nothing that Windows would drop.
    key.split('/').every((part) => part !== '' && !part.endsWith('.') && !part.endsWith(' '))
  if (!sound) throw refusal('InvalidKey', `Invalid key: ${quote(key)}`)
  return key
}

export function decodeKey(encoded: string): string {
  return checkKey(decode(encoded))
}

export function decodeBucket(encoded: string): string {
  return checkBucket(decode(encoded))
}

export function checkBucket(id: string): string {
  if (!/^[a-z0-9][a-z0-9-]{1,62}$/.test(id)) throw noSuchBucket()
  return id
}

export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw refusal('InvalidKey', `Invalid key: ${quote(encoded)}`)
  }
}

/** The caller's word, shortened for an error message. */
export function quote(word: string): string {
  return (word.length > 60 ? `${word.slice(0, 60)}…` : word).toWellFormed()
}
