/** The lock that a passphrase or recovery key proved on this device. A fingerprint survives a log-out (docs/decisions/0021). */
import type { Lock } from '../device/kept.ts'

type Named = Pick<Lock, 'id' | 'public_key'>

/** The server names another lock than the proved one, or none. Nothing is sealed to it, and nothing is sent open. */
export class LockDiffers extends Error {
  override message =
    'May nagbago sa lock ng diary mo, at hindi pa sigurado kung ikaw iyon. Buksan ang diary at ilagay ang passphrase.'
}

async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const trustPrefix = 'emote-lock:'
/** The key names no account: the next person at this phone learns nothing from it. */
const keyOf = async (userId: string) => trustPrefix + (await fingerprint(`emote lock of ${userId}`))
const printOf = ({ id, public_key }: Named) => fingerprint(`emote lock ${id} ${public_key}`)

/** Undefined: no secret proved a lock here, or this browser stores nothing. */
async function readTrust(userId: string): Promise<string | undefined> {
  try {
    return localStorage.getItem(await keyOf(userId)) ?? undefined
  } catch {
    return undefined
  }
}

export const hasTrust = async (userId: string): Promise<boolean> => (await readTrust(userId)) !== undefined

/** True when `said` is the proved lock, and when none was proved here. */
export async function isTrusted(userId: string, said: Named | null): Promise<boolean> {
  const trusted = await readTrust(userId)
  return trusted === undefined || (said !== null && trusted === (await printOf(said)))
}

/** Called once a secret has opened this lock, or, with null, once its person has removed it. Never rejects. */
export async function trustLock(userId: string, lock: Named | null): Promise<void> {
  try {
    if (lock) localStorage.setItem(await keyOf(userId), await printOf(lock))
    else localStorage.removeItem(await keyOf(userId))
  } catch {
    // Without storage the device trusts any lock.
  }
}
