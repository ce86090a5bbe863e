// Five hundred people vote on one poll: our server beside the raw driver with the same transaction, one poll beside 500 polls, and the
// design that was not chosen, which counts on the poll's row and stores an event in every vote. Then 2,000 people vote at once while a page
// listens. Afterwards every count must be exact.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, REALTIME_SUBSCRIBE_STATES as states } from '@supabase/supabase-js'
import { voteStatement } from '../src/server/functions/vote-on-poll.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { connections, startOurs } from './contest.ts'
import { median, spread, type Figure } from './figures.ts'
import type { HttpTask, Rate } from './generator.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startWorker } from './processes.ts'
import type { Job, RawTask } from './raw-driver.ts'
import { seed } from './seed.ts'

const people = 500
/** Polls that the crowd answers one after the other in a round. */
const pollsOfRound = 8
const rounds = 7
/** People who vote at once, over `sockets` sockets. */
const rush = 2_000
const sockets = 500
/** Votes of all lanes but the last, which has a table of its own. */
const given = 3 * (rounds + 1) * people * pollsOfRound + rush

type Vote = { person: Person; at: number; poll: string }
type Lane = 'ours' | 'raw' | 'spread' | 'hot'
type Rates = Record<Lane, Rate[]>

export async function measurePolls(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 100, authors: rush + 500 })
    await asOwner(postgres, 'emote', (client) => client.query(hotDesign))
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
    const raw = startWorker<RawTask, Rate>('./raw-driver.ts')
    const load = startWorker<HttpTask, Rate>('./generator.ts')
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const all = await signIn(postgres, 'emote', rush, keys, `${origin}/auth/v1`)
      const crowd = all.slice(0, people)
      const once = { connections, milliseconds: Infinity, once: true }
      const runRaw = (jobs: Job[]) => raw.run({ login: postgres.login('emote'), jobs, ...once })
      const lanes: Record<Lane, (polls: string[]) => Promise<Rate>> = {
        raw: (polls) => runRaw(pollByPoll(crowd, polls).map((vote) => jobOf(vote))),
        ours: (polls) => {
          const requests = pollByPoll(crowd, polls).map((vote) => requestOf(vote, keys.anonKey))
          return load.run({ port: server.port, requests, ...once })
        },
        spread: (polls) => runRaw(onAllPolls(crowd, polls).map((vote) => jobOf(vote))),
        hot: (polls) => runRaw(pollByPoll(crowd, polls).map((vote) => jobOf(vote, 'app.hot_vote'))),
      }
      const rates = await runRounds(postgres, lanes)
      const [poll = ''] = await plantPolls(postgres, 1)
      const screen = await watch(origin, keys.anonKey, poll)
      const requests = pollByPoll(all, [poll]).map((vote) => requestOf(vote, keys.anonKey))
      const rushed = await load.run({ port: server.port, requests, ...once, connections: sockets })
      const late = await screen.settle(rush)
      return [...judge(rates), ofRush(rushed, screen.events(), late), await checkCounts(postgres)]
    } finally {
      await Promise.all([raw.stop(), load.stop(), server.stop()])
    }
  } finally {
    await postgres.stop()
  }
}

async function runRounds(
  postgres: BenchPostgres,
  lanes: Record<Lane, (polls: string[]) => Promise<Rate>>,
): Promise<Rates> {
  const rates: Rates = { raw: [], ours: [], spread: [], hot: [] }
  for (let round = -1; round < rounds; round++)
    for (const lane of ['raw', 'ours', 'spread', 'hot'] as const) {
      // oxlint-disable no-await-in-loop -- the lanes share two cores: one at a time
      const polls = await plantPolls(postgres, lane === 'spread' ? people : pollsOfRound)
      const rate = await lanes[lane](polls)
      // The driver's votes must not be counted at the expense of the next lane.
      await gatherAll(postgres)
      // oxlint-enable no-await-in-loop
      // The first round warms up.
      if (round >= 0) rates[lane].push(rate)
    }
  return rates
}

