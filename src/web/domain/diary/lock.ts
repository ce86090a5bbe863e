import type { Lock } from '../device/kept.ts'
import type { DiaryLock } from '../../../shared/rows.ts'
import { openDevice, readMeta, writeLock } from '../device/device.ts'
import { fitEdit } from './edits.ts'
import { onLeave } from '../device/quick-exit.ts'
import { inTime } from '../../lib/in-time.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { db } from '../../lib/supabase.ts'
import type { DiaryKey } from './vault.ts'

/** undefined: not asked yet. null: the diary is not locked. */
const lock = createStore<Lock | null | undefined>(undefined)
/** In the memory of this tab and nowhere else. */
const held = createStore<DiaryKey | null>(null)

/** A diary left open closes by itself. */
const idle = 10 * 60_000
/** By both clocks: one can be set back, the other stands still while some devices sleep. */
const now = () => ({ wall: Date.now(), run: performance.now() })
let touched = now()

/** The lock as this tab last heard of it. */
export const useLock = (): Lock | null | undefined => useStore(lock)
export const useDiaryKey = (): DiaryKey | null => useStore(held)
export const readDiaryKey = (): DiaryKey | null => held.read()

/**
 * The lock on a person's diary, null when it has none: from the server, or from this device when no answer comes before `signal`. Rejects
 * when neither knows. While there is a lock every entry is sealed to it, also while the lock is being taken off.
 */
export async function findLock(userId: string, signal?: AbortSignal): Promise<Lock | null> {
  try {
    // Offline, the client would try again for seven seconds.
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    const { data } = await inTime(signal, () =>
      db
        .from('diary_locks')
        .select('id, public_key, by_passphrase, by_recovery, ending')
        .eq('user_id', userId)
        .maybeSingle()
        .throwOnError(),
    )
    // Another person's session sees no lock.
    if (personHere() !== userId) throw new Error('Asked in the name of another person')
    await rememberLock(userId, data)
    return data
  } catch (error) {
    const kept = await openDevice(userId)
      .then((device) => readMeta(device, 'lock'))
      .catch(() => undefined)
    if (kept === undefined) throw error
    if (personHere() === userId && lock.read() === undefined) lock.put(kept)
    return kept
  }
}

/** What the server has said of the lock, on this device and on this screen. */
export async function rememberLock(userId: string, said: Pick<DiaryLock, keyof Lock> | null): Promise<void> {
  const key = held.read()
  if (personHere() === userId) {
    if (JSON.stringify(lock.read()) !== JSON.stringify(said)) lock.put(said)
    // The key of a lock that is gone opens nothing.
    if (key && key.lockId !== said?.id) held.put(null)
  }
  // Without a place to keep it, or without what seals, the next page asks again.
  await openDevice(userId)
    .then((device) => writeLock(device, said, (id, edit) => fitEdit(id, edit, said, key)))
    .catch(() => undefined)
}

/** The diary can be read in this tab: until it is locked, the person changes, or nobody touches the page for ten minutes. */
export function holdDiaryKey(key: DiaryKey): void {
  touched = now()
  held.put(key)
  endWatch ??= watch()
}

/** Locks the diary in every tab. */
export function dropDiaryKey(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it is our origin's
  channel?.postMessage('lock')
  held.put(null)
}

let channel: BroadcastChannel | undefined
/** Set while there is a key to drop. */
let endWatch: (() => void) | undefined
const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const touch = () => {
  dropWhenIdle()
  touched = now()
}
// Timers stand still while a phone sleeps: coming back looks first.
const dropWhenIdle = () => {
  const { wall, run } = now()
  if (Math.max(wall - touched.wall, run - touched.run) >= idle) held.put(null)
}

function watch(): () => void {
  const timer = setInterval(dropWhenIdle, 10_000)
  const ends = [onLeave(dropDiaryKey), held.subscribe(() => held.read() ?? endWatch?.())]
  for (const name of touches) addEventListener(name, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', dropWhenIdle)
  addEventListener('pageshow', dropWhenIdle)
  channel = new BroadcastChannel('emote-diary')
  channel.addEventListener('message', () => held.put(null))
  return () => {
    endWatch = undefined
    clearInterval(timer)
    for (const end of ends) end()
    for (const name of touches) removeEventListener(name, touch, { capture: true })
    document.removeEventListener('visibilitychange', dropWhenIdle)
    removeEventListener('pageshow', dropWhenIdle)
    channel?.close()
    channel = undefined
  }
}
