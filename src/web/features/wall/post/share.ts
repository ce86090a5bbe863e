import { excerpt } from '../../../../shared/excerpt.ts'
import { moodOfValue } from '../../../../shared/moods.ts'
import type { WallPost } from '../../../../shared/rows.ts'

type Shared = Pick<WallPost, 'id' | 'mood' | 'content' | 'content_warning'>

/** The address that leads to this post, on this site (specification 1, share menu). */
export function linkTo(post: Shared, origin: string): string {
  return `${origin}/wall/${moodOfValue(post.mood).slug}?post=${post.id}`
}

/** What is said about it: its first 80 letters. The words behind a warning are not spilled; the wall is named in their place. */
export function wordsAbout(post: Shared): string {
  return post.content_warning === null ? excerpt(post.content, 80) : moodOfValue(post.mood).title
}

/** Facebook's own page for sharing; it takes its words from the page that is shared. */
export function facebookFor(post: Shared, origin: string): string {
  const query = new URLSearchParams({ u: linkTo(post, origin) })
  return `https://www.facebook.com/sharer/sharer.php?${query.toString()}`
}

/** X's page for a post of one's own, with the words and the link in it. */
export function xFor(post: Shared, origin: string): string {
  const query = new URLSearchParams({ text: wordsAbout(post), url: linkTo(post, origin) })
  return `https://x.com/intent/tweet?${query.toString()}`
}
