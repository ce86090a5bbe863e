import { follow } from '../../lib/live.ts'
import { buryPost, postKey } from './feed.ts'
import { queryClient } from '../../lib/query.ts'
import { posts } from './post-store.ts'
import { fetchNumbers, fetchPosts } from './posts.api.ts'

/** How long a post that left the screen is still followed, ms: scrolling back costs no request. */
export const linger = 25_000
/** A socket carries a hundred topics; a screen shows at most about twenty posts. */
const most = 36
/** Posts below the screen that are followed as well: one request for all of them, not one at each push of the thumb. */
const ahead = 8

/** The followed posts; `left` is when one was no longer wanted. */
export type Followed = Map<string, { stop: () => void; left?: number | undefined }>
/** A post on the page. */
export type Shown = { postId: string; isNear: boolean }

/** Which posts to follow and which no longer; marks those that left. `isWaiting` when some linger. */
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
  // The last to leave stay, while there is room and time.
  const gone = lingering.filter(({ left }, at) => at >= most - wanted.size || now - left >= linger)
  return {
    come: [...wanted].filter((postId) => !followed.has(postId)),
    gone: gone.map(({ postId }) => postId),
    isWaiting: gone.length < lingering.length,
  }
}

const followed: Followed = new Map()
let timer: ReturnType<typeof setTimeout> | undefined

/** The wall calls this with the posts on the page, in reading order, whenever it comes to rest. */
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
      comment_update: ({ comment_count }) => posts.hearComments(postId, comment_count),
      post_update: ({ type }) => {
        if (type === 'post_removed') buryPost(postId, 'deleted')
        if (type === 'post_edited') refetchPost(postId)
      },
    },
    caughtUp: () => refreshNumbers(postId),
  })
}

/** Gathers ids for `ms`, then runs once for all. A run that fails is left to the next catch-up. */
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

/** Fetches the numbers of a post. Most of a request are its headers, so ids wait for each other. */
export const refreshNumbers = gather(800, async (ids) => {
  const found = await fetchNumbers(ids)
  for (const id of ids) if (!found.has(id)) buryPost(id, 'missing')
})

const refetchPost = gather(500, async (ids) => {
  for (const id of await fetchPosts(ids)) queryClient.setQueryData(postKey(id), true)
})

let tabs: BroadcastChannel | undefined

/** The person's other tabs say which post they reacted to: an event does not say whose reaction it is about. */
function listenToTabs(): BroadcastChannel {
  if (tabs) return tabs
  tabs = new BroadcastChannel('reactions')
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && followed.has(data)) refreshNumbers(data)
  })
  return tabs
}

export function tellTabs(postId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel within one origin takes none
  listenToTabs().postMessage(postId)
}
