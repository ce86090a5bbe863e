/** Polls (specification 2, sections 3, 5 and 9). Lengths in code points. The database enforces all of it. */
export const pollLimits = {
  question: 300,
  option: 100,
  /** Fewest and most options. */
  least: 2,
  options: 10,
  /** Shortest and longest time that a poll is open, ms. */
  soonest: 5 * 60_000,
  latest: 366 * 86_400_000,
} as const

/** The newest polls in one answer of `fetch-polls`. An older page has as many. */
export const pageOfPolls = 50

/** Two options with the same folded text are the same option. `app.fold_option` decides; this is an early hint for the person. */
export const foldOption = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** A poll as `fetch-polls` answers a member. A visitor's lacks the member's own vote. */
export type Poll = {
  id: string
  user_id: string
  question: string
  options: string[]
  /** In the order of the options. */
  vote_counts: number[]
  total_votes: number
  has_voted: boolean
  user_vote_index: number | null
  expires_at: string | null
  created_at: string
  creator_codename: string
  creator_avatar_url: string | null
  creator_is_premium: boolean
  is_open: boolean
  /** The member's pseudonym in the `vote` events of this poll. */
  voter_id: string | null
}

/** `next`: the cursor of the older page, null on the last. */
export type PollsPage = { polls: Poll[]; next: string | null }

/** A `vote` event on `polls:global`. `user_id` is a pseudonym. The counts are those of the poll after this vote. */
export type VoteEvent = {
  poll_id: string
  option_index: number
  user_id: string
  timestamp: string
  vote_counts: number[]
  total_votes: number
}
