import { useEffect, useLayoutEffect, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/** State of a wall's history entry: its visit, and the position of a post (px from the top of the screen). */
type Place = { visit: string; post?: string; top?: number }

/** The place in a history state; undefined for other pages. */
function placeIn(state: unknown): Place | undefined {
  if (typeof state !== 'object' || state === null || !('visit' in state) || typeof state.visit !== 'string')
    return undefined
  const post = 'post' in state && typeof state.post === 'string' ? state.post : undefined
  const top = 'top' in state && typeof state.top === 'number' ? state.top : undefined
  return post === undefined || top === undefined ? { visit: state.visit } : { visit: state.visit, post, top }
}

function keep(place: Place) {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' ? state : null), ...place }, '')
}

/** The first visible post. `elementFromPoint` lays out nothing off the screen. */
function postInView(): Pick<Place, 'post' | 'top'> {
  for (const y of [0.3, 0.5, 0.7]) {
    const post = document
      .elementFromPoint(innerWidth / 2, innerHeight * y)
      ?.closest<HTMLElement>('[data-post]')
    if (post?.dataset['post'])
      return { post: post.dataset['post'], top: Math.round(post.getBoundingClientRect().top) }
  }
  return {}
}

/**
 * The visit of this history entry: a new one after a navigation, the old one after back or forward. Undefined until a new entry gets its
 * own.
 */
export function useVisit(): string | undefined {
  const visit = placeIn(useHistoryState<unknown>())?.visit
  useLayoutEffect(() => {
    if (visit === undefined) keep({ visit: crypto.randomUUID().slice(0, 8) })
  }, [visit])
  return visit
}

/** Stores the reader's place in the history entry, and restores it once `isThere`. */
export function usePlace(isThere: boolean): void {
  const [returning] = useState(() => placeIn(history.state))
  useLayoutEffect(() => {
    // The browser restores pixels, but skipped posts have no measured height yet.
    history.scrollRestoration = 'manual'
    if (!returning?.post) scrollTo({ top: 0, behavior: 'instant' })
    return () => void (history.scrollRestoration = 'auto')
  }, [returning])
  useLayoutEffect(() => {
    if (!isThere || !returning?.post) return
    const post = document.querySelector(`[data-post="${CSS.escape(returning.post)}"]`)
    if (post) scrollBy({ top: post.getBoundingClientRect().top - (returning.top ?? 0), behavior: 'instant' })
  }, [isThere, returning])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(timer)
      // Safari allows 100 changes of a history entry in 30 s.
      timer = setTimeout(() => {
        const place = placeIn(history.state)
        if (place) keep({ visit: place.visit, ...postInView() })
      }, 150)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
    }
  }, [])
}
