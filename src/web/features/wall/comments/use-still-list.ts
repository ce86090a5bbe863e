import { useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** A list within this many px of its end counts as read to the end. */
const nearly = 24
/** About as many rows as a list shows: one of them remains when others are removed. */
const anchors = 8

/**
 * Keeps a list still while rows are added and removed. At its end a reader stays there, unless they write in the list. Elsewhere the first
 * visible row that remains keeps its place. `onEnd` is called whenever the end is visible.
 */
export function useStillList(onEnd: () => void) {
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const seen = useRef<{ row: Element; top: number }[]>([])
  const reachEnd = useEffectEvent(onEnd)

  function look() {
    if (!list.current) return
    const { scrollTop, scrollHeight, clientHeight } = list.current
    const edge = list.current.getBoundingClientRect().top
    isAtEnd.current = scrollHeight - clientHeight - scrollTop < nearly
    const rows = [...list.current.querySelectorAll('[data-comment]')]
    const first = findFirst(rows, (row) => row.getBoundingClientRect().bottom > edge)
    seen.current = rows
      .slice(first, first + anchors)
      .map((row) => ({ row, top: row.getBoundingClientRect().top - edge }))
    if (isAtEnd.current) reachEnd()
  }
  const goToEnd = useCallback(() => {
    isAtEnd.current = true
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [])
  const keepStill = useEffectEvent(() => {
    if (!list.current) return
    const first = seen.current.find(({ row }) => row.isConnected)
    const isWriting = list.current.contains(document.activeElement?.closest('form') ?? null)
    if (!first || (isAtEnd.current && !isWriting)) goToEnd()
    else
      list.current.scrollTop +=
        first.row.getBoundingClientRect().top - list.current.getBoundingClientRect().top - first.top
    look()
  })
  useLayoutEffect(() => keepStill())
  return { list, onScroll: look, goToEnd }
}

/** Finds the first row that matches by bisection: all rows after it match, and measuring each of hundreds is slow. */
function findFirst(rows: readonly Element[], holds: (row: Element) => boolean): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = rows[middle]
    if (row && holds(row)) to = middle
    else from = middle + 1
  }
  return from
}
