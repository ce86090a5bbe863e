import { follow } from '../../lib/live.ts'
import { reactions, refreshReactions } from './reactions.api.ts'

/** A socket carries a hundred topics, and a screen shows at most about twenty posts. */
const most = 36
/** A thumb's throw passes posts that nobody reads: only where it comes to rest is worth a subscription. */
const rest = 300

/** The reaction rows on the screen or near it, last come last. */
const near = new Map<Element, string>()
const followed = new Map<string, () => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function plan() {
  clearTimeout(timer)
  timer = setTimeout(followNear, rest)
}

function followNear() {
  const wanted = new Set([...near.values()].slice(-most))
  for (const [postId, stop] of followed)
    if (!wanted.has(postId)) {
      followed.delete(postId)
      stop()
    }
  for (const postId of wanted)
    if (!followed.has(postId))
      followed.set(
        postId,
        follow(`post-reactions-${postId}`, {
          events: { reaction_update: ({ reaction_counts }) => reactions.hear(postId, reaction_counts) },
          caughtUp: () => refreshReactions(postId),
        }),
      )
}

let observer: IntersectionObserver | undefined

function observe(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    const postId = target instanceof HTMLElement ? target.dataset['reactions'] : undefined
    near.delete(target)
    if (isIntersecting && postId) near.set(target, postId)
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
