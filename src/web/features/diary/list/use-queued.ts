import { useEffect, useMemo, useRef, useState } from 'react'
import type { OutboxItem } from '../../../domain/device/kept.ts'
import type { ListedRow } from '../../../domain/diary/opened.ts'
import { refreshDiary } from '../../../domain/diary/held-copy.ts'
import { onRemoved, useOutbox } from '../../../domain/outbox/queue.ts'

const none: readonly ListedRow[] = []
const known = new WeakMap<OutboxItem, ListedRow>()

/** The entries in the outbox. A sent one stays until the diary has it. */
export function useQueued(userId: string): readonly ListedRow[] {
  const items = useOutbox(userId)
  const [leaving, setLeaving] = useState(none)
  const queued = useMemo(() => items.flatMap(rowOf), [items])
  const shown = useRef(queued)
  useEffect(() => {
    shown.current = queued
  }, [queued])
  useEffect(
    () =>
      onRemoved((whose) => {
        if (whose !== userId) return
        setLeaving(shown.current)
        void refreshDiary(userId).then(() => setLeaving(none))
      }),
    [userId],
  )
  return useMemo(
    () => [...queued, ...leaving.filter(({ id }) => !queued.some((listed) => listed.id === id))],
    [queued, leaving],
  )
}

function rowOf(item: OutboxItem): ListedRow[] {
  if (item.destination !== 'diary') return []
  const { id, row, writtenAt, refusal } = item
  const before = known.get(item)
  const listed: ListedRow = before ?? { ...row, id, created_at: writtenAt, rev: 0, isQueued: true }
  if (refusal !== undefined) listed.refusal = refusal
  known.set(item, listed)
  return [listed]
}
