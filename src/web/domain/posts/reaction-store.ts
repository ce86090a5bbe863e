import { emojiOf, move, readCounts, type Counts, type Emoji, type Reactions } from './reactions.ts'

/** What a fetch says about a post. */
export type ReactionRow = { id: string; reaction_counts: unknown; my_reaction: string | null }
/** Stores a change of the person's own reaction; null is none. */
export type Write = (postId: string, from: Emoji | null, to: Emoji | null) => Promise<void>

type Entry = Reactions & {
  /** The last choice of a person whose taps are still being written; undefined when all is. */
  wish?: Emoji | null | undefined
  /** Counts that came while a change was on its way: whether they hold it already, nobody can tell yet. */
  held?: Counts | undefined
  /** When the server last said how many there are, and when an own change was last stored. */
  heardAt: number
  writtenAt: number
  shown: Reactions
}

export type ReactionStore = ReturnType<typeof createReactions>

const none: Reactions = { counts: {}, mine: null }

function shownOf({ counts, mine, wish, heardAt, writtenAt }: Entry): Reactions {
  if (wish !== undefined) {
    counts = move(counts, mine, wish)
    mine = wish
  }
  if (!mine || counts[mine]) return { counts, mine }
  // What was just stored is there, whatever a count from before it says; what a later one leaves out went from another device.
  return wish !== undefined || writtenAt > heardAt
    ? { counts: { ...counts, [mine]: 1 }, mine }
    : { counts, mine: null }
}

/** Until nothing more is wished; `entry` is then what the server has. */
async function writeWishes(postId: string, entry: Entry, store: Write, now: () => number): Promise<void> {
  while (entry.wish !== undefined && entry.wish !== entry.mine) {
    const wish = entry.wish
    await store(postId, entry.mine, wish)
    entry.counts = entry.held ?? move(entry.counts, entry.mine, wish)
    entry.held = undefined
    entry.mine = wish
    entry.writtenAt = now()
  }
}

/**
 * The reactions under every post that is held, in one place: fetches, events and taps meet here. Three rules: an event is newer than a
 * fetch that began before it; what a person tapped shows at once; and each post has one request on its way at a time, so that quick taps
 * end at the last.
 */
export function createReactions(now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>()
  const listeners = new Map<string, Set<() => void>>()

  function entryOf(postId: string): Entry {
    const found = entries.get(postId) ?? { ...none, heardAt: 0, writtenAt: 0, shown: none }
    entries.set(postId, found)
    return found
  }

  function show(postId: string, entry: Entry) {
    entry.shown = shownOf(entry)
    for (const listener of listeners.get(postId) ?? []) listener()
  }

  return {
    read: (postId: string): Reactions => entries.get(postId)?.shown ?? none,

    subscribe(postId: string, listener: () => void): () => void {
      const group = listeners.get(postId) ?? new Set()
      listeners.set(postId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(postId) === group) listeners.delete(postId)
      }
    },

    /** Rows of a fetch that began at `since` (this store's clock). */
    absorb(rows: readonly ReactionRow[], since: number) {
      for (const { id, reaction_counts, my_reaction } of rows) {
        const entry = entryOf(id)
        if (entry.wish !== undefined || entry.writtenAt > since) continue
        if (entry.heardAt <= since) entry.counts = readCounts(reaction_counts)
        entry.mine = emojiOf(my_reaction)
        show(id, entry)
      }
    },

    /** An event: how many there are now, whoever they are from. True when one's own may be among those that went: only a fetch can tell. */
    hear(postId: string, counts: unknown): boolean {
      const entry = entryOf(postId)
      const { mine, wish, counts: before } = entry
      const heard = readCounts(counts)
      entry.heardAt = now()
      if (wish === undefined) entry.counts = heard
      else entry.held = heard
      show(postId, entry)
      return wish === undefined && mine !== null && (heard[mine] ?? 0) < (before[mine] ?? 1)
    },

    /** A tap. Shows at once; when it cannot be stored, what was there before comes back, and the promise rejects. */
    async react(postId: string, wish: Emoji | null, store: Write): Promise<void> {
      const entry = entryOf(postId)
      const isWriting = entry.wish !== undefined
      entry.wish = wish
      show(postId, entry)
      if (isWriting) return
      try {
        await writeWishes(postId, entry, store, now)
      } finally {
        entry.counts = entry.held ?? entry.counts
        entry.held = undefined
        entry.wish = undefined
        show(postId, entry)
      }
    },

    /** For the next person at this phone. */
    forget() {
      entries.clear()
    },

    now,
  }
}
