import type { WallComment } from '../../../shared/rows.ts'
import { follow } from '../../lib/live.ts'
import { useKeyedPart } from '../../lib/store.ts'
import { fetchByIds, fetchEarlier, fetchNewest, type StoredComment } from './comments.api.ts'
import { posts, type Entry } from './post-store.ts'
import { catchUp, merge, noThread, putEarlier, remove, type HeldThread, type Thread } from './thread.ts'

/** A panel shows this many comments at first, and as many more each time. */
const page = 30
/** One fewer than the server gives at most. */
const most = 999
/** How long ids are gathered before they are fetched together, ms. */
const gather = 150
/** More ids than this make an address too long. */
const mostIds = 100

/** Follows the comments of a post while its panel is open. */
export function followComments(postId: string): () => void {
  void refresh(postId)
  return follow(`post-reactions-${postId}`, {
    events: { comment_update: (payload) => hearComment(postId, payload) },
    caughtUp: () => void refresh(postId),
  })
}

export const readThread = (postId: string): HeldThread | undefined => posts.entries.read(postId)?.thread

export const useThread = (postId: string): HeldThread | undefined =>
  useKeyedPart(posts.entries, postId, ({ thread }) => thread)

function putThread(postId: string, thread: HeldThread) {
  const entry = posts.entry(postId)
  entry.thread = thread
  posts.tell(postId, entry)
}

/** False when another person is here by now. */
const isHeld = (postId: string, entry: Entry) => posts.entries.read(postId) === entry

/** Without an entry the person has gone: nothing changes. Before the first answer, the next one brings the change. */
function change(postId: string, next: (thread: Thread) => Thread) {
  const held = readThread(postId)
  if (held?.thread) putThread(postId, { thread: next(held.thread) })
  else if (held) void refresh(postId)
}

type Turn = { isAsked: boolean; again: boolean }
/** Requests on their way. The key is the store's entry: it goes with the person. */
const turns = new WeakMap<Entry, Turn>()

/** Fetches what is new, edited or deleted; never rejects. Called while a request is on its way, it asks once more afterwards. */
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
    // The panel opens and its topic is joined in one moment: one request serves both.
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
    // Without a signal the client would try for seconds.
    if (!navigator.onLine) throw new Error('offline')
    const rows = await fetchNewest(postId, limit, held?.hasEarlier ? held.comments[0]?.created_at : undefined)
    if (!isHeld(postId, entry)) return
    // More comments than one answer holds are offered as earlier ones.
    if (held)
      change(postId, (thread) => ({
        ...catchUp(thread, rows, known),
        hasEarlier: thread.hasEarlier || rows.length === most,
      }))
    else putThread(postId, { thread: putEarlier(noThread, rows.slice(0, page), rows.length > page) })
  } catch (error) {
    // What is shown stays; the next catch-up asks again.
    if (!held && isHeld(postId, entry)) putThread(postId, { error })
  }
}

/** Rejects when they cannot be fetched. */
export async function showEarlier(postId: string): Promise<void> {
  const entry = posts.entry(postId)
  const first = readThread(postId)?.thread?.comments[0]
  if (!first) return
  const rows = await fetchEarlier(first, page + 1)
  if (isHeld(postId, entry))
    change(postId, (thread) => putEarlier(thread, rows.slice(0, page), rows.length > page))
}

/** Ids of comments that wait to be fetched together. */
const asked = new WeakMap<Entry, Set<string>>()

/** Fetches a comment. Without an answer the next catch-up brings it. */
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
  if (isHeld(postId, entry)) change(postId, (thread) => merge(thread, rows))
}

/** The person's own comment as the table has it now. */
export function putOwn(comment: WallComment, stored: StoredComment): void {
  change(comment.post_id, (thread) => merge(thread, [{ ...comment, ...stored }]))
}

export function removeComment(postId: string, id: string): void {
  change(postId, (thread) => remove(thread, id))
}

/** A `comment_update` says that something happened, without its words. It comes from the network, so its fields are checked. */
export function hearComment(postId: string, { type, id }: Record<string, unknown>): void {
  if (type === 'comments_changed') return void refresh(postId)
  if (typeof id !== 'string') return
  const isKnown = readThread(postId)?.thread?.comments.some((comment) => comment.id === id)
  if (type === 'comment_removed') removeComment(postId, id)
  else if (type === 'comment_edited' || !isKnown) fetchComment(postId, id)
}
