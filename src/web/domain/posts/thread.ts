import type { WallComment } from '../../../shared/rows.ts'

export type Thread = {
  comments: readonly WallComment[]
  hasEarlier: boolean
  /** Ids of deleted comments: a late answer cannot restore them. */
  gone: ReadonlySet<string>
}

/** Both are undefined before the first answer. `error`: the first request failed. */
export type HeldThread = { thread?: Thread; error?: unknown }

export const noThread: Thread = { comments: [], hasEarlier: false, gone: new Set() }

// PostgreSQL writes UTC to the microsecond, so times compare as text.
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (a: WallComment, b: WallComment) => compare(a.created_at, b.created_at) || compare(a.id, b.id)

export function merge(thread: Thread, rows: readonly WallComment[]): Thread {
  const byId = new Map(thread.comments.map((comment) => [comment.id, comment]))
  for (const row of rows) {
    const held = byId.get(row.id)
    if (!thread.gone.has(row.id) && (!held || held.updated_at <= row.updated_at)) byId.set(row.id, row)
  }
  return { ...thread, comments: [...byId.values()].toSorted(inOrder) }
}

/** `rows`: all comments from the first loaded one on. A comment `known` before the request and absent from it was deleted. */
export function catchUp(thread: Thread, rows: readonly WallComment[], known: ReadonlySet<string>): Thread {
  const found = new Set(rows.map(({ id }) => id))
  const comments = thread.comments.filter(({ id }) => !known.has(id) || found.has(id))
  return merge({ ...thread, comments }, rows)
}

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
