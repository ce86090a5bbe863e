import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { limits } from '../../../shared/limits.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import { isUuid } from '../../../shared/uuid.ts'
import { personHere } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'
import { postKey, wallKey, type WallPage, type FeedItem } from './feed.ts'
import { posts, type FetchedPost } from './post-store.ts'
import { holdsStars, patternOf } from './searching.ts'

// Only the columns of a card: twenty posts fit into 30 KB.
const columns =
  'id, seq, user_id, codename, mood, content, template_url, created_at, avatar_url, is_premium, is_mine, reaction_counts, my_reaction, comment_count, comments_vary, content_warning'

/** Puts fetched rows into the store. Rows hold the reader's own marks, so an answer for another person is dropped. */
async function fetchRows<Row>(
  fetching: () => PromiseLike<Row[]>,
  take: (rows: Row[], since: number) => void,
): Promise<Row[]> {
  const since = posts.now()
  const reader = personHere()
  const rows = await fetching()
  if (reader === personHere()) take(rows, since)
  return rows
}
const takePosts = (rows: FetchedPost[], since: number) => posts.absorb(rows, since)

const itemsOf = (rows: readonly FeedItem[]): FeedItem[] =>
  rows.filter(({ id }) => !posts.row(id).gone).map(({ id, seq }) => ({ id, seq }))

/** Newest first, 20 a page, by keyset. A page that is not full is the last. */
async function fetchPage(
  mood: MoodValue,
  q: string,
  before: number | null,
  signal: AbortSignal,
): Promise<WallPage> {
  const rows = await fetchRows(async () => {
    let query = db
      .from(q ? 'wall_search' : 'wall_posts')
      .select(columns)
      .eq('mood', mood)
    if (q) query = query.ilike('codename', patternOf(q))
    if (before !== null) query = query.lt('seq', before)
    const { data } = await query
      .order('seq', { ascending: false })
      .limit(limits.wallPage)
      .abortSignal(signal)
      .throwOnError()
    return data
  }, takePosts)
  const next = rows.length < limits.wallPage ? null : (rows.at(-1)?.seq ?? null)
  return { items: itemsOf(rows.filter(({ codename }) => holdsStars(codename, q))), next }
}

/**
 * The feed of one visit to a wall; `q` filters by codename. A new visit fetches anew. The history entry of an old visit finds its pages in
 * the cache.
 */
export const wallFeed = (mood: MoodValue, visit: string, q = '') =>
  infiniteQueryOptions({
    queryKey: [...wallKey(mood), visit, q],
    queryFn: ({ pageParam, signal }) => fetchPage(mood, q, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
  })

export async function fetchNewer(mood: MoodValue, after: number): Promise<FeedItem[]> {
  const rows = await fetchRows(async () => (await newer(columns, mood, after).throwOnError()).data, takePosts)
  return itemsOf(rows)
}

export async function fetchNews(mood: MoodValue, after: number): Promise<FeedItem[]> {
  const { data } = await newer('id, seq', mood, after).throwOnError()
  return data
}

const newer = <Columns extends string>(wanted: Columns, mood: MoodValue, after: number) =>
  db
    .from('wall_posts')
    .select(wanted)
    .eq('mood', mood)
    .gt('seq', after)
    .order('seq', { ascending: false })
    .limit(limits.wallPage)

export async function fetchPosts(ids: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const rows = await fetchRows(async () => {
    const query = db.from('wall_posts').select(columns).in('id', ids)
    const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError()
    return data
  }, takePosts)
  return rows.map(({ id }) => id)
}

/** Fetches only the numbers of these posts. Returns the ids that were found. */
export async function fetchNumbers(ids: readonly string[]): Promise<Set<string>> {
  const rows = await fetchRows(
    async () => {
      const { data } = await db
        .from('wall_posts')
        .select('id, reaction_counts, my_reaction, comment_count, comments_vary')
        .in('id', ids)
        .throwOnError()
      return data
    },
    (found, since) => posts.absorbNumbers(found, since),
  )
  return new Set(rows.map(({ id }) => id))
}

export const wallPost = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal }): Promise<boolean> =>
      // The database rejects a value that is not a UUID.
      isUuid(id) && (await fetchPosts([id], signal)).length > 0,
  })
