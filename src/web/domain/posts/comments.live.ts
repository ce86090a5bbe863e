import type { WallComment } from '../../../shared/rows.ts'
import { follow } from '../../lib/live.ts'
import { onSignal } from '../../lib/signal.ts'
import { useKeyedPart } from '../../lib/store.ts'
import type { StoredComment } from '../outbox/waiting.ts'
import { fetchByIds, fetchEarlier, fetchNewest } from './comments.api.ts'
import { posts, type Entry } from './post-store.ts'
import { refreshNumbers } from './posts.live.ts'
import { catchUp, merge, noThread, putEarlier, remove, type HeldThread, type Thread } from './thread.ts'

/** Comments that a panel shows at first, and adds each time. */
const page = 30
/** One fewer than the server's limit for an answer. */
const most = 999
/** Time in which ids are gathered for one request, ms. */
const gather = 150
/** More ids than this make the address too long. */
const mostIds = 100

/** Follows a post's comments while its panel is open. */
export function followComments(postId: string): () => void {
  void refresh(postId)
  const leave = follow(`post-reactions-${postId}`, {
    events: { comment_update: (payload) => hearComment(postId, payload) },
    caughtUp: () => void refresh(postId),
  })
  // The socket may have stayed while the request failed.
  const stop = onSignal(() => {
    if (readThread(postId)?.error !== undefined) void refresh(postId)
  })
  return () => {
    stop()
    leave()
  }
}

export const readThread = (postId: string): HeldThread | undefined => posts.entries.read(postId)?.thread

export const useThread = (postId: string): HeldThread | undefined =>
  useKeyedPart(posts.entries, postId, ({ thread }) => thread)

function putThread(postId: string, thread: HeldThread) {
  const entry = posts.entry(postId)
  entry.thread = thread
  posts.tell(postId, entry)
}

const isHeld = (postId: string, entry: Entry) => posts.entries.read(postId) === entry

/** Applies a change to a loaded thread. A thread that is still loading is fetched once more. */
function change(postId: string, next: (thread: Thread) => Thread) {
  const held = readThread(postId)
  if (held?.thread) putThread(postId, { thread: next(held.thread) })
  else if (held) void refresh(postId)
}

type Turn = { isAsked: boolean; again: boolean }
/** Running requests. The store's entry is the key, so they end with the person. */
const turns = new WeakMap<Entry, Turn>()

/** Fetches new, edited and deleted comments; never rejects. A call during a request asks once more afterwards. */
export async function refresh(postId: string): Promise<void> {
  const entry = posts.entry(postId)
  const before = turns.get(entry)
  if (before) {
    before.again ||= before.isAsked
    return
  }
  const turn: Turn = { isAsked: false, again: false }
  turns.set(entry, turn)
  if (!readThread(postId)) putThread(postId, {})
  do {
    Object.assign(turn, { isAsked: false, again: false })
    // Opening the panel and joining its topic happen together: one request serves both.
    await new Promise((resolve) => setTimeout(resolve))
    turn.isAsked = true
    if (isHeld(postId, entry)) await fetchThread(postId, entry)
  } while (turn.again && isHeld(postId, entry))
  turns.delete(entry)
}

async function fetchThread(postId: string, entry: Entry) {
  const held = readThread(postId)?.thread
  const limit = held ? most : page + 1
  const known = new Set(held?.comments.map(({ id }) => id))
  try {
    // Offline, the client would retry for seconds.
    if (!navigator.onLine) throw new Error('offline')
    const rows = await fetchNewest(postId, limit, held?.hasEarlier ? held.comments[0]?.created_at : undefined)
    if (!isHeld(postId, entry)) return
    // Comments beyond one answer are offered as earlier ones.
    if (held)
      change(postId, (thread) => ({
        ...catchUp(thread, rows, known),
        hasEarlier: thread.hasEarlier || rows.length === most,
      }))
    else putThread(postId, { thread: putEarlier(noThread, rows.slice(0, page), rows.length > page) })
  } catch (error) {
    // A loaded thread stays on the screen; the next catch-up asks again.
    if (!held && isHeld(postId, entry)) putThread(postId, { error })
  }
}

export async function showEarlier(postId: string): Promise<void> {
  const entry = posts.entry(postId)
  const first = readThread(postId)?.thread?.comments[0]
  if (!first) return
  const rows = await fetchEarlier(first, page + 1)
  if (isHeld(postId, entry))
    change(postId, (thread) => putEarlier(thread, rows.slice(0, page), rows.length > page))
}

const asked = new WeakMap<Entry, Set<string>>()

/** Fetches one comment. After a failure the next catch-up brings it. */
export function fetchComment(postId: string, id: string): void {
  const entry = posts.entry(postId)
  const ids = asked.get(entry) ?? new Set()
  if (ids.size === 0) setTimeout(() => void fetchAsked(postId, entry).catch(() => undefined), gather)
  asked.set(entry, ids.add(id))
}

async function fetchAsked(postId: string, entry: Entry) {
  const ids = [...(asked.get(entry) ?? [])]
  asked.delete(entry)
  if (!isHeld(postId, entry)) return
  if (ids.length > mostIds) return refresh(postId)
  const rows = await fetchByIds(ids)
  if (!isHeld(postId, entry)) return
  change(postId, (thread) => merge(thread, rows))
  // The event counted a comment that this reader does not see.
  if (rows.length < ids.length) refreshNumbers(postId)
}

export function putOwn(comment: WallComment, stored: StoredComment): void {
  change(comment.post_id, (thread) => merge(thread, [{ ...comment, ...stored }]))
}

export function removeComment(postId: string, id: string): void {
  change(postId, (thread) => remove(thread, id))
}

/** A `comment_update` carries no words. Its fields come from the network, so they are checked. */
function hearComment(postId: string, { type, id }: Record<string, unknown>): void {
  if (type === 'comments_changed') return void refresh(postId)
  if (typeof id !== 'string') return
  const isKnown = readThread(postId)?.thread?.comments.some((comment) => comment.id === id)
  if (type === 'comment_removed') removeComment(postId, id)
  else if (type === 'comment_edited' || !isKnown) fetchComment(postId, id)
}
