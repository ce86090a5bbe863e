import type { WallComment } from '../../../shared/rows.ts'
import { onPersonChange, personHere } from '../../lib/session.ts'
import { createKeyed } from '../../lib/store.ts'
import { fetchByIds, fetchEarlier, fetchNewest, type StoredComment } from './comments.api.ts'
import { catchUp, merge, noThread, putEarlier, remove, type Thread } from './thread.ts'

/** A panel shows this many comments at first, and so many more each time. */
const page = 30
/** One fewer than the server gives at most. */
const most = 999
/** How long ids are gathered before they are fetched together, ms. */
const gather = 150

type Held = { thread?: Thread; error?: unknown }

/** The comments under every post whose panel was opened, for as long as this person is here. */
export const threads = createKeyed<Held>()

/** What comes when the person has gone meanwhile finds nothing to change; what comes before the first answer is in the next one. */
function change(postId: string, next: (thread: Thread) => Thread) {
  const held = threads.read(postId)
  if (held?.thread) threads.put(postId, { thread: next(held.thread) })
  else if (held) void refresh(postId)
}

type Turn = { isAsked: boolean; again: boolean }
const turns = new Map<string, Turn>()
const asked = new Map<string, Set<string>>()

onPersonChange(() => {
  turns.clear()
  asked.clear()
})

/** Fetches what is new, edited or deleted; never rejects. Asked while the request is on its way, it asks once more after it. */
export async function refresh(postId: string): Promise<void> {
  const before = turns.get(postId)
  if (before) {
    before.again ||= before.isAsked
    return
  }
  const turn: Turn = { isAsked: false, again: false }
  turns.set(postId, turn)
  threads.put(postId, threads.read(postId) ?? {})
  do {
    Object.assign(turn, { isAsked: false, again: false })
    // A panel opens, and a moment later its topic has been joined for long: both ask for the same.
    await new Promise((resolve) => setTimeout(resolve))
    turn.isAsked = true
    await fetchThread(postId, () => turns.get(postId) === turn)
  } while (turn.again && turns.get(postId) === turn)
  if (turns.get(postId) === turn) turns.delete(postId)
}

/** `isOurs`: the person who asked is still here. */
async function fetchThread(postId: string, isOurs: () => boolean) {
  const held = threads.read(postId)?.thread
  const limit = held ? most : page + 1
  const known = new Set(held?.comments.map(({ id }) => id))
  try {
    // The client would try for seconds before it says so.
    if (!navigator.onLine) throw new Error('offline')
    const rows = await fetchNewest(postId, limit, held?.hasEarlier ? held.comments[0]?.created_at : undefined)
    if (!isOurs()) return
    // More than one answer holds: the rest is to be had like other earlier ones.
    if (held)
      change(postId, (thread) => ({
        ...catchUp(thread, rows, known),
        hasEarlier: thread.hasEarlier || rows.length === most,
      }))
    else threads.put(postId, { thread: putEarlier(noThread, rows.slice(0, page), rows.length > page) })
  } catch (error) {
    // What is shown stays; the next catch-up asks again.
    if (!held && isOurs()) threads.put(postId, { error })
  }
}

/** Rejects when they cannot be fetched. */
export async function showEarlier(postId: string): Promise<void> {
  const first = threads.read(postId)?.thread?.comments[0]
  if (!first) return
  const reader = personHere()
  const rows = await fetchEarlier(first, page + 1)
  if (reader === personHere())
    change(postId, (thread) => putEarlier(thread, rows.slice(0, page), rows.length > page))
}

/** Fetches a comment; all that are asked for within a moment are one request. Without an answer the next catch-up brings it. */
export function fetchComment(postId: string, id: string): void {
  const ids = asked.get(postId) ?? new Set()
  if (ids.size === 0) setTimeout(() => void fetchAsked(postId).catch(() => undefined), gather)
  asked.set(postId, ids.add(id))
}

async function fetchAsked(postId: string) {
  const ids = [...(asked.get(postId) ?? [])]
  asked.delete(postId)
  // An address has an end; so many at once are a page of their own.
  if (ids.length > 100) return refresh(postId)
  const reader = personHere()
  const rows = await fetchByIds(ids)
  if (reader === personHere()) change(postId, (thread) => merge(thread, rows))
}

/** One's own, as the table has it now. */
export function putOwn(comment: WallComment, stored: StoredComment): void {
  change(comment.post_id, (thread) => merge(thread, [{ ...comment, ...stored }]))
}

export function removeComment(postId: string, id: string): void {
  change(postId, (thread) => remove(thread, id))
}

/** A `comment_update`, which comes from the network: it says that something happened, without a word of it, or that much did. */
export function hearComment(postId: string, { type, id }: Record<string, unknown>): void {
  if (type === 'comments_changed') return void refresh(postId)
  if (typeof id !== 'string') return
  const isHeld = threads.read(postId)?.thread?.comments.some((comment) => comment.id === id)
  if (type === 'comment_removed') removeComment(postId, id)
  else if (type === 'comment_edited' || !isHeld) fetchComment(postId, id)
}
