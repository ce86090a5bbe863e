import type { PollsPage } from '../../../shared/polls.ts'
import { refusalIn, wordsFor } from '../../lib/failure.ts'
import { fetchAsMe, invoke } from '../../lib/supabase.ts'

/** Longest wait for an answer, ms. */
const patience = 20_000

/** Without a cursor: the newest polls, and those that the person voted in. Throws an Error with the words of specification 2, section 8. */
export async function fetchPolls(before?: string): Promise<PollsPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
  const response = await fetchAsMe(`${location.origin}/functions/v1/fetch-polls${query}`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  })
  const body: { success?: unknown } = Object(await response.json().catch(() => null))
  if (response.ok && body.success === true) return body as PollsPage
  const said = refusalIn(body)
  if (!response.ok && said === '') throw new Error(`HTTP ${response.status}: ${response.statusText}`)
  throw new Error(wordsFor({ message: said }, 'Failed to fetch polls'))
}

type Answer = { success?: unknown; user_vote_index?: unknown }

/** Throws an Error with words for the person: the server's, or `fallback`. `isDone`: an answer without success that means the same. */
async function send(
  name: string,
  input: object,
  fallback: string,
  isDone: (status: number, answer: Answer) => boolean = () => false,
): Promise<void> {
  const { status, body } = await invoke(name, input, AbortSignal.timeout(patience))
  const answer: Answer = Object(body)
  if (answer.success === true || isDone(status, answer)) return
  throw new Error(wordsFor({ message: refusalIn(body) }, fallback))
}

export type NewPoll = {
  /** Made by the page: a request that is sent twice makes one poll. */
  id: string
  question: string
  options: string[]
  expires_at: string | null
}

export const createPoll = (poll: NewPoll): Promise<void> => send('create-poll', poll, 'Failed to create poll')

/** A vote whose first answer was lost is refused as repeated, with the option that the server has. */
export const voteOnPoll = (pollId: string, option: number): Promise<void> =>
  send(
    'vote-on-poll',
    { poll_id: pollId, option_index: option },
    'Failed to vote',
    (status, { user_vote_index }) => status === 409 && user_vote_index === option,
  )

/** A poll that is gone already counts as deleted. */
export const deletePoll = (pollId: string): Promise<void> =>
  send('delete-poll', { poll_id: pollId }, 'Delete failed', (status) => status === 404)
