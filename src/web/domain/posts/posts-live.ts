import { buryPost, putPost } from './held.ts'
import { fetchPosts } from './posts.api.ts'

/** Changes are gathered this long before they are asked for together, ms. */
const gather = 500
const changed = new Set<string>()

/** A `post_update` of a post near the screen: that it was changed or taken down, without a word of it. */
export function hearPost(postId: string, { type }: Record<string, unknown>): void {
  if (type === 'post_removed') buryPost(postId, 'deleted')
  if (type !== 'post_edited') return
  if (changed.size === 0) setTimeout(() => void refetch().catch(() => undefined), gather)
  changed.add(postId)
}

async function refetch() {
  const ids = [...changed]
  changed.clear()
  for (const post of await fetchPosts(ids)) putPost(post)
}
