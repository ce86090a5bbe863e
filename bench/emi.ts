// Emi without a language model: the time from a message to her stored answer beside the pause that she takes on purpose, and what fifty
// people who talk to her at once cost four readers of the walls.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { humanPauses } from '../src/server/functions/emi/runs.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { emi } from '../src/shared/emi.ts'
import { conversationIdOf } from '../src/shared/talks.ts'
import { startOurs } from './contest.ts'
import { cpuTime } from './cpu.ts'
import { pagePath } from './feed.ts'
import { median, quantile, spread, type Figure } from './figures.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const talkers = 50
const readers = 4
/** Messages of each of ten people, for the first figure. */
const alone = { people: 10, messages: 20 }
const rounds = 5
const measuredMs = 6_000
/** A reader's pause between two pages, and a talker's between an answer and the next message, ms. */
const [readingMs, thinkingMs] = [20, 2_000]
const words = [
  'Hindi na naman ako makatulog.',
  'Nag-away kami ni Mama kanina, ang sakit ng sinabi niya.',
  'Exam bukas at wala pa akong naaaral.',
  'Salamat ha. Medyo gumaan.',
  'Feeling ko ang layo-layo ng lahat sa akin.',
]

export async function measureEmi(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 60_000 })
    await asOwner(postgres, 'emote', (client) =>
      client.query(
        "update public.user_profiles set is_premium = true, premium_until = now() + interval '1 day'",
      ),
    )
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const people = await signIn(postgres, 'emote', talkers + readers, keys, `${origin}/auth/v1`)
      const ask = asker(origin, keys.anonKey, people)
      const cpu = () => [cpuTime([server.pid]) ?? NaN, postgres.cpu() ?? NaN]
      return [...(await timeAnswers(ask, postgres, cpu)), ...(await compareReaders(ask))]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

type Asking = {
  id: (person: number) => string
  send: (person: number, path: string, body?: object) => Promise<unknown>
}

function asker(origin: string, apikey: string, people: Person[]): Asking {
  return {
    id: (person) => String(people[person]?.claims['sub']),
    async send(person, path, body) {
      const response = await fetch(origin + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey,
          authorization: `Bearer ${people[person]?.token('ours')}`,
          'content-type': 'application/json',
          'x-forwarded-for': `10.${person >> 8}.${person & 255}.7`,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} is refused: ${response.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
  }
}

/** Writes to Emi and calls her. Returns the milliseconds until her answer was stored. */
async function talk({ id, send }: Asking, person: number, at: number): Promise<number> {
  const me = id(person)
  const conversation_id = conversationIdOf(me, emi.id)
  const text = words[at % words.length] ?? ''
  const began = performance.now()
  const row = { id: randomUUID(), conversation_id, sender_id: me, receiver_id: emi.id, text }
  await send(person, '/rest/v1/direct_messages', row)
  const call = { message: text, conversation_id, user_id: me, contextType: 'dm', recentContext: '' }
  const said = await send(person, '/functions/v1/emebot-chat', call)
  if (!(said as { answered: boolean }).answered) throw new Error('Emi has not answered')
  return performance.now() - began
}

/** Ten people write at a steady pace, so that they seldom meet. Her pause is known from the length of each answer. */
async function timeAnswers(ask: Asking, postgres: BenchPostgres, cpu: () => number[]): Promise<Figure[]> {
  const [node = NaN, database = NaN] = cpu()
  const took: number[][] = await Promise.all(
    Array.from({ length: alone.people }, async (_, person) => {
      await wait(person * 150)
      const times: number[] = []
      for (let at = 0; at < alone.messages; at++) {
        // oxlint-disable-next-line no-await-in-loop -- a talk
        times.push(await talk(ask, person, at))
        // oxlint-disable-next-line no-await-in-loop -- see above
        await wait(100)
      }
      return times
    }),
  )
  const [nodeAfter = NaN, databaseAfter = NaN] = cpu()
  const { rows } = await asOwner(postgres, 'emote', (client) =>
    client.query<{ receiver_id: string; text: string }>(
      'select receiver_id, text from public.direct_messages where sender_id = $1 order by receiver_id, seq',
      [emi.id],
    ),
  )
  const beside = took.flatMap((times, person) => {
    const answers = rows.filter(({ receiver_id }) => receiver_id === ask.id(person))
    return times.map((ms, at) => ms - humanPauses.typing(answers[at]?.text.length ?? 0))
  })
  const p99 = quantile(beside, 0.99)
  return [
    {
      name: `From a message to her stored answer, beside her pause (${beside.length} answers)`,
      measured: `p99 ${p99.toFixed(0)} ms, p50 ${quantile(beside, 0.5).toFixed(0)}`,
      target: '< 150 ms',
      holds: p99 < 150,
    },
    {
      name: 'Processor time of a message and its answer',
      measured: `server ${((nodeAfter - node) / beside.length).toFixed(1)} + PostgreSQL ${((databaseAfter - database) / beside.length).toFixed(1)} ms`,
    },
    {
      name: 'With her pause',
      measured: `p50 ${quantile(took.flat(), 0.5).toFixed(0)} ms, p99 ${quantile(took.flat(), 0.99).toFixed(0)}`,
    },
  ]
}

/** Four readers alone, and beside fifty people who talk to her, in turns. */
async function compareReaders(ask: Asking): Promise<Figure[]> {
  const ratios: number[] = []
  const p99s: { alone: number[]; beside: number[] } = { alone: [], beside: [] }
  let answers = 0
  // oxlint-disable no-await-in-loop -- rounds, one after the other
  await readWalls(ask)
  for (let round = 0; round < rounds; round++) {
    const before = quantile(await readWalls(ask), 0.99)
    const stop = { isOver: false }
    const crowd = Array.from({ length: talkers }, (_, person) => talkOn(ask, person, stop))
    await wait(1_000)
    const during = quantile(await readWalls(ask), 0.99)
    stop.isOver = true
    answers += (await Promise.all(crowd)).reduce((sum, count) => sum + count, 0)
    p99s.alone.push(before)
    p99s.beside.push(during)
    ratios.push(during / before)
  }
  // oxlint-enable no-await-in-loop
  const ratio = median(ratios)
  return [
    {
      name: `p99 of a wall's page for ${readers} readers, ${talkers} people talking to Emi / nobody (${answers} answers)`,
      measured: `${median(p99s.beside).toFixed(1)} / ${median(p99s.alone).toFixed(1)} ms = ${spread(ratios, 2)}`,
      target: '≤ 1.2',
      holds: ratio <= 1.2,
    },
  ]
}

async function talkOn(ask: Asking, person: number, stop: { isOver: boolean }): Promise<number> {
  await wait((person * thinkingMs) / talkers)
  let count = 0
  while (!stop.isOver) {
    // oxlint-disable-next-line no-await-in-loop -- a talk
    await talk(ask, person, count++)
    // oxlint-disable-next-line no-await-in-loop -- see above
    await wait(thinkingMs)
  }
  return count
}

async function readWalls({ send }: Asking): Promise<number[]> {
  const until = performance.now() + measuredMs
  const moods = ['Anger', 'Sadness', 'Regret', 'Joy', 'Calm']
  const lanes = Array.from({ length: readers }, async (_, reader) => {
    const times: number[] = []
    for (let at = reader; performance.now() < until; at++) {
      const path = pagePath(moods[at % moods.length] ?? 'Calm', 59_000 - ((at * 7_919) % 50_000))
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- a reader
      await send(talkers + reader, path)
      times.push(performance.now() - began)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await wait(readingMs)
    }
    return times
  })
  return (await Promise.all(lanes)).flat()
}
