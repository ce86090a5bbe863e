import { pageOfPolls, type Poll, type PollsPage, type VoteEvent } from '../../../shared/polls.ts'
import { serverNow } from '../../lib/clock.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { follow } from '../../lib/live.ts'
import { poll } from '../../lib/live-poll.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { createStore, useStore } from '../../lib/store.ts'
import {
  castVote,
  type HeldPoll,
  hearVote,
  holdPoll,
  inOrder,
  isOpenAt,
  readVote,
  renewList,
  renewPoll,
  uncastVote,
} from './poll.ts'
import { createPoll, deletePoll, fetchPolls, type NewPoll, voteOnPoll } from './polls.api.ts'

/** Time between two fetches of the first page, ms (specification 2, section 9). */
const every = 60_000
/** Time in which events are gathered for one render, ms. */
const gather = 200
/** An answer is new enough for the first subscription for this time, ms. */
const fresh = 5_000

export type PollList = {
  state: 'loading' | 'here' | 'failed'
  error?: unknown
  /** Newest first. */
  polls: readonly HeldPoll[]
  /** New polls that the person has not asked to see. */
  waiting: readonly Poll[]
  /** The cursor of the older page; null when all polls are here. */
  next: string | null
  older: 'idle' | 'coming' | 'failed'
}

const list = createStore<PollList>({
  state: 'loading',
  polls: [],
  waiting: [],
  next: null,
  older: 'idle',
})
/** Own polls that are being deleted, or were. */
const removed = createStore<ReadonlySet<string>>(new Set())

export const readPolls = (): PollList => list.read()
export const usePolls = (): PollList => useStore(list)

const put = (changes: Partial<PollList>) => list.put({ ...list.read(), ...changes })

const find = (id: string) => list.read().polls.find(({ row }) => row.id === id)

function change(id: string, next: (held: HeldPoll) => HeldPoll) {
  put({ polls: list.read().polls.map((held) => (held.row.id === id ? next(held) : held)) })
}

let asking: { person: string | undefined; done: Promise<void> } | undefined
let askedAt = -Infinity

/** Fetches the first page. A failure keeps what is on the screen, and is only logged (specification 2, section 8). */
export function refreshPolls(): Promise<void> {
  const person = personHere()
  if (asking && asking.person === person) return asking.done
  const own = { person, done: ask(person).finally(() => asking === own && (asking = undefined)) }
  asking = own
  return own.done
}

/** After a failure. The placeholders show that something happens. */
export function retryPolls(): void {
  put({ state: 'loading' })
  void refreshPolls()
}

async function ask(person: string | undefined): Promise<void> {
  const began = (askedAt = performance.now())
  try {
    const page = await fetchPolls()
    if (person !== personHere()) return
    take(page, began)
  } catch (error) {
    if (person !== personHere()) return
    if (!isOffline(error)) console.warn(wordsFor(error))
    if (list.read().state !== 'here') put({ state: 'failed', error })
  }
}

function take({ polls, next }: PollsPage, began: number) {
  const now = list.read()
  const isFirst = now.state !== 'here'
  const renewed = renewList(now.polls, { polls, askedAt: began }, pageOfPolls)
  const added = renewed.waiting.filter(({ id }) => !removed.read().has(id))
  put({
    state: 'here',
    polls: isFirst ? inOrder(added.map(holdPoll)) : renewed.list,
    waiting: isFirst ? [] : added,
    // Later pages were loaded from the first answer's cursor.
    next: isFirst ? next : now.next,
  })
}

/** Puts the new polls into the list, and removes what was deleted. */
export function showNewPolls(): void {
  const { polls, waiting } = list.read()
  const here = polls.filter(({ goneAt }) => goneAt === undefined)
  put({ polls: inOrder([...here, ...waiting.map(holdPoll)]), waiting: [] })
}

