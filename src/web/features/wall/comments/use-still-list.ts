import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { findFirst } from '../../../lib/find-first.ts'

/** A list within this many px of its end counts as read to the end. */
const nearly = 24
/** About as many rows as a list shows: one of them remains when others are removed. */
const anchors = 8

/**
 * Keeps a list still while rows are added and removed. At its end a reader stays there, unless they write in the list. Elsewhere the first
 * visible row that remains keeps its place. `onEnd` is called whenever the end is visible. A list in a dialog scrolls with the dialog: it
 * opens at the top of the post.
 */
export function useStillList(onEnd: () => void) {
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(false)
  const seen = useRef<{ row: Element; top: number }[]>([])
  const reachEnd = useEffectEvent(onEnd)

  function look() {
    if (!list.current) return
    const scroller = scrollerOf(list.current)
    const isOwn = scroller === list.current
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const { top: edge, bottom } = scroller.getBoundingClientRect()
    const seesEnd = scrollHeight - clientHeight - scrollTop < nearly
    isAtEnd.current = seesEnd && (isOwn || scrollTop > 0)
    const rows = [...list.current.querySelectorAll('[data-comment]')]
    const first = findFirst(rows, (row) => row.getBoundingClientRect().bottom > edge)
    seen.current = rows
      .slice(first, first + anchors)
      .map((row) => ({ row, top: row.getBoundingClientRect().top - edge }))
      .filter(({ top }) => isOwn || (scrollTop > 0 && top < bottom - edge))
    if (seesEnd) reachEnd()
  }
  const goToEnd = useCallback(() => {
    if (!list.current) return
    const scroller = scrollerOf(list.current)
    isAtEnd.current = true
    scroller.scrollTop = scroller.scrollHeight
  }, [])
  const keepStill = useEffectEvent(() => {
    if (!list.current) return
    const scroller = scrollerOf(list.current)
    const first = seen.current.find(({ row }) => row.isConnected)
    const isWriting = list.current.contains(document.activeElement?.closest('form') ?? null)
    if ((!first && scroller === list.current) || (isAtEnd.current && !isWriting)) goToEnd()
    else if (first)
      scroller.scrollTop +=
        first.row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - first.top
    look()
  })
  useLayoutEffect(() => keepStill())
  const lookAround = useEffectEvent(look)
  useEffect(() => {
    const scroller = list.current && scrollerOf(list.current)
    const onScroll = () => lookAround()
    scroller?.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller?.removeEventListener('scroll', onScroll)
  }, [])
  return { list, goToEnd }
}

const scrollerOf = (list: HTMLElement): HTMLElement => list.closest<HTMLElement>('[data-scroller]') ?? list
