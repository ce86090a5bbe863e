import { useEffect, useMemo, useRef, useState } from 'react'
import { onLess, useOutbox, type Written } from '../outbox/outbox.ts'
import type { Sheet } from './opened.ts'
import { refreshShelf } from './shelf.ts'

const none: readonly Sheet[] = []
const sheets = new WeakMap<Written, Sheet>()

/** What was written for the diary and waits for a signal. What has just gone stays until the diary brought it. */
export function useWaitingSheets(userId: string): readonly Sheet[] {
  const items = useOutbox(userId)
  const [leaving, setLeaving] = useState(none)
  const waiting = useMemo(() => items.flatMap(sheetOf), [items])
  const shown = useRef(waiting)
  useEffect(() => {
    shown.current = waiting
  }, [waiting])
  useEffect(
    () =>
      onLess((whose) => {
        if (whose !== userId) return
        setLeaving(shown.current)
        void refreshShelf(userId).then(() => setLeaving(none))
      }),
    [userId],
  )
  return useMemo(
    () => [...waiting, ...leaving.filter(({ id }) => !waiting.some((sheet) => sheet.id === id))],
    [waiting, leaving],
  )
}

function sheetOf(item: Written): Sheet[] {
  if (item.destination !== 'diary') return []
  const { id, row, writtenAt, refusal } = item
  const known = sheets.get(item)
  const sheet: Sheet = known ?? { ...row, id, created_at: writtenAt, rev: 0, isWaiting: true }
  if (refusal !== undefined) sheet.refusal = refusal
  sheets.set(item, sheet)
  return [sheet]
}
