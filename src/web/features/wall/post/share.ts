import { excerpt } from '../../../../shared/excerpt.ts'
import { moodOfValue } from '../../../../shared/moods.ts'
import type { WallPost } from '../../../../shared/rows.ts'

type Shared = Pick<WallPost, 'id' | 'mood' | 'content' | 'content_warning'>

/** The post's address on this site (specification 1, share menu). */
export function linkTo(post: Shared, origin: string): string {
  return `${origin}/wall/${moodOfValue(post.mood).slug}?post=${post.id}`
}

/** The first 80 letters of a post, or the wall's name when the post has a warning. */
export function wordsAbout(post: Shared): string {
  return post.content_warning === null ? excerpt(post.content, 80) : moodOfValue(post.mood).title
}

/** Facebook's share page reads its words from the shared page. */
export function facebookFor(post: Shared, origin: string): string {
  const query = new URLSearchParams({ u: linkTo(post, origin) })
  return `https://www.facebook.com/sharer/sharer.php?${query.toString()}`
}

/** X's share page takes words and link as parameters. */
export function xFor(post: Shared, origin: string): string {
  const query = new URLSearchParams({ text: wordsAbout(post), url: linkTo(post, origin) })
  return `https://x.com/intent/tweet?${query.toString()}`
}