const pollByPoll = (crowd: Person[], polls: string[]): Vote[] =>
  polls.flatMap((poll) => crowd.map((person, at) => ({ person, at, poll })))

/** As many votes, each on another poll than those beside it. */
const onAllPolls = (crowd: Person[], polls: string[]): Vote[] =>
  Array.from({ length: pollsOfRound }, (_, turn) =>
    crowd.map((person, at) => ({ person, at, poll: polls[(at + turn * 61) % polls.length] ?? '' })),
  ).flat()

function jobOf({ person: { claims }, at, poll }: Vote, design = 'app.vote'): Job {
  const { text, values } = voteStatement(poll, at % 3)
  const statement = { text: text.replace('app.vote', design), ...(values && { values }) }
  return { claims, statement, readOnly: false, timeoutMs: 3_000 }
}

/** Each person has a network of their own. */
function requestOf({ person, at, poll }: Vote, key: string): string {
  const body = JSON.stringify({ poll_id: poll, option_index: at % 3 })
  const lines = [
    'POST /functions/v1/vote-on-poll HTTP/1.1',
    'host: 127.0.0.1',
    `apikey: ${key}`,
    `authorization: Bearer ${person.token('ours')}`,
    `x-forwarded-for: 10.${at >> 8}.${at & 255}.7`,
    'accept: */*',
    'x-client-info: supabase-js-web/2.119.0',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function plantPolls(postgres: BenchPostgres, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  return asOwner(postgres, 'emote', async (client) => {
    for (const table of ['public.polls', 'app.hot_polls'])
      // oxlint-disable-next-line no-await-in-loop -- two statements
      await client.query(
        `insert into ${table} (id, user_id, question, options)
         select id, (select p.id from public.user_profiles as p limit 1), 'Kape o tsaa?', '{Kape,Tsaa,Gatas}' from unnest($1::uuid[]) as id`,
        [ids],
      )
    return ids
  })
}

/** A page on the official client that hears the votes. `settle` resolves to the ms until it shows `total` votes. */
async function watch(origin: string, key: string, poll: string) {
  const client = createClient(origin, key, { auth: { persistSession: false } })
  const screen = { shown: 0, events: 0 }
  await new Promise<void>((resolve, reject) => {
    client
      .channel('polls:global')
      .on('broadcast', { event: 'vote' }, ({ payload }) => {
        const { poll_id: id, total_votes: total } = payload as { poll_id: string; total_votes: number }
        if (id !== poll) return
        screen.shown = Math.max(screen.shown, total)
        screen.events++
      })
      .subscribe((status, error) => {
        if (status === states.SUBSCRIBED) resolve()
        else if (status === states.CHANNEL_ERROR) reject(error ?? new Error('The page could not join'))
      })
  })
  return {
    events: () => screen.events,
    async settle(total: number): Promise<number> {
      const started = performance.now()
      const isOver = () => performance.now() - started > 10_000 || screen.shown === total
      while (!isOver())
        // oxlint-disable-next-line no-await-in-loop -- looks again and again
        await new Promise((resolve) => setTimeout(resolve, 5))
      await client.removeAllChannels()
      return screen.shown === total ? performance.now() - started : Infinity
    },
  }
}

function ofRush({ count, perSecond, p99 }: Rate, events: number, late: number): Figure {
  const seconds = (count / perSecond).toFixed(2)
  return {
    name: `${rush.toLocaleString('en')} people vote on one poll at once, over ${sockets} sockets`,
    measured: `${seconds} s until all are answered, p99 ${p99.toFixed(0)} ms; an open page is right ${late.toFixed(0)} ms later, by ${events} events`,
    target: 'the page is right',
    holds: late < 10_000,
  }
}

/** Waits for the server's own count too. */
function gatherAll(postgres: BenchPostgres): Promise<void> {
  return asOwner(postgres, 'emote', async (client) => {
    for (let left = true; left;) {
      // oxlint-disable-next-line no-await-in-loop -- one count at a time
      const { rows } = await client.query<{ counted: number | null }>(
        'select app.gather_votes(5000) as counted',
      )
      left = rows[0]?.counted !== 0
    }
  })
}

async function checkCounts(postgres: BenchPostgres): Promise<Figure> {
  await gatherAll(postgres)
  return asOwner(postgres, 'emote', async (client) => {
    const { rows } = await client.query<{ wrong: number; votes: number; events: number }>(
      `select (select count(*)::int from public.polls as p where coalesce(nullif(p.vote_counts, '{}'), '{0,0,0}') <> array(
           select (select count(*)::int from public.poll_votes as v where v.poll_id = p.id and v.option_index = place - 1)
           from generate_series(1, 3) as place)) as wrong,
         (select count(*)::int from public.poll_votes) as votes,
         (select count(*)::int from realtime.messages where event = 'vote' and topic = 'polls:global') as events`,
    )
    const { wrong, votes, events } = rows[0] ?? { wrong: NaN, votes: NaN, events: NaN }
    return {
      name: `Of ${given.toLocaleString('en')} votes: stored; polls with a wrong count`,
      measured: `${votes.toLocaleString('en')}; ${wrong} (${events.toLocaleString('en')} events)`,
      target: 'all; 0',
      holds: votes === given && wrong === 0,
    }
  })
}

function judge(rates: Rates): Figure[] {
  const perSecond = (lane: Lane) => rates[lane].map((rate) => rate.perSecond)
  const shown = (lane: Lane) =>
    `${spread(perSecond(lane))} votes/s, p99 ${median(rates[lane].map(({ p99 }) => p99)).toFixed(1)} ms`
  const ratios = (one: Lane, other: Lane) =>
    perSecond(one).map((rate, round) => rate / (perSecond(other)[round] ?? NaN))
  const [ours, level] = [ratios('ours', 'raw'), ratios('raw', 'spread')]
  return [
    { name: `${people} people on one poll: raw driver, the same transaction`, measured: shown('raw') },
    { name: '… Emote over HTTP, the pace of votes included', measured: shown('ours') },
    {
      name: '… Emote / raw driver',
      measured: spread(ours, 2),
      target: '≥ 0.6',
      holds: median(ours) >= 0.6,
    },
    { name: `The same votes on ${people} polls: raw driver`, measured: shown('spread') },
    {
      name: '… one poll / many polls',
      measured: spread(level, 2),
      target: '≥ 0.9',
      holds: median(level) >= 0.9,
    },
    { name: 'A design that counts and tells in every vote, one poll: raw driver', measured: shown('hot') },
    { name: '… this design / the design of the product', measured: spread(ratios('hot', 'raw'), 2) },
  ]
}

const hotDesign = `
  create table app.hot_polls (like public.polls including all);
  create table app.hot_votes (like public.poll_votes including all);
  alter table app.hot_votes add foreign key (user_id) references auth.users (id) on delete cascade;
  create function app.hot_vote(poll uuid, choice integer, out outcome text, out chosen integer)
  language plpgsql security definer set search_path = '' as $$
  declare
    counts integer[];
  begin
    insert into app.hot_votes (poll_id, user_id, option_index)
      select p.id, auth.uid(), choice from app.hot_polls as p
      where p.id = poll and choice between 0 and cardinality(p.options) - 1
        and (p.expires_at is null or p.expires_at > clock_timestamp()) and p.user_id <> all (app.out_of_sight())
      on conflict do nothing;
    if found then
      update app.hot_polls as p set vote_counts[choice + 1] = coalesce(p.vote_counts[choice + 1], 0) + 1 where p.id = poll
        returning p.vote_counts into counts;
      insert into realtime.messages (payload, event, topic, private) values (
        jsonb_build_object('poll_id', poll, 'option_index', choice, 'user_id', gen_random_uuid(), 'timestamp', now(), 'vote_counts', counts),
        'vote', 'hot polls', false);
      outcome := 'ok';
    end if;
  end $$;
  grant execute on function app.hot_vote(uuid, integer) to authenticated`
