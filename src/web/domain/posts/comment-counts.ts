import { createKeyed, useKeyed } from '../../lib/store.ts'

/** What a fetch says about a post. */
export type CountRow = { id: string; comment_count: number }
type Entry = { count: number; heardAt: number }

/** How many comments each post has: fetches, events and one's own comments meet here. What was heard is newer than a fetch that began before it. */
export function createCounts(now: () => number = () => performance.now()) {
  const entries = createKeyed<Entry>()
  return {
    entries,

    /** Rows of a fetch that began at `since` (this clock). */
    absorb(rows: readonly CountRow[], since: number) {
      for (const { id, comment_count } of rows) {
        const entry = entries.read(id)
        if (entry && (entry.heardAt > since || entry.count === comment_count)) continue
        entries.put(id, { count: comment_count, heardAt: entry?.heardAt ?? 0 })
      }
    },

    /** An event: how many there are now, unless it was an edit. It comes from the network. */
    hear: (postId: string, count: unknown): void => {
      if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0)
        entries.put(postId, { count, heardAt: now() })
    },

    /** One's own comment, before it is stored; the returned function takes it back, unless the server has said the number since. */
    expect(postId: string): () => void {
      const before = entries.read(postId)?.count ?? 0
      const entry = { count: before + 1, heardAt: now() }
      entries.put(postId, entry)
      return () => {
        if (entries.read(postId) === entry) entries.put(postId, { count: before, heardAt: now() })
      }
    },
  }
}

/** Under the posts of every wall, for as long as this person is here. */
export const commentCounts = createCounts()

/** What a `comment_update` says. */
export const setCommentCount = commentCounts.hear

/** How many comments a post has now, as far as is known here. */
export function useCommentCount({ id, comment_count }: CountRow): number {
  return useKeyed(commentCounts.entries, id)?.count ?? comment_count
}
