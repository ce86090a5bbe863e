import { useEffect, useMemo } from 'react'
import { findLock, recallLock, useDiaryKey, useDoubt, useLock } from './lock.ts'
import { isOffline } from '../../lib/failure.ts'
import { onSignal } from '../../lib/signal.ts'
import type { Lock } from '../device/kept.ts'
import { trustPrefix } from './trusted-lock.ts'
import { useOpened, type Entry, type ListedRow } from './opened.ts'
import { refreshDiary, useHeldCopy, type HeldCopy } from './held-copy.ts'

export type DiaryState = {
  /** `locked`: sealed entries and no key in this tab. `offline`: no signal, and no copy on this device. `doubted`: see useDoubt. */
  state: 'opening' | 'failed' | 'offline' | 'locked' | 'doubted' | 'open'
  entries: readonly Entry[]
  /** Every entry is loaded and open, not only the newest. */
  isWhole: boolean
  unreadable: number
  lock: Lock | null | undefined
  error: unknown
  refresh: () => void
}

const none: ReadonlyMap<string, ListedRow> = new Map()

/** The person's diary, refreshed while it is on the screen. `queued`: its entries in the outbox. */
export function useDiary(userId: string, queued: readonly ListedRow[]): DiaryState {
  const copy = useHeldCopy(userId)
  const rows = copy?.rows ?? none
  const key = useDiaryKey() ?? undefined
  const lock = useLock()
  const listed = useMemo(() => inOrder(rows, queued.filter(isOf(lock))), [rows, queued, lock])
  const { entries, unreadable, isClosed, isWhole } = useOpened(listed, key)
  useEffect(() => keepUpToDate(userId), [userId])
  useEffect(() => {
    // An empty diary can have a lock too, made on another device. Offline, this device's copy of the lock counts.
    if (lock !== undefined && (lock !== null || !isClosed)) return
    // The device answers first: with a bad signal the server's answer comes seconds later, or never.
    const ask = () => findLock(userId).catch(() => undefined)
    void recallLock(userId).then(ask)
  }, [lock, isClosed, userId])
  const doubt = useDoubt()
  const state = isClosed && !key ? 'locked' : stateOf(copy, listed.length > 0)
  return {
    state: doubt ? 'doubted' : state,
    entries,
    isWhole: copy?.head !== undefined && copy.head.hole === null && isWhole,
    unreadable,
    lock,
    error: copy?.error,
    refresh: () => void refreshDiary(userId),
  }
}

function stateOf(copy: HeldCopy | undefined, hasSome: boolean): DiaryState['state'] {
  if (copy?.head || hasSome) return 'open'
  if (copy?.error === undefined) return 'opening'
  return isOffline(copy.error) ? 'offline' : 'failed'
}

/** An entry queued under an older lock opens from the outbox. It does not close the diary. */
const isOf = (lock: Lock | null | undefined) => (row: ListedRow) =>
  row.sealed === null || lock === undefined || row.lock_id === lock?.id

/** Newest first, then the larger id, as the server orders them. A queued entry that is also stored counts once. */
function inOrder(rows: ReadonlyMap<string, ListedRow>, queued: readonly ListedRow[]): ListedRow[] {
  const all: ListedRow[] = [...rows.values(), ...queued.filter(({ id }) => !rows.has(id))]
  return all
    .map((row) => ({ row, at: Date.parse(row.created_at) }))
    .toSorted((a, b) => b.at - a.at || (a.row.id < b.row.id ? 1 : -1))
    .map(({ row }) => row)
}

function keepUpToDate(userId: string): () => void {
  const refresh = () => {
    if (document.visibilityState === 'visible') void refreshDiary(userId)
  }
  // Another tab has proved or removed the lock.
  const onTrust = ({ key }: StorageEvent) => {
    if (key?.startsWith(trustPrefix)) findLock(userId).catch(() => undefined)
  }
  void refreshDiary(userId)
  addEventListener('storage', onTrust)
  addEventListener('focus', refresh)
  document.addEventListener('visibilitychange', refresh)
  const stop = onSignal(refresh)
  return () => {
    removeEventListener('storage', onTrust)
    removeEventListener('focus', refresh)
    stop()
    document.removeEventListener('visibilitychange', refresh)
  }
}
