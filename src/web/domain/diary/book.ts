import { useEffect, useMemo } from 'react'
import { findLock, useDiaryKey, useLock } from './lock.ts'
import { isOffline } from '../../lib/failure.ts'
import type { Lock } from '../device/kept.ts'
import { useOpened, type Entry, type Sheet } from './opened.ts'
import { refreshShelf, useShelf, type Shelf } from './shelf.ts'

export type Book = {
  /** `locked`: sealed entries and no key in this tab. `offline`: no signal, and no copy on this device. */
  state: 'opening' | 'failed' | 'offline' | 'locked' | 'open'
  /** Newest first. */
  entries: readonly Entry[]
  /** Every entry is loaded and open, not only the newest. */
  isWhole: boolean
  /** Number of entries that the key cannot open. */
  unreadable: number
  /** undefined: not known yet. */
  lock: Lock | null | undefined
  /** Why the last refresh failed. */
  trouble: unknown
  refresh: () => void
}

const none: ReadonlyMap<string, Sheet> = new Map()

/** The person's diary, refreshed while it is on the screen. `queued`: its entries in the outbox. */
export function useBook(userId: string, queued: readonly Sheet[]): Book {
  const shelf = useShelf(userId)
  const rows = shelf?.rows ?? none
  const key = useDiaryKey() ?? undefined
  const lock = useLock()
  const sheets = useMemo(() => inOrder(rows, queued.filter(isOf(lock))), [rows, queued, lock])
  const { entries, unreadable, isClosed, isWhole } = useOpened(sheets, key)
  useEffect(() => keepUpToDate(userId), [userId])
  useEffect(() => {
    // An empty diary can have a lock too, made on another device. Offline, this device's copy of the lock counts.
    if (lock === undefined || (lock === null && isClosed)) findLock(userId).catch(() => undefined)
  }, [lock, isClosed, userId])
  return {
    state: isClosed && !key ? 'locked' : stateOf(shelf, sheets.length > 0),
    entries,
    isWhole: shelf?.head !== undefined && shelf.head.hole === null && isWhole,
    unreadable,
    lock,
    trouble: shelf?.trouble,
    refresh: () => void refreshShelf(userId),
  }
}

function stateOf(shelf: Shelf | undefined, hasSome: boolean): Book['state'] {
  if (shelf?.head || hasSome) return 'open'
  if (shelf?.trouble === undefined) return 'opening'
  return isOffline(shelf.trouble) ? 'offline' : 'failed'
}

/** An entry queued under an older lock opens from the outbox. It does not close the diary. */
const isOf = (lock: Lock | null | undefined) => (sheet: Sheet) =>
  sheet.sealed === null || lock === undefined || sheet.lock_id === lock?.id

/** Newest first, then the larger id, as the server orders them. A queued entry that is also stored counts once. */
function inOrder(rows: ReadonlyMap<string, Sheet>, queued: readonly Sheet[]): Sheet[] {
  const all: Sheet[] = [...rows.values(), ...queued.filter(({ id }) => !rows.has(id))]
  return all
    .map((sheet) => ({ sheet, at: Date.parse(sheet.created_at) }))
    .toSorted((a, b) => b.at - a.at || (a.sheet.id < b.sheet.id ? 1 : -1))
    .map(({ sheet }) => sheet)
}

function keepUpToDate(userId: string): () => void {
  const refresh = () => {
    if (document.visibilityState === 'visible') void refreshShelf(userId)
  }
  void refreshShelf(userId)
  addEventListener('focus', refresh)
  addEventListener('online', refresh)
  document.addEventListener('visibilitychange', refresh)
  return () => {
    removeEventListener('focus', refresh)
    removeEventListener('online', refresh)
    document.removeEventListener('visibilitychange', refresh)
  }
}
