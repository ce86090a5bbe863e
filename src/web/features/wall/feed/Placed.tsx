import { memo, useLayoutEffect } from 'react'
import type { MoodValue } from '../../../../shared/moods.ts'
import { isHidden, whyGone } from '../../../domain/posts/feed.ts'
import { posts, useRow } from '../../../domain/posts/post-store.ts'
import { useHidden } from '../../../domain/safety/sight.ts'
import { PostCard } from '../post/PostCard.tsx'
import { GoneTrace, HiddenTrace, keepMeasure } from './Trace.tsx'

type PlacedProps = {
  id: string
  /** The wall's mood. A post with another mood has left it. */
  mood: MoodValue
  visit: string
  q: string
}

/** A post on this wall, or its trace after it was removed. */
export const Placed = memo(function Placed({ id, mood, visit, q }: PlacedProps) {
  const hidden = useHidden()
  const row = useRow(id)
  useLayoutEffect(() => measureOnLeave(id, mood), [id, mood])
  const { post } = row
  const why = whyGone(row, mood)
  if (!post || why === 'removed') return null
  if (hidden.has(id)) return <HiddenTrace post={post} />
  if (isHidden(post, hidden)) return null
  return why ? <GoneTrace post={post} why={why} /> : <PostCard post={post} visit={visit} q={q} />
})

/** The store notifies before React renders, so the card can still be measured. */
function measureOnLeave(id: string, mood: MoodValue): () => void {
  let wasThere = !whyGone(posts.row(id), mood)
  return posts.entries.subscribe(id, () => {
    const isThere = !whyGone(posts.row(id), mood)
    if (wasThere && !isThere) keepMeasure(id)
    wasThere = isThere
  })
}
