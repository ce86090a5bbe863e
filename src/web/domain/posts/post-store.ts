import { useMemo } from 'react'
import type { WallPost } from '../../../shared/rows.ts'
import { createKeyed, useKeyed, useKeyedPart } from '../../lib/store.ts'
import type { QueuedReaction } from '../device/kept.ts'
import { waiting } from '../outbox/waiting.ts'
import { emojiOf, move, readCounts, shownOf, type Emoji, type Reactions, type Tally } from './reactions.ts'
import type { HeldThread } from './thread.ts'

/** A card's row. The numbers change more often and are kept beside it. */
export type Post = Pick<
  WallPost,
  | 'id'
  | 'seq'
  | 'user_id'
  | 'codename'
  | 'mood'
  | 'content'
  | 'template_url'
  | 'created_at'
  | 'avatar_url'
  | 'is_premium'
  | 'is_mine'
  | 'content_warning'
>
type Numbers = 'reaction_counts' | 'my_reaction' | 'comment_count' | 'comments_vary'
export type PostNumbers = Pick<WallPost, 'id' | Numbers>
export type FetchedPost = Post & PostNumbers

/** `deleted`: an event said so. `missing`: a fetch did not find it. `removed`: it leaves no trace on the wall. */
export type Gone = 'deleted' | 'missing' | 'removed'
export type Row = { post?: Post; gone?: Gone | undefined }

export type Entry = {
  row: Row
  /** Start of the request that the row came from. */
  rowAt: number
  tally: Tally
  reactions: Reactions
  /** Replaced by every count of the server and every own comment: identity tells whether it changed. */
  comments: { count: number; heardAt: number }
  /** Events count comments that this reader does not see: only a fetch tells their number. */
  commentsVary?: boolean
  thread?: HeldThread
}

/** 'queued': the wish waits in the outbox, and is shown from there. */
export type WriteReaction = (
  postId: string,
  from: Emoji | null,
  to: Emoji | null,
) => Promise<'stored' | 'queued'>

const noRow: Row = {}
const noReactions: Reactions = { counts: {}, mine: null }
const noComments = { count: 0, heardAt: 0 }

/**
 * All that is known about a post: row, reactions, number of comments, thread (merged in thread.ts). Times are this store's `now`.
 * 1. An event is newer than a fetch that began before it. So is a change that the server has stored.
 * 2. Of two fetches of a row, the one that began later wins. Only a fetch that began after a deletion restores a post.
 * 3. A tap shows at once. A post has one request for taps at a time; quick taps send only the last. A failed tap is undone.
 * 4. A count that arrives during such a request may include the tap, so it is applied when the request ends. The same holds for a wish that
 *    the outbox is sending.
 * 5. The person's own comment counts at once. When it fails the count is undone, unless the server has sent a newer one.
 * 6. A reader who does not see all comments gets their number from fetches only: events count every comment.
 * 7. Nothing passes to the next person: the entries are dropped, and answers for them are ignored.
 */
export class PostStore {
  readonly entries = createKeyed<Entry>()
  readonly now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  row(id: string): Row {
    return this.entries.read(id)?.row ?? noRow
  }

  reactions(id: string): Reactions {
    return this.entries.read(id)?.reactions ?? noReactions
  }

  absorb(rows: readonly FetchedPost[], since: number): void {
    for (const row of rows) {
      const { reaction_counts: _r, my_reaction: _m, comment_count: _c, comments_vary: _v, ...post } = row
      const entry = this.entry(post.id)
      if (since >= entry.rowAt) putRow(entry, post, since)
      this.absorbNumbers([row], since)
    }
  }

  /** Merges numbers of a fetch that began at `since`. */
  absorbNumbers(rows: readonly PostNumbers[], since: number): void {
    for (const { id, reaction_counts, my_reaction, comment_count, comments_vary } of rows) {
      const entry = this.entry(id)
      const { tally } = entry
      if (tally.wish === undefined && tally.writtenAt <= since) {
        if (tally.heardAt <= since) tally.counts = readCounts(reaction_counts)
        tally.mine = emojiOf(my_reaction)
        entry.reactions = shownOf(tally)
      }
      entry.commentsVary = comments_vary
      const { heardAt } = entry.comments
      if (heardAt <= since) entry.comments = { count: comment_count, heardAt }
      this.tell(id, entry)
    }
  }

  put(post: Post): void {
    const entry = this.entry(post.id)
    putRow(entry, post, this.now())
    this.tell(post.id, entry)
  }

  /** Marks a post as gone. The first reason stays. */
  bury(id: string, why: Gone): void {
    const entry = this.entry(id)
    entry.rowAt = this.now()
    entry.row = { ...entry.row, gone: entry.row.gone ?? why }
    this.tell(id, entry)
  }

  /** Takes back `missing`: a catch-up may have missed the post only because its reader hid it. */
  unbury(id: string): void {
    const entry = this.entry(id)
    if (entry.row.gone !== 'missing') return
    entry.row = { ...entry.row, gone: undefined }
    this.tell(id, entry)
  }

