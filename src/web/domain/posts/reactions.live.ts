import { follow } from '../../lib/live.ts'
import { setCommentCount } from './comment-counts.ts'
import { hearPost } from './posts-live.ts'
import { chooseFollowed, linger, type Followed } from './reaction-reach.ts'
import { otherTabs, reactions, refreshReactions } from './reactions.api.ts'

/** A thumb's throw passes posts that nobody reads: only where it comes to rest is worth a subscription. */
const rest = 300

/** The reaction rows on the screen or near it. */
const near = new Set<Element>()
const followed: Followed = new Map()
let timer: ReturnType<typeof setTimeout> | undefined

function plan() {
  clearTimeout(timer)
  timer = setTimeout(followNear, rest)
}

function followNear() {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-reactions]')]
  const shown = rows.map((row) => ({ postId: row.dataset['reactions'] ?? '', isNear: near.has(row) }))
  const { come, gone, isWaiting } = chooseFollowed(shown, followed, performance.now())
  for (const postId of gone) {
    followed.get(postId)?.stop()
    followed.delete(postId)
  }
  for (const postId of come) followed.set(postId, { stop: followReactions(postId) })
  if (isWaiting) timer = setTimeout(followNear, linger)
}

function followReactions(postId: string): () => void {
  return follow(`post-reactions-${postId}`, {
    events: {
      reaction_update: ({ reaction_counts }) => {
        if (reactions.hear(postId, reaction_counts)) refreshReactions(postId)
      },
      comment_update: ({ comment_count }) => setCommentCount(postId, comment_count),
      post_update: (payload) => hearPost(postId, payload),
    },
    caughtUp: () => refreshReactions(postId),
  })
}

otherTabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string' && followed.has(data)) refreshReactions(data)
})

let observer: IntersectionObserver | undefined

function observe(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target)
    else near.delete(target)
  }
  plan()
}

/** Ref of a row `data-reactions={id}`: its post is followed while it is near the screen. */
export function followNearby(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined
  const watching = (observer ??= new IntersectionObserver(observe, { rootMargin: '40% 0px' }))
  watching.observe(row)
  return () => {
    watching.unobserve(row)
    near.delete(row)
    plan()
  }
}
