import type { MoodValue } from '../../../shared/moods.ts'
import { queryClient } from '../../lib/query.ts'
import { withoutPost, type WallPages } from './news.ts'
import type { Post, Trace } from './posts.api.ts'

/** Every wall that is held begins with this key, whatever was searched on it. */
const wallsKey = ['wall_posts'] as const

/** Everything that is held of one wall begins with this key. */
export const wallKey = (mood: MoodValue) => [...wallsKey, mood] as const

export const postKey = (id: string) => ['wall_post', id] as const

/** One's own post is deleted, or one that was just touched turned out to be: it goes from every wall that is held. */
export function dropPost(id: string): void {
  queryClient.setQueriesData<WallPages>({ queryKey: wallsKey }, (pages) => pages && withoutPost(pages, id))
  queryClient.setQueryData(postKey(id), null)
}

/** A post as it is now, wherever it is held. On a wall that it left by its new mood, a trace of it stays. */
export function putPost(post: Post): void {
  changePost(post.id, (held, wall) =>
    wall === post.mood ? post : { ...post, trace: held.trace ?? traceOf(post.id, 'moved') },
  )
  queryClient.setQueryData<Post | null>(postKey(post.id), post)
}

/** Somebody's post went while others read: its place stays as large as it was, so nothing jumps. */
export function buryPost(id: string, why: 'deleted' | 'missing'): void {
  changePost(id, (held) => (held.trace ? held : { ...held, trace: traceOf(id, why) }))
  queryClient.setQueryData(postKey(id), null)
}

function changePost(id: string, change: (held: Post, wall: unknown) => Post) {
  for (const [key, held] of queryClient.getQueriesData<WallPages>({ queryKey: wallsKey })) {
    if (!held) continue
    const pages = held.pages.map((page) =>
      page.posts.some((post) => post.id === id)
        ? { ...page, posts: page.posts.map((post) => (post.id === id ? change(post, key[1]) : post)) }
        : page,
    )
    queryClient.setQueryData<WallPages>(key, { ...held, pages })
  }
}

/** What its card leaves on the wall. */
function traceOf(id: string, why: Trace['why']): Trace {
  const card = document.querySelector(`[data-post="${CSS.escape(id)}"]`)
  return {
    why,
    height: card?.getBoundingClientRect().height ?? 0,
    hadFocus: card?.contains(document.activeElement) ?? false,
  }
}
