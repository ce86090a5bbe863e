import { infiniteQueryOptions, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { DiaryPost } from '../../../shared/rows.ts'
import { db } from '../../lib/supabase.ts'
import { showToast } from '../../ui/Toast.tsx'
import { wordsFor } from '../../lib/failure.ts'

export type Entry = Pick<DiaryPost, 'id' | 'mood' | 'content' | 'template_url' | 'created_at'>
type Cursor = Pick<Entry, 'id' | 'created_at'>
/** `next` is null on the last page. It is kept apart from the entries, which can become fewer. */
export type EntryPage = { entries: Entry[]; next: Cursor | null }
type Pages = InfiniteData<EntryPage, Cursor | null>

const pageSize = 20

/** The diary of one person: the id keeps two people of one device apart even before the cache is cleared. */
export const diaryKey = (userId: string) => ['diary_posts', userId] as const

/** Newest first, by keyset; the server makes one row comparison of the two conditions. */
async function fetchEntries(userId: string, after: Cursor | null, signal: AbortSignal): Promise<EntryPage> {
  let entries = db
    .from('diary_posts')
    .select('id, mood, content, template_url, created_at')
    .eq('user_id', userId)
  if (after) {
    const { created_at, id } = after
    entries = entries.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
  }
  const { data } = await entries
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  const last = data.at(-1)
  return {
    entries: data,
    next: last && data.length === pageSize ? { id: last.id, created_at: last.created_at } : null,
  }
}

export const diaryEntries = (userId: string) =>
  infiniteQueryOptions({
    queryKey: diaryKey(userId),
    queryFn: ({ pageParam, signal }) => fetchEntries(userId, pageParam, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    // A diary leaves the memory with its page; coming back asks anew, so what was just kept is on top.
    gcTime: 0,
  })

/** Removes an entry at once and puts it back, in its place, when the server did not. */
export function useDeleteEntry(userId: string) {
  const cache = useQueryClient()
  const queryKey = diaryKey(userId)
  return useMutation({
    mutationFn: async (entry: Entry) => {
      await db.from('diary_posts').delete().eq('id', entry.id).throwOnError()
    },
    onMutate: async (entry) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData<Pages>(queryKey)
      cache.setQueryData<Pages>(queryKey, (held) => held && withoutEntry(held, entry.id))
      return before
    },
    onSuccess: () => showToast('Deleted successfully 🧼'),
    onError: (error, _entry, before) => {
      cache.setQueryData<Pages>(queryKey, (held) => held && before)
      showToast(wordsFor(error), 'error')
    },
  })
}

export function withoutEntry(held: Pages, id: string): Pages {
  return {
    ...held,
    pages: held.pages.map(({ entries, next }) => ({
      entries: entries.filter((entry) => entry.id !== id),
      next,
    })),
  }
}
