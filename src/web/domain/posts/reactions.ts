/** The six choices in the picker's order (specification 2, section 3). */
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
export type Reactions = { counts: Counts; mine: Emoji | null }
/** The server's state and the person's wish. Times are the store's. */
export type Tally = Reactions & {
  wish?: Emoji | null | undefined
  /** Counts that arrived during a tap's request. */
  held?: Counts | undefined
  heardAt: number
  writtenAt: number
}

const shownKinds = 3

export function emojiOf(value: unknown): Emoji | null {
  return choices.find(({ emoji }) => emoji === value)?.emoji ?? null
}

export function nameOf(emoji: Emoji): string {
  return choices.find((choice) => choice.emoji === emoji)?.name ?? ''
}

/** Reads counts of the database or of an event, and drops other fields. */
export function readCounts(value: unknown): Counts {
  const found: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  return Object.fromEntries(
    choices
      .map(({ emoji }) => [emoji, found[emoji]] as const)
      .filter(([, count]) => typeof count === 'number' && Number.isSafeInteger(count) && count > 0),
  )
}

/** The counts after one person's change; null is none. */
export function move(
  counts: Readonly<Record<string, number | undefined>>,
  from: string | null,
  to: string | null,
): Counts {
  const moved = { ...counts }
  if (from) moved[from] = (moved[from] ?? 0) - 1
  if (to) moved[to] = (moved[to] ?? 0) + 1
  return readCounts(moved)
}

export function shownOf({ counts, mine, wish, heardAt, writtenAt }: Tally): Reactions {
  const own = wish === undefined ? mine : wish
  const moved = wish === undefined ? counts : move(counts, mine, wish)
  if (!own || moved[own]) return { counts: moved, mine: own }
  // A count from before the tap was stored lacks it. A later count without it means that another device removed it.
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

/** Three kinds to show, with the reader's own among them, and the sum of the rest. */
export function summarize(kinds: readonly Emoji[], mine: Emoji | null): { shown: Emoji[]; more: number } {
  const first = kinds.slice(0, shownKinds)
  const shown =
    mine && kinds.includes(mine) && !first.includes(mine) ? [...first.slice(0, shownKinds - 1), mine] : first
  return { shown, more: kinds.length - shown.length }
}
