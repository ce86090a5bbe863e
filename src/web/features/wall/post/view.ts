import { useLocation, useSearch } from 'wouter'

/** The address of a wall, of what is searched on it, and of one of its posts. */
export function wallAddress(slug: string, { q, post }: { q?: string; post?: string } = {}): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(post && { post }) }).toString()
  return `/wall/${slug}${query && `?${query}`}`
}

/** What a history entry was made for: the one before it is ours then. Nothing of ours is behind an address that somebody sent. */
export function isMarked(mark: 'opened' | 'searched'): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && mark in state
}

/** The post that the address names (`?post=`), and how to leave it for the wall behind it. */
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

/** Where the focus goes when the card of this post is about to go: to the next one, or the one before. */
export function linkAfter(id: string): HTMLElement | null | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-post]')]
  const at = cards.findIndex((card) => card.dataset['post'] === id)
  return (cards[at + 1] ?? cards[at - 1])?.querySelector('a')
}
