import { useEffect, useMemo, useRef, useState } from 'react'
import type { OutboxItem } from '../../../domain/device/kept.ts'
import type { Sheet } from '../../../domain/diary/opened.ts'
import { refreshShelf } from '../../../domain/diary/shelf.ts'
import { onRemoved, useOutbox } from '../../../domain/outbox/queue.ts'

const none: readonly Sheet[] = []
const sheets = new WeakMap<OutboxItem, Sheet>()

/** The entries in the outbox. A sent one stays until the diary has it. */
export function useQueued(userId: string): readonly Sheet[] {
  const items = useOutbox(userId)
  const [leaving, setLeaving] = useState(none)
  const queued = useMemo(() => items.flatMap(sheetOf), [items])
  const shown = useRef(queued)
  useEffect(() => {
    shown.current = queued
  }, [queued])
  useEffect(
    () =>
      onRemoved((whose) => {
        if (whose !== userId) return
        setLeaving(shown.current)
        void refreshShelf(userId).then(() => setLeaving(none))
      }),
    [userId],
  )
  return useMemo(
    () => [...queued, ...leaving.filter(({ id }) => !queued.some((sheet) => sheet.id === id))],
    [queued, leaving],
  )
}

function sheetOf(item: OutboxItem): Sheet[] {
  if (item.destination !== 'diary') return []
  const { id, row, writtenAt, refusal } = item
  const known = sheets.get(item)
  const sheet: Sheet = known ?? { ...row, id, created_at: writtenAt, rev: 0, isQueued: true }
  if (refusal !== undefined) sheet.refusal = refusal
  sheets.set(item, sheet)
  return [sheet]
}
