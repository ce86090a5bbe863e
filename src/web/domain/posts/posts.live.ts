import { follow } from '../../lib/live.ts'
import { buryPost, isHidden, postKey } from './feed.ts'
import { queryClient } from '../../lib/query.ts'
import { onReplySent } from '../outbox/waiting.ts'
import { posts } from './post-store.ts'
import { fetchNumbers, fetchPosts } from './posts.api.ts'
import { emojiOf } from './reactions.ts'
import { onHidden, readHidden } from '../safety/sight.ts'

/** Time that a post is still followed after it left the screen, ms: scrolling back costs no request. */
export const linger = 25_000
/** A socket carries a hundred topics. A screen shows about twenty posts at most. */
const most = 36
/** Posts below the screen that are followed too: one request for all, instead of one at each scroll. */
const ahead = 8

/** The followed posts. `left`: when a post left the screen. */
export type Followed = Map<string, { stop: () => void; left?: number | undefined }>
export type Shown = { postId: string; isNear: boolean }

/** Decides which posts to follow and which to release; marks those that left. `isWaiting`: some are released later. */
export function chooseFollowed(shown: readonly Shown[], followed: Followed, now: number) {
  const near = shown.filter(({ isNear }) => isNear)
  const next = shown.slice(shown.findLastIndex(({ isNear }) => isNear) + 1).slice(0, near.length && ahead)
  const isNew = near.some(({ postId }) => !followed.has(postId))
  const wanted = new Set(
    [...near, ...next.filter(({ postId }) => isNew || followed.has(postId))]
      .slice(0, most)
      .map(({ postId }) => postId),
  )
  for (const [postId, one] of followed) one.left = wanted.has(postId) ? undefined : (one.left ?? now)
  const lingering = [...followed]
    .flatMap(([postId, { left }]) => (left === undefined ? [] : [{ postId, left }]))
    .toSorted((a, b) => b.left - a.left)
  // The last posts to leave stay, within the limits of room and time.
  const gone = lingering.filter(({ left }, at) => at >= most - wanted.size || now - left >= linger)
  return {
    come: [...wanted].filter((postId) => !followed.has(postId)),
    gone: gone.map(({ postId }) => postId),
    isWaiting: gone.length < lingering.length,
  }
}

const followed: Followed = new Map()
let timer: ReturnType<typeof setTimeout> | undefined

/** The wall calls this whenever scrolling stops, with the posts in reading order. */
export function followNear(shown: readonly Shown[]): void {
  clearTimeout(timer)
  listenToTabs()
  const { come, gone, isWaiting } = chooseFollowed(shown, followed, performance.now())
  for (const postId of gone) {
    followed.get(postId)?.stop()
    followed.delete(postId)
  }
  for (const postId of come) followed.set(postId, { stop: followPost(postId) })
  if (isWaiting) timer = setTimeout(() => followNear(shown), linger)
}

function followPost(postId: string): () => void {
  return follow(`post-reactions-${postId}`, {
    events: {
      reaction_update: ({ reaction_counts }) => {
        if (posts.hearReactions(postId, reaction_counts)) refreshNumbers(postId)
      },
      comment_update: ({ comment_count }) => {
        if (posts.hearComments(postId, comment_count)) refreshNumbers(postId)
      },
      post_update: ({ type }) => {
        if (type === 'post_removed') buryPost(postId, 'deleted')
        if (type === 'post_edited') refetchPost(postId)
      },
    },
    caughtUp: () => refreshNumbers(postId),
  })
}

/** Gathers ids for `ms`, then runs once for all. After a failure the next catch-up fetches them. */
function gather(ms: number, run: (ids: string[]) => Promise<void>): (id: string) => void {
  const asked = new Set<string>()
  return (id) => {
    if (asked.size === 0)
      setTimeout(() => {
        const ids = [...asked]
        asked.clear()
        void run(ids).catch(() => undefined)
      }, ms)
    asked.add(id)
  }
}

/** Fetches a post's numbers. Headers are most of a request, so ids are gathered. The server leaves out hidden posts too. */
export const refreshNumbers = gather(800, async (ids) => {
  const found = await fetchNumbers(ids)
  for (const id of ids) if (!found.has(id) && !readHidden().has(id)) buryPost(id, 'missing')
})

const refetchPost = gather(500, async (ids) => {
  for (const id of await fetchPosts(ids)) queryClient.setQueryData(postKey(id), true)
})

let isStarted = false

/** Puts reactions that the outbox has sent into the store, and counts comments anew when their authors are hidden. */
export function startReactions(): void {
  if (isStarted) return
  isStarted = true
  onHidden(() => {
    for (const id of followed.keys()) {
      const { post } = posts.row(id)
      if (post && !isHidden(post, readHidden())) refreshNumbers(id)
    }
  })
  onReplySent(({ destination, row }) => {
    if (destination !== 'reaction') return
    posts.storedReaction(row.post_id, emojiOf(row.emoji))
    tellTabs(row.post_id)
  })
}

let tabs: BroadcastChannel | undefined

/** An event does not say who reacted, so the person's other tabs report their own reactions. */
function listenToTabs(): BroadcastChannel {
  if (tabs) return tabs
  tabs = new BroadcastChannel('reactions')
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && followed.has(data)) refreshNumbers(data)
  })
  return tabs
}

export function tellTabs(postId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  listenToTabs().postMessage(postId)
}
