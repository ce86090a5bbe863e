import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyedHash } from './keyed-hash.ts'

const ivLength = 12
const tagLength = 16

/** AES-256-GCM with a key of its own for each purpose: a dump of the database shows nothing of the text. */
export function seal(secret: Buffer, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyedHash(secret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Undefined when another secret sealed it, or for another purpose. */
export function unseal(secret: Buffer, purpose: string, bytes: Buffer): string | undefined {
  try {
    const key = keyedHash(secret, purpose)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
