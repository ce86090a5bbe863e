import type { InfiniteData } from '@tanstack/react-query'
import { limits } from '../../../shared/limits.ts'
import type { Post, PostPage } from './wall.api.ts'

/** A post that is known to be there, not yet what it says. */
export type News = { id: string; seq: number }
export type WallPages = InfiniteData<PostPage>

/** The newest post that is held; 0 without any. */
export function newestOf(pages: readonly PostPage[]): number {
  return Math.max(0, ...pages.flatMap(({ posts }) => posts.map(({ seq }) => seq)))
}

/** The payload of `new_post`, or nothing when it is none. */
export function readNews({ id, seq }: Record<string, unknown>): News[] {
  return typeof id === 'string' && typeof seq === 'number' ? [{ id, seq }] : []
}

/** What is waiting beyond the newest post held, each once, and never more than is worth counting. */
export function mergeNews(waiting: readonly News[], came: readonly News[], newest: number): News[] {
  const all = new Map([...waiting, ...came].map((one) => [one.id, one]))
  return [...all.values()]
    .filter(({ seq }) => seq > newest)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, limits.wallPage)
}

/** '3', and '20+' from twenty on. */
export function countNews(news: readonly News[]): string {
  return news.length < limits.wallPage ? String(news.length) : `${limits.wallPage}+`
}

/** The pages with newer posts before them. A full page may have left out some in between: then the wall begins anew with it. */
export function putOnTop(held: WallPages, newer: readonly Post[]): WallPages {
  const known = new Set(held.pages.flatMap(({ posts }) => posts.map(({ id }) => id)))
  const posts = newer.filter(({ id }) => !known.has(id))
  const last = posts.at(-1)
  if (!last) return held
  const top: PostPage = { posts, next: last.seq }
  if (newer.length >= limits.wallPage) return { pages: [top], pageParams: [null] }
  const [first] = held.pages
  if (!first || first.posts.length === 0) return { pages: [{ ...top, next: null }], pageParams: [null] }
  return { pages: [top, ...held.pages], pageParams: [null, last.seq, ...held.pageParams.slice(1)] }
}