  /** Merges an event's counts. Returns true when the person's own reaction may have changed: only a fetch can tell. */
  hearReactions(id: string, counts: unknown): boolean {
    const entry = this.entry(id)
    const { mine, wish, counts: before } = entry.tally
    const heard = readCounts(counts)
    entry.tally.heardAt = this.now()
    const isSending = wish !== undefined || waiting.read(id)?.reaction?.isAttempted === true
    entry.tally.held = isSending ? heard : undefined
    if (!isSending) entry.tally.counts = heard
    this.#showReactions(id, entry)
    return wish === undefined && mine !== null && (heard[mine] ?? 0) < (before[mine] ?? 1)
  }

  /** Shows a tap and stores it. Rejects when it could not be stored, after undoing it. */
  async react(id: string, wish: Emoji | null, write: WriteReaction): Promise<void> {
    const entry = this.entry(id)
    const { tally } = entry
    const isWriting = tally.wish !== undefined
    if (!isWriting) tally.held = undefined
    tally.wish = wish
    this.#showReactions(id, entry)
    if (isWriting) return
    try {
      await this.#writeWishes(id, tally, write)
    } finally {
      tally.counts = tally.held ?? tally.counts
      tally.held = undefined
      tally.wish = undefined
      this.#showReactions(id, entry)
    }
  }

  /** The outbox has stored the person's wish. */
  storedReaction(id: string, emoji: Emoji | null): void {
    const entry = this.entry(id)
    const { tally } = entry
    tally.counts = tally.held ?? move(tally.counts, tally.mine, emoji)
    tally.held = undefined
    tally.mine = emoji
    tally.writtenAt = this.now()
    this.#showReactions(id, entry)
  }

  async #writeWishes(id: string, tally: Tally, write: WriteReaction): Promise<void> {
    while (tally.wish !== undefined && tally.wish !== tally.mine) {
      const { wish } = tally
      const outcome = await write(id, tally.mine, wish)
      if (outcome === 'queued' && tally.wish === wish) return
      if (outcome === 'queued') continue
      tally.counts = tally.held ?? move(tally.counts, tally.mine, wish)
      tally.held = undefined
      tally.mine = wish
      tally.writtenAt = this.now()
    }
  }

  /** Merges an event's comment count. An edit carries none. Returns true when only a fetch can tell the reader's number. */
  hearComments(id: string, count: unknown): boolean {
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) return false
    const entry = this.entry(id)
    if (entry.commentsVary) return true
    this.#putCount(id, entry, count)
    return false
  }

  /** Counts the person's own comment before it is stored. Returns the undo. */
  expectComment(id: string): () => void {
    const entry = this.entry(id)
    const before = entry.comments.count
    this.#putCount(id, entry, before + 1)
    const expected = entry.comments
    return () => {
      if (entry.comments === expected) this.#putCount(id, entry, before)
    }
  }

  #putCount(id: string, entry: Entry, count: number): void {
    entry.comments = { count, heardAt: this.now() }
    this.tell(id, entry)
  }

  /** Creates the entry when needed. Each person has their own. */
  entry(id: string): Entry {
    const found = this.entries.read(id)
    if (found) return found
    const tally = { ...noReactions, heardAt: 0, writtenAt: 0 }
    const entry: Entry = { row: noRow, rowAt: 0, tally, reactions: noReactions, comments: noComments }
    this.entries.put(id, entry)
    return entry
  }

  #showReactions(id: string, entry: Entry): void {
    entry.reactions = shownOf(entry.tally)
    this.tell(id, entry)
  }

  /** Notifies the subscribers, unless the person has left. */
  tell(id: string, entry: Entry): void {
    if (this.entries.read(id) === entry) this.entries.put(id, entry)
  }
}

/** An equal row keeps its identity, so its card does not render again. */
function putRow(entry: Entry, post: Post, at: number): void {
  entry.rowAt = at
  if (entry.row.gone || JSON.stringify(entry.row.post) !== JSON.stringify(post)) entry.row = { post }
}

export const posts = new PostStore()

export const useRow = (id: string): Row => useKeyedPart(posts.entries, id, ({ row }) => row) ?? noRow

/** With the wish that waits in the outbox. */
export function useReactions(id: string): Reactions & { isWaiting: boolean } {
  const known = useKeyedPart(posts.entries, id, ({ reactions }) => reactions) ?? noReactions
  const queued = useKeyed(waiting, id)?.reaction
  return useMemo(() => ({ ...withQueued(known, queued), isWaiting: queued !== undefined }), [known, queued])
}

export function withQueued({ counts, mine }: Reactions, queued: QueuedReaction | undefined): Reactions {
  if (!queued) return { counts, mine }
  const wish = emojiOf(queued.row.emoji)
  return { counts: move(counts, mine, wish), mine: wish }
}

export const useCommentCount = (id: string): number =>
  useKeyedPart(posts.entries, id, ({ comments }) => comments.count) ?? 0
