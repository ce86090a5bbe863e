/** The six choices (specification 2, section 3), in the order of the picker. */
export const choices = [
  { name: 'Like', emoji: '👍' },
  { name: 'Love', emoji: '❤️' },
  { name: 'Haha', emoji: '😂' },
  { name: 'Wow', emoji: '😮' },
  { name: 'Sad', emoji: '😢' },
  { name: 'Angry', emoji: '😡' },
] as const

export type Emoji = (typeof choices)[number]['emoji']
export type Counts = Partial<Record<Emoji, number>>
/** How many of each, and the reader's own. */
export type Reactions = { counts: Counts; mine: Emoji | null }
/** What the server has, and what the person wants. Times are those of the store. */
export type Tally = Reactions & {
  /** The last choice while taps are being stored; undefined when none is. */
  wish?: Emoji | null | undefined
  /** Counts that came while a tap was on its way. */
  held?: Counts | undefined
  /** When the server last said how many there are. */
  heardAt: number
  /** When a tap was last stored. */
  writtenAt: number
}

/** Kinds that a card shows with their count; the rest is one number. */
const shownKinds = 3

export function emojiOf(value: unknown): Emoji | null {
  return choices.find(({ emoji }) => emoji === value)?.emoji ?? null
}

export function nameOf(emoji: Emoji): string {
  return choices.find((choice) => choice.emoji === emoji)?.name ?? ''
}

/** Reads counts of the database or of an event; drops everything else. */
export function readCounts(value: unknown): Counts {
  const found: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  return Object.fromEntries(
    choices
      .map(({ emoji }) => [emoji, found[emoji]] as const)
      .filter(([, count]) => typeof count === 'number' && Number.isSafeInteger(count) && count > 0),
  )
}

/** The counts after one person changed their reaction; null is none. */
export function move(counts: Counts, from: Emoji | null, to: Emoji | null): Counts {
  const moved = { ...counts }
  if (from) moved[from] = (moved[from] ?? 0) - 1
  if (to) moved[to] = (moved[to] ?? 0) + 1
  return readCounts(moved)
}

/** What a card shows of a tally: with the wish, as if it were stored. */
export function shownOf({ counts, mine, wish, heardAt, writtenAt }: Tally): Reactions {
  const own = wish === undefined ? mine : wish
  const moved = wish === undefined ? counts : move(counts, mine, wish)
  if (!own || moved[own]) return { counts: moved, mine: own }
  // A count from before the tap was stored does not have it. A later count without it means that another device took it back.
  return wish !== undefined || writtenAt > heardAt
    ? { counts: { ...moved, [own]: 1 }, mine: own }
    : { counts: moved, mine: null }
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The kinds with a count, highest first. Those of `before` keep their places, so nothing moves under a thumb. */
export function orderKinds(counts: Counts, before: readonly Emoji[] = []): Emoji[] {
  const there = choices.map(({ emoji }) => emoji).filter((emoji) => counts[emoji])
  const added = there
    .filter((emoji) => !before.includes(emoji))
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  return [...before.filter((emoji) => there.includes(emoji)), ...added]
}

/** Three kinds to show, always with the reader's own, and how many more there are. */
export function summarize(kinds: readonly Emoji[], mine: Emoji | null): { shown: Emoji[]; more: number } {
  const first = kinds.slice(0, shownKinds)
  const shown =
    mine && kinds.includes(mine) && !first.includes(mine) ? [...first.slice(0, shownKinds - 1), mine] : first
  return { shown, more: kinds.length - shown.length }
}

/** '9+' above nine, '99+' above ninety-nine. */
export function upTo(most: 9 | 99, count: number): string {
  return count > most ? `${most}+` : String(count)
}
