import type { InfiniteData } from '@tanstack/react-query'
import { limits } from '../../../shared/limits.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import { queryClient } from '../../lib/query.ts'
import { posts, type Gone, type Post, type Row } from './post-store.ts'

/** A post in a list. `seq` is the cursor, highest first. */
export type FeedItem = { id: string; seq: number }
/** The posts themselves are in the store. `next` is the cursor of the following page, null on the last. */
export type WallPage = { items: FeedItem[]; next: number | null }
export type WallFeed = InfiniteData<WallPage>

const feedsKey = ['wall_posts'] as const
/** The key prefix of every visit and search of one wall. */
export const wallKey = (mood: MoodValue) => [...feedsKey, mood] as const
export const postKey = (id: string) => ['wall_post', id] as const

export function putPost(post: Post): void {
  posts.put(post)
  queryClient.setQueryData(postKey(post.id), true)
}

/** Marks a post that was deleted elsewhere. Its place stays on the wall. */
export function buryPost(id: string, why: Exclude<Gone, 'removed'>): void {
  posts.bury(id, why)
  queryClient.setQueryData(postKey(id), false)
}

/** Removes a post from every feed: the person deleted it, or touched one that was gone. */
export function removePost(id: string): void {
  posts.bury(id, 'removed')
  queryClient.setQueriesData<WallFeed>({ queryKey: feedsKey }, (feed) => feed && withoutPost(feed, id))
  queryClient.setQueryData(postKey(id), false)
}

/** Why this mood's wall hides a post; undefined when it shows it. */
export function whyGone({ post, gone }: Row, mood: MoodValue): Gone | 'moved' | undefined {
  return gone ?? (post && post.mood !== mood ? 'moved' : undefined)
}

/** The reader hid this post or its author. */
export function isHidden(
  { id, user_id }: Pick<Post, 'id' | 'user_id'>,
  hidden: ReadonlySet<string>,
): boolean {
  return hidden.has(id) || (user_id !== null && hidden.has(user_id))
}

/** A feed's ids. Posts up to `from` are not new. */
export type Held = { ids: ReadonlySet<string>; from: number }

/** PostgreSQL numbers a row before its commit: a slow insert appears below newer posts. */
const overlap = 30

export function heldOf(pages: readonly WallPage[]): Held {
  const items = pages.flatMap((page) => page.items)
  const numbers = items.map(({ seq }) => seq)
  return {
    ids: new Set(items.map(({ id }) => id)),
    // Older pages begin below the lowest number.
    from: numbers.length === 0 ? 0 : Math.max(Math.min(...numbers), Math.max(...numbers) - overlap),
  }
}

export function newsIn(found: readonly FeedItem[], held: Held): FeedItem[] {
  return found.filter(({ id, seq }) => seq > held.from && !held.ids.has(id)).toSorted((a, b) => b.seq - a.seq)
}

/** '3', and '20+' from twenty on. */
export function countNews(news: readonly FeedItem[]): string {
  return news.length < limits.wallPage ? String(news.length) : `${limits.wallPage}+`
}

export function withoutPost({ pages, pageParams }: WallFeed, id: string): WallFeed {
  const left = pages.map(({ items, next }) => ({ items: items.filter((item) => item.id !== id), next }))
  const isKept = (_: unknown, at: number) => left.length === 1 || left[at]?.items.length !== 0
  return { pages: left.filter(isKept), pageParams: pageParams.filter(isKept) }
}

/** Adds newer posts on top. After a full page of them a gap is possible, so the feed restarts from that page. */
export function putOnTop(feed: WallFeed, newer: readonly FeedItem[]): WallFeed {
  const held = heldOf(feed.pages)
  const items = newer.filter(({ id }) => !held.ids.has(id))
  const last = items.at(-1)
  if (!last) return feed
  if (items.length >= limits.wallPage) return { pages: [{ items, next: last.seq }], pageParams: [null] }
  const [first] = feed.pages
  if (!first || first.items.length === 0) return { pages: [{ items, next: null }], pageParams: [null] }
  // A late post has a lower number than the newest one: the next page begins above the newest.
  const next = Math.max(last.seq, ...first.items.map(({ seq }) => seq + 1))
  return { pages: [{ items, next }, ...feed.pages], pageParams: [null, next, ...feed.pageParams.slice(1)] }
}
