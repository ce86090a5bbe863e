import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { limits } from '../../../shared/limits.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import type { WallPost } from '../../../shared/rows.ts'
import { isUuid } from '../../../shared/uuid.ts'
import { db } from '../../lib/supabase.ts'
import { postKey, wallKey } from './held.ts'
import type { News } from './news.ts'
import { withReactions } from './reactions.api.ts'
import { holdsStars, patternOf } from './searching.ts'

// Only what a card shows: twenty posts have to fit into 30 KB on the wire.
const columns =
  'id, seq, user_id, codename, mood, content, template_url, created_at, avatar_url, is_premium, is_mine, reaction_counts, my_reaction, comment_count, content_warning'

export type Post = Pick<
  WallPost,
  | 'id'
  | 'seq'
  | 'user_id'
  | 'codename'
  | 'mood'
  | 'content'
  | 'template_url'
  | 'created_at'
  | 'avatar_url'
  | 'is_premium'
  | 'is_mine'
  | 'reaction_counts'
  | 'my_reaction'
  | 'comment_count'
  | 'content_warning'
> & {
  trace?: Trace
}
/** Why a post is not on this wall any more (missing: deleted, or out of the reader's sight), how high its card was, px, and whether the focus was in it. */
export type Trace = { why: 'moved' | 'deleted' | 'missing'; height: number; hadFocus: boolean }

/** `next` is the cursor of the page after this one, null on the last. It is kept apart from the posts, which can become fewer. */
export type PostPage = { posts: Post[]; next: number | null }

/** Newest first, 20 at a time, by keyset. A page that is not full has nothing behind it. */
async function fetchPage(
  mood: MoodValue,
  q: string,
  before: number | null,
  signal: AbortSignal,
): Promise<PostPage> {
  const posts = await withReactions(async () => {
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
  })
  const next = posts.length < limits.wallPage ? null : (posts.at(-1)?.seq ?? null)
  return { posts: posts.filter(({ codename }) => holdsStars(codename, q)), next }
}

/**
 * The feed of one visit to a wall; with `q`, those posts whose codename holds it. A new visit asks anew, so what somebody just posted is on top; coming back to an old one (its history
 * entry) finds the pages that were read there, and nothing moves under the reader's eyes meanwhile.
 */
export const wallFeed = (mood: MoodValue, visit: string, q = '') =>
  infiniteQueryOptions({
    queryKey: [...wallKey(mood), visit, q],
    queryFn: ({ pageParam, signal }) => fetchPage(mood, q, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
  })

/** At most a page of what is newer than this number. */
export function fetchNewer(mood: MoodValue, after: number): Promise<Post[]> {
  return withReactions(async () => {
    const { data } = await newer(columns, mood, after).throwOnError()
    return data
  })
}

/** The same without a word of it: that it is there. */
export async function fetchNews(mood: MoodValue, after: number): Promise<News[]> {
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

/** These posts, as far as they are there and in the reader's sight. */
export function fetchPosts(ids: readonly string[], signal?: AbortSignal): Promise<Post[]> {
  return withReactions(async () => {
    const query = db.from('wall_posts').select(columns).in('id', ids)
    const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError()
    return data
  })
}

/** One post, or null when there is none (any more); for an address that names one. */
export const wallPost = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal }): Promise<Post | null> => {
      // Anything else than an id would be an error of the database instead of "not there".
      if (!isUuid(id)) return null
      const [post] = await fetchPosts([id], signal)
      return post ?? null
    },
  })
