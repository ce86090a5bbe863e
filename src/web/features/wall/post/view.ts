import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { moodOfValue } from '../../../../shared/moods.ts'
import type { WallPost } from '../../../../shared/rows.ts'

/** The address of a wall with its search and open post. */
export function wallAddress(slug: string, { q, post }: { q?: string; post?: string } = {}): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(post && { post }) }).toString()
  return `/wall/${slug}${query && `?${query}`}`
}

/** Marks a history entry that the app made: the entry before it is the wall. An address from outside has no such entry. */
export function isMarked(mark: 'opened' | 'searched'): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && mark in state
}

/** A link from outside may name another wall than the post's: the post opens on its own, under a corrected address. */
export function useOwnWall(post: Pick<WallPost, 'mood'> | undefined): void {
  const [path, navigate] = useLocation()
  const own = post && `/wall/${moodOfValue(post.mood).slug}`
  useEffect(() => {
    if (own && own !== path && !isMarked('opened')) navigate(own + location.search, { replace: true })
  }, [own, path, navigate])
}

/** The post that the address names (`?post=`), and the way back to the wall. */
export function useView(): { id: string | null; close: () => void } {
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  return {
    id: query.get('post'),
    close() {
      if (isMarked('opened')) return history.back()
      query.delete('post')
      const state: unknown = history.state
      navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true, state })
    },
  }
}

/** The card that gets the focus when this one is removed: the next one, or the one before. */
export function linkAfter(id: string): HTMLElement | null | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-post]')]
  const at = cards.findIndex((card) => card.dataset['post'] === id)
  return (cards[at + 1] ?? cards[at - 1])?.querySelector('a')
}
