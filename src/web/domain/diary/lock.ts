import type { Lock } from '../device/kept.ts'
import type { DiaryLock } from '../../../shared/rows.ts'
import { openDevice, readMeta, writeLock } from '../device/device.ts'
import { fitEdit, keepUnsaved } from './edits.ts'
import { onLeave } from '../device/quick-exit.ts'
import { inTime } from '../../lib/in-time.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { db } from '../../lib/supabase.ts'
import { isTrusted, LockDiffers, trustLock } from './trusted-lock.ts'
import type { DiaryKey } from './vault.ts'

/** undefined: not asked yet. null: the diary has no lock. */
const lock = createStore<Lock | null | undefined>(undefined)
const held = createStore<DiaryKey | null>(null)
/** `said`: the server's lock, or null for none. It differs from the one that was proved on this device. */
const doubt = createStore<{ said: Lock | null } | undefined>(undefined)

/** Idle time before the key is dropped, ms. */
const idle = 10 * 60_000
/** Two clocks: one can be set back, the other stops while some devices sleep. */
const now = () => ({ wall: Date.now(), run: performance.now() })
let touched = now()

export const useLock = (): Lock | null | undefined => useStore(lock)
export const useDoubt = (): { said: Lock | null } | undefined => useStore(doubt)
export const useDiaryKey = (): DiaryKey | null => useStore(held)
export const readDiaryKey = (): DiaryKey | null => held.read()

/** The server's answer about the lock. The caller decides whether to trust it. */
export async function askLock(userId: string, signal?: AbortSignal): Promise<Lock | null> {
  // Offline, the client would retry for seven seconds.
  if (!navigator.onLine) throw new TypeError('Failed to fetch')
  const { data } = await inTime(signal, () =>
    db
      .from('diary_locks')
      .select('id, public_key, by_passphrase, by_recovery, ending')
      .eq('user_id', userId)
      .maybeSingle()
      .throwOnError(),
  )
  // Row-level security hides the lock from another person's session.
  if (personHere() !== userId) throw new Error('Asked in the name of another person')
  return data
}

/** The device's copy of the lock, also for the screen until the server has answered. undefined: this device knows nothing. */
export async function recallLock(userId: string): Promise<Lock | null | undefined> {
  const kept = await openDevice(userId)
    .then((device) => readMeta(device, 'lock'))
    .catch(() => undefined)
  if (kept !== undefined && personHere() === userId && lock.read() === undefined) lock.put(kept)
  return kept
}

/**
 * The lock on a person's diary from the server, or from this device when no answer comes before `signal`. null: no lock. Rejects when
 * neither knows, and with LockDiffers when the server names another lock than the proved one. While a lock exists, also while it is being
 * taken off, every entry is sealed to it.
 */
export async function findLock(userId: string, signal?: AbortSignal): Promise<Lock | null> {
  try {
    const said = await askLock(userId, signal)
    if (!(await isTrusted(userId, said))) {
      if (personHere() === userId) doubt.put({ said })
      throw new LockDiffers()
    }
    await rememberLock(userId, said)
    return said
  } catch (error) {
    const kept = await recallLock(userId)
    if (kept === undefined || error instanceof LockDiffers) throw error
    return kept
  }
}

/** Trusts the server's answer, after the diary's owner has proved it. */
export async function acceptLock(userId: string, said: Lock | null): Promise<void> {
  await trustLock(userId, said)
  await rememberLock(userId, said)
}

/** Stores the server's answer on this device and for the screen. */
export async function rememberLock(userId: string, said: Pick<DiaryLock, keyof Lock> | null): Promise<void> {
  const key = held.read()
  if (personHere() === userId) {
    if (doubt.read()) doubt.put(undefined)
    if (JSON.stringify(lock.read()) !== JSON.stringify(said)) lock.put(said)
    // The key of a removed lock opens nothing.
    if (key && key.lockId !== said?.id) held.put(null)
  }
  // When the device or the code is missing, the next page asks again.
  await openDevice(userId)
    .then(async (device) => {
      await writeLock(device, said, (id, edit) => fitEdit(id, edit, said, key))
      await keepUnsaved(device)
    })
    .catch(() => undefined)
}

/**
 * Keeps the diary open in this tab until it is locked, the person changes, or the page is idle for ten minutes. A secret has opened this
 * lock, so the device trusts it from now on.
 */
export function holdDiaryKey(key: DiaryKey): void {
  void trustLock(personHere() ?? '', { id: key.lockId, public_key: key.sealsTo })
  touched = now()
  held.put(key)
  endWatch ??= watch()
}

export function dropDiaryKey(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  channel?.postMessage('lock')
  held.put(null)
}

let channel: BroadcastChannel | undefined
let endWatch: (() => void) | undefined
const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const touch = () => {
  dropWhenIdle()
  touched = now()
}
// Timers stop while a phone sleeps, so the first touch checks too.
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
