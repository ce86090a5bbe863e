import type { WallComment } from '../../../shared/rows.ts'

/** The comments of a post that are held here, oldest first. */
export type Thread = {
  comments: readonly WallComment[]
  /** The server has more before the first. */
  hasEarlier: boolean
  /** Ids of deleted comments: an answer on its way does not bring them back. */
  gone: ReadonlySet<string>
}

/** What is held of a post's comments: neither before the first answer, `error` when there was none. */
export type HeldThread = { thread?: Thread; error?: unknown }

export const noThread: Thread = { comments: [], hasEarlier: false, gone: new Set() }

// The database writes times in UTC, to the microsecond: they compare as text.
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (a: WallComment, b: WallComment) => compare(a.created_at, b.created_at) || compare(a.id, b.id)

/** Puts comments in order. Of two versions of one id the later edited one stays. */
export function merge(thread: Thread, rows: readonly WallComment[]): Thread {
  const byId = new Map(thread.comments.map((comment) => [comment.id, comment]))
  for (const row of rows) {
    const held = byId.get(row.id)
    if (!thread.gone.has(row.id) && (!held || held.updated_at <= row.updated_at)) byId.set(row.id, row)
  }
  return { ...thread, comments: [...byId.values()].toSorted(inOrder) }
}

/** `rows` are all comments from the first that is held on. A comment that was `known` before the request and is not found was deleted. */
export function catchUp(thread: Thread, rows: readonly WallComment[], known: ReadonlySet<string>): Thread {
  const found = new Set(rows.map(({ id }) => id))
  const comments = thread.comments.filter(({ id }) => !known.has(id) || found.has(id))
  return merge({ ...thread, comments }, rows)
}

/** The page before the first that is held. */
export function putEarlier(thread: Thread, rows: readonly WallComment[], hasEarlier: boolean): Thread {
  return { ...merge(thread, rows), hasEarlier }
}

export function remove(thread: Thread, id: string): Thread {
  return {
    ...thread,
    comments: thread.comments.filter((comment) => comment.id !== id),
    gone: new Set([...thread.gone, id]),
  }
}