export async function loadOlderPolls(): Promise<void> {
  const { next, older } = list.read()
  if (next === null || older === 'coming') return
  const person = personHere()
  put({ older: 'coming' })
  const began = performance.now()
  try {
    const page = await fetchPolls(next)
    if (person !== personHere()) return
    const rows = new Map(page.polls.map((row) => [row.id, row]))
    const renewed = list.read().polls.map((held) => {
      const row = rows.get(held.row.id)
      rows.delete(held.row.id)
      return row ? renewPoll(held, row, began) : held
    })
    const added = [...rows.values()].filter(({ id }) => !removed.read().has(id))
    const polls = inOrder([...renewed, ...added.map(holdPoll)])
    put({ polls, next: page.next, older: 'idle' })
  } catch (error) {
    if (person !== personHere()) return
    if (!isOffline(error)) console.warn(wordsFor(error))
    put({ older: 'failed' })
  }
}

/** Votes. The vote shows at once and is taken back when the server refuses it. Resolves to the words of a failure. */
export async function vote(pollId: string, option: number): Promise<string | undefined> {
  const person = personHere()
  if (person === undefined) return 'No session'
  const held = find(pollId)
  if (!held || held.goneAt !== undefined || held.mine !== undefined) return undefined
  if (!isOpenAt(held.row, serverNow())) return undefined
  const settle = (next: (now: HeldPoll) => HeldPoll) => {
    if (person === personHere()) change(pollId, next)
  }
  change(pollId, (now) => castVote(now, option))
  try {
    await voteOnPoll(pollId, option)
    settle((now) => ({ ...now, settledAt: performance.now() }))
    return undefined
  } catch (error) {
    settle(uncastVote)
    // Another tab may have voted, or the poll is over.
    if (!isOffline(error) && person === personHere()) void refreshPolls()
    return wordsFor(error, 'Failed to vote')
  }
}

/** Removes an own poll from the list at once, and restores it when the server refuses. Resolves to the words of a failure. */
export async function removePoll(pollId: string): Promise<string | undefined> {
  const person = personHere()
  const held = find(pollId)
  if (!held) return undefined
  removed.put(new Set([...removed.read(), pollId]))
  put({ polls: list.read().polls.filter((other) => other !== held) })
  try {
    await deletePoll(pollId)
    return undefined
  } catch (error) {
    if (person !== personHere()) return undefined
    removed.put(new Set([...removed.read()].filter((id) => id !== pollId)))
    if (!find(pollId)) put({ polls: inOrder([...list.read().polls, held]) })
    return wordsFor(error, 'Failed to delete poll')
  }
}

/** Creates a poll and fetches the list. Throws an Error with words for the person. */
export async function addPoll(made: NewPoll): Promise<void> {
  await createPoll(made)
  // An answer that is on its way may be older than the poll.
  await asking?.done
  await refreshPolls()
  showNewPolls()
}

const heard: VoteEvent[] = []
let telling: ReturnType<typeof setTimeout> | undefined

function tellVotes() {
  telling = undefined
  const events = heard.splice(0)
  const now = performance.now()
  const polls = list
    .read()
    .polls.map((held) =>
      events
        .filter(({ poll_id }) => poll_id === held.row.id)
        .reduce((before, event) => hearVote(before, event, now), held),
    )
  put({ polls })
}

function onVote(payload: Record<string, unknown>) {
  const told = readVote(payload)
  if (!told) return
  heard.push(told)
  telling ??= setTimeout(tellVotes, gather)
}

function onDeleted(id: unknown) {
  if (typeof id !== 'string') return
  put({ waiting: list.read().waiting.filter((row) => row.id !== id) })
  change(id, (held) => ({ ...held, goneAt: performance.now() }))
}

/** Fetches the polls and follows them until the returned function is called. */
export function followPolls(): () => void {
  void refreshPolls()
  let isNew = true
  const catchUp = () => {
    const isFresh = isNew && performance.now() - askedAt < fresh
    isNew = false
    if (!isFresh) void refreshPolls()
  }
  const leave = [
    follow('polls:global', {
      events: { vote: onVote, poll_deleted: ({ poll_id }) => onDeleted(poll_id) },
      caughtUp: catchUp,
      poll: every,
    }),
    poll(every, () => void refreshPolls()),
    onSignal(() => void refreshPolls()),
  ]
  return () => {
    for (const stop of leave) stop()
  }
}
