import type { InfiniteData } from '@tanstack/react-query'
import { limits } from '../../../shared/limits.ts'
import type { Post, PostPage } from './posts.api.ts'

/** A post that is known to be there, not yet what it says. */
export type News = { id: string; seq: number }
export type WallPages = InfiniteData<PostPage>

/** What is held of a wall: the ids, and from which number on everything else is news. */
export type Held = { ids: ReadonlySet<string>; from: number }

/** Numbers are given out before the commit: a post that took longer comes after some that have a higher one. */
const overlap = 30

export function heldOf(pages: readonly PostPage[]): Held {
  const posts = pages.flatMap((page) => page.posts)
  const numbers = posts.map(({ seq }) => seq)
  return {
    ids: new Set(posts.map(({ id }) => id)),
    // Below the oldest that is held lie older pages, not news.
    from: numbers.length === 0 ? 0 : Math.max(Math.min(...numbers), Math.max(...numbers) - overlap),
  }
}

/** What of this is not held, newest first. */
export function newsIn(found: readonly News[], held: Held): News[] {
  return found.filter(({ id, seq }) => seq > held.from && !held.ids.has(id)).toSorted((a, b) => b.seq - a.seq)
}

/** '3', and '20+' from twenty on. */
export function countNews(news: readonly News[]): string {
  return news.length < limits.wallPage ? String(news.length) : `${limits.wallPage}+`
}

/** The pages without a post that is not there any more. A page that it leaves empty goes too, unless it is the only one. */
export function withoutPost({ pages, pageParams }: WallPages, id: string): WallPages {
  const left = pages.map(({ posts, next }) => ({ posts: posts.filter((post) => post.id !== id), next }))
  const isKept = (_: unknown, at: number) => left.length === 1 || left[at]?.posts.length !== 0
  return { pages: left.filter(isKept), pageParams: pageParams.filter(isKept) }
}

/** The pages with newer posts before them. A full page of news may have left out some in between: then the wall begins anew with it. */
export function putOnTop(pages: WallPages, newer: readonly Post[]): WallPages {
  const held = heldOf(pages.pages)
  const posts = newer.filter(({ id }) => !held.ids.has(id))
  const last = posts.at(-1)
  if (!last) return pages
  if (posts.length >= limits.wallPage) return { pages: [{ posts, next: last.seq }], pageParams: [null] }
  const [first] = pages.pages
  if (!first || first.posts.length === 0) return { pages: [{ posts, next: null }], pageParams: [null] }
  // Where the next page begins: right above the newest that was held, if a late post has a lower number.
  const next = Math.max(last.seq, ...first.posts.map(({ seq }) => seq + 1))
  return { pages: [{ posts, next }, ...pages.pages], pageParams: [null, next, ...pages.pageParams.slice(1)] }
}

/** Whether the reader wanted this post, or its author, out of their sight. */
export function isHidden(
  { id, user_id }: Pick<Post, 'id' | 'user_id'>,
  hidden: ReadonlySet<string>,
): boolean {
  return hidden.has(id) || (user_id !== null && hidden.has(user_id))
}
