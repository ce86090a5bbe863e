/** How long a post that left the screen is still listened to, ms: who scrolls back costs no question. */
export const linger = 25_000
/** A socket carries a hundred topics, and a screen shows at most about twenty posts. */
const most = 36
/** Posts that are taken along below the screen: one question for all of them, rather than one at each push of the thumb. */
const ahead = 8

/** The followed posts; `left` is when one was no longer wanted. */
export type Followed = Map<string, { stop: () => void; left?: number | undefined }>
/** A post on the page, in reading order. */
type Shown = { postId: string; isNear: boolean }

/** Which posts to follow and which no longer; marks those that left. `isWaiting` when some linger: look again after that time. */
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
  // Those that left last stay, while there is room and time.
  const gone = lingering.filter(({ left }, at) => at >= most - wanted.size || now - left >= linger)
  return {
    come: [...wanted].filter((postId) => !followed.has(postId)),
    gone: gone.map(({ postId }) => postId),
    isWaiting: gone.length < lingering.length,
  }
}
