import type { Poll, VoteEvent } from '../../../shared/polls.ts'

export type HeldPoll = {
  row: Poll
  /** The newest counts of the server, in the order of the options. */
  counts: readonly number[]
  /** When an event brought the counts, ms of this page. */
  heardAt?: number
  /** The person's own option. */
  mine?: number | undefined
  /** `counts` lack the own vote. */
  isAhead?: boolean
  /** When the server took the own vote of this page, ms of this page; undefined while it is on its way. */
  settledAt?: number | undefined
  /** When it was deleted, or the server no longer showed it, ms of this page. Its place stays. */
  goneAt?: number
}

const countsOf = ({ options, vote_counts }: Poll) => options.map((_, at) => vote_counts[at] ?? 0)

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

export const holdPoll = (row: Poll): HeldPoll => ({
  row,
  counts: countsOf(row),
  mine: row.user_vote_index ?? undefined,
})

/** What the page shows of a poll: `counts` in the order of the options, and the person's own option. */
export type Tally = { counts: readonly number[]; total: number; mine: number | undefined }

export function tallyOf({ counts, mine, isAhead }: HeldPoll): Tally {
  const shown = isAhead ? counts.map((count, at) => (at === mine ? count + 1 : count)) : counts
  return { counts: shown, total: sumOf(shown), mine }
}

/** The page's own vote, before the server has it. */
export const castVote = (held: HeldPoll, option: number): HeldPoll => ({
  ...held,
  mine: option,
  isAhead: true,
  settledAt: undefined,
})

/** The server refused the page's own vote. */
export function uncastVote(held: HeldPoll): HeldPoll {
  const { mine: _mine, isAhead: _ahead, settledAt: _settled, ...rest } = held
  return rest
}

/** Takes the counts of an event. An event that arrives twice or late changes nothing. */
export function hearVote(held: HeldPoll, event: VoteEvent, now: number): HeldPoll {
  const { row, mine } = held
  const counts = event.vote_counts
  if (counts.length !== row.options.length || event.option_index >= counts.length) return held
  const total = sumOf(counts)
  // The own vote, of this page or of another tab or device: from now on the server's counts include it.
  if (event.user_id === row.voter_id) {
    const isNewer = total >= sumOf(held.counts)
    if (mine !== undefined && !held.isAhead && total <= sumOf(held.counts)) return held
    return {
      ...held,
      ...(isNewer && { counts, heardAt: now }),
      mine: mine ?? event.option_index,
      isAhead: false,
    }
  }
  return total > tallyOf(held).total ? { ...held, counts, heardAt: now, isAhead: false } : held
}

/**
 * The newer row of a poll. `askedAt`: when the page asked for it, ms of this page. Later events stay, and so does an own vote that the answer
 * cannot know.
 */
export function renewPoll(held: HeldPoll, row: Poll, askedAt: number): HeldPoll {
  const fresh = holdPoll(row)
  const { mine, settledAt, heardAt, goneAt, ...here } = held
  // The answer was asked for before the deletion.
  if (goneAt !== undefined && askedAt <= goneAt) return held
  const isLater = heardAt !== undefined && heardAt >= askedAt && sumOf(held.counts) > sumOf(fresh.counts)
  const kept = isLater ? { ...here, row, heardAt } : fresh
  if (row.has_voted) return { ...kept, mine: fresh.mine, isAhead: false }
  const isOwnKept =
    mine !== undefined && !held.row.has_voted && (settledAt === undefined || askedAt < settledAt)
  if (!isOwnKept) return uncastVote(kept)
  return { ...kept, mine, settledAt, isAhead: isLater ? held.isAhead === true : true }
}

/** Whether people can vote at this moment of the server's clock, ms. */
export const isOpenAt = ({ is_open, expires_at }: Poll, now: number): boolean =>
  is_open && (expires_at === null || now < Date.parse(expires_at))

const byAge = (a: Poll, b: Poll) =>
  Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1)

export const inOrder = (polls: readonly HeldPoll[]): HeldPoll[] =>
  polls.toSorted((a, b) => byAge(a.row, b.row))

/**
 * The list after a new first page. Polls that the page did not have wait in `waiting` until the person asks: nothing moves while somebody
 * reads. `size`: the number of newest polls in an answer; polls that the person voted in come beside them.
 */
export function renewList(
  list: readonly HeldPoll[],
  answer: { polls: readonly Poll[]; askedAt: number },
  size: number,
): { list: HeldPoll[]; waiting: Poll[] } {
  const rows = new Map(answer.polls.map((row) => [row.id, row]))
  const last = answer.polls.toSorted(byAge)[size - 1]
  const renewed = list.map((held): HeldPoll => {
    const row = rows.get(held.row.id)
    if (row) return renewPoll(held, row, answer.askedAt)
    // An older poll than the last of the newest ones is not in the answer.
    return !last || byAge(held.row, last) < 0 ? { ...held, goneAt: answer.askedAt } : held
  })
  const known = new Set(list.map(({ row }) => row.id))
  return { list: renewed, waiting: answer.polls.filter(({ id }) => !known.has(id)) }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

/** Reads the payload of a `vote` event, which is untrusted. */
export function readVote(payload: Record<string, unknown>): VoteEvent | undefined {
  const { poll_id, option_index, user_id, vote_counts } = payload as Partial<VoteEvent>
  const isVote =
    typeof poll_id === 'string' &&
    typeof user_id === 'string' &&
    isCount(option_index) &&
    Array.isArray(vote_counts) &&
    vote_counts.every(isCount)
  return isVote ? (payload as VoteEvent) : undefined
}
