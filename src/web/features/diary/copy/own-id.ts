/**
 * Derives an entry's id for another person's diary: a UUID of version 8 (RFC 9562). The same entry and person always give the same id, so a
 * repeated restore adds nothing.
 */
export async function ownId(userId: string, id: string): Promise<string> {
  const name = new TextEncoder().encode(`emote diary entry ${userId} ${id}`)
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', name)).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
