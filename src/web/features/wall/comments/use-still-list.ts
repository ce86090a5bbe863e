import { useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Within this many px of its end, a list is read to its end. */
const nearly = 24
/** A list shows about as many rows: one of them is still there when others go. */
const anchors = 8

/**
 * For a list whose rows come and go while it is read. Who is at its end stays there, unless they write in it; for everybody else the first row they see that is
 * still there keeps its place. `onEnd` is called whenever the end is in sight.
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

/** Where the rows begin for which it holds, as it then does for all after them. Each look at a row has its price, and a list has hundreds. */
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
