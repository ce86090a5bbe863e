import { excerpt } from '../../../shared/excerpt.ts'
import { moodOfValue } from '../../../shared/moods.ts'
import type { WallPost } from '../../../shared/rows.ts'

type Shared = Pick<WallPost, 'id' | 'mood' | 'content' | 'content_warning'>

/** The address that leads to this post, on this site (specification 1, share menu). */
export function linkTo(post: Shared, origin: string): string {
  return `${origin}/wall/${moodOfValue(post.mood).slug}?post=${post.id}`
}

/** What is said about it: its first 80 letters. The words behind a warning are not spilled; the wall is named in their place. */
export function wordsAbout(post: Shared): string {
  return post.content_warning === null ? excerpt(post.content, 80) : moodOfValue(post.mood).title
}

/** The pages of the two networks where the post can be shared. Facebook takes its words from the shared page itself. */
export function networksFor(post: Shared, origin: string): { facebook: string; x: string } {
  const url = linkTo(post, origin)
  return {
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url }).toString()}`,
    x: `https://x.com/intent/tweet?${new URLSearchParams({ text: wordsAbout(post), url }).toString()}`,
  }
}
