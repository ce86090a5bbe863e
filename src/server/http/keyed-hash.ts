import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of labelled parts with the server's secret. The label separates purposes. */
export function keyedHash(secret: Buffer, label: string, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([label, ...parts]))
    .digest()
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** In constant time, except for the length. */
export function sameBytes(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
