// Five hundred people vote on one poll: our server beside the raw driver with the same transactions (the pace, then the vote), the vote alone
// on one poll beside 500 polls, and the design that was not chosen, which counts on the poll's row and stores an event in every vote. Then
// 2,000 people vote at once while a page listens. Afterwards every count must be exact.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient, REALTIME_SUBSCRIBE_STATES as states } from '@supabase/supabase-js'
import { voteOnPoll, voteStatement } from '../src/server/functions/vote-on-poll.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { pointsOf } from '../src/server/http/limiter.ts'
import { connections, startOurs } from './contest.ts'
import { cpuTime } from './cpu.ts'
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
const given = 4 * (rounds + 1) * people * pollsOfRound + rush

type Vote = { person: Person; at: number; poll: string }
const lanes = ['paced', 'ours', 'raw', 'spread', 'hot'] as const
type Lane = (typeof lanes)[number]
/** `cpu`: processor time of a vote, µs: of PostgreSQL, and of the process that asks it (the driver, or our server). */
type Measured = { perSecond: number; p99: number; cpu: [postgres: number, asking: number] }
type Rates = Record<Lane, Measured[]>
/** `pid`: the process that asks PostgreSQL. */
type Contender = { pid: number; run: (polls: string[]) => Promise<Rate> }

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
      const paceOf = ({ person, at }: Vote) => paceJob(person, at, keys.secret)
      const onDriver = (jobs: (polls: string[]) => Job[]): Contender => ({
        pid: raw.pid,
        run: (polls) => raw.run({ login: postgres.login('emote'), jobs: jobs(polls), ...once }),
      })
      const rates = await runRounds(postgres, {
        paced: onDriver((polls) => pollByPoll(crowd, polls).flatMap((vote) => [paceOf(vote), jobOf(vote)])),
        ours: {
          pid: server.pid,
          run: (polls) => {
            const requests = pollByPoll(crowd, polls).map((vote) => requestOf(vote, keys.anonKey))
            return load.run({ port: server.port, requests, ...once })
          },
        },
        raw: onDriver((polls) => pollByPoll(crowd, polls).map((vote) => jobOf(vote))),
        spread: onDriver((polls) => onAllPolls(crowd, polls).map((vote) => jobOf(vote))),
        hot: onDriver((polls) => pollByPoll(crowd, polls).map((vote) => jobOf(vote, 'app.hot_vote'))),
      })
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

async function runRounds(postgres: BenchPostgres, contenders: Record<Lane, Contender>): Promise<Rates> {
  const rates: Rates = { paced: [], ours: [], raw: [], spread: [], hot: [] }
  for (let round = -1; round < rounds; round++)
    for (const lane of lanes) {
      // oxlint-disable no-await-in-loop -- the lanes share two cores: one at a time
      const polls = await plantPolls(postgres, lane === 'spread' ? people : pollsOfRound)
      const rate = await measure(postgres, contenders[lane], polls)
      // The driver's votes must not be counted at the expense of the next lane.
      await gatherAll(postgres)
      // oxlint-enable no-await-in-loop
      // The first round warms up.
      if (round >= 0) rates[lane].push(rate)
    }
  return rates
}

async function measure(postgres: BenchPostgres, { pid, run }: Contender, polls: string[]): Promise<Measured> {
  const used = () => [postgres.cpu() ?? NaN, cpuTime([pid]) ?? NaN] as const
  const before = used()
  const { count, perSecond, p99 } = await run(polls)
  const [database, asking] = used()
  const votes = people * pollsOfRound
  const each = (from: number, to: number) => ((to - from) * 1_000) / votes
  return {
    perSecond: (perSecond * votes) / count,
    p99,
    cpu: [each(before[0], database), each(before[1], asking)],
  }
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

/** The statement with which our server takes the points of a person's vote. */
function paceJob({ claims }: Person, at: number, secret: Buffer): Job {
  const { pace } = voteOnPoll
  if (!pace) throw new Error('A vote has no pace')
  const { paceStatement } = pointsOf({ secret, mode: 'relaxed' })
  const statement = paceStatement(new Date(), pace, claims.sub ?? '', networkAt(at))
  return { claims: { role: 'service_role' }, statement, readOnly: false, timeoutMs: 3_000 }
}

/** Each person has a network of their own. */
const networkAt = (at: number) => `10.${at >> 8}.${at & 255}`

function requestOf({ person, at, poll }: Vote, key: string): string {
  const body = JSON.stringify({ poll_id: poll, option_index: at % 3 })
  const lines = [
    'POST /functions/v1/vote-on-poll HTTP/1.1',
    'host: 127.0.0.1',
    `apikey: ${key}`,
    `authorization: Bearer ${person.token('ours')}`,
    `x-forwarded-for: ${networkAt(at)}.7`,
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
  const read = (lane: Lane, value: (measured: Measured) => number) => rates[lane].map(value)
  const perSecond = (lane: Lane) => read(lane, (measured) => measured.perSecond)
  const shown = (lane: Lane) => {
    const cpu = [0, 1].map((side) => median(read(lane, (measured) => measured.cpu[side] ?? NaN)).toFixed(0))
    return `${spread(perSecond(lane))} votes/s, p99 ${median(read(lane, ({ p99 }) => p99)).toFixed(1)} ms, processor ${cpu.join(' + ')} µs`
  }
  const ratio = (name: string, one: Lane, other: Lane, least?: number): Figure => {
    const ratios = perSecond(one).map((rate, round) => rate / (perSecond(other)[round] ?? NaN))
    const measured = spread(ratios, 2)
    return least === undefined
      ? { name, measured }
      : { name, measured, target: `≥ ${least}`, holds: median(ratios) >= least }
  }
  return [
    {
      name: `${people} people on one poll: raw driver, pace and vote (processor: PostgreSQL + driver)`,
      measured: shown('paced'),
    },
    { name: '… Emote over HTTP (PostgreSQL + server)', measured: shown('ours') },
    ratio('… Emote / raw driver, the same transactions', 'ours', 'paced', 0.6),
    { name: '… raw driver, the vote without its pace', measured: shown('raw') },
    ratio('… Emote / raw driver without the pace', 'ours', 'raw'),
    { name: `The same votes without the pace on ${people} polls: raw driver`, measured: shown('spread') },
    ratio('… one poll / many polls', 'raw', 'spread', 0.9),
    { name: 'A design that counts and tells in every vote, one poll: raw driver', measured: shown('hot') },
    ratio('… this design / the design of the product', 'hot', 'raw'),
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
