// Can a stranger tell whether an address has an account? Each door gets 2 × 2,000 requests for known and unknown addresses, in random order,
// each from a network of its own, with confirmation on. Answers must have one shape, and their times one distribution.
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createPasswords } from '../src/server/auth/passwords.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { startOurs } from './contest.ts'
import { median, report, type Figure } from './figures.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { gapOf, guessedRight, mannWhitney } from './tell-apart.ts'

const each = 2_000
const password = 'tahimik-na-gabi-7'

type Door = {
  name: string
  path: string
  body: (email: string) => object
  /** Requests in flight. A sign-up waits for most of its time. */
  lanes: number
}

const doors: Door[] = [
  {
    name: 'A log-in with a wrong password',
    path: '/token?grant_type=password',
    body: (email) => ({ email, password: 'hula-lang-ito-9' }),
    lanes: 1,
  },
  { name: 'A sign-up', path: '/signup', body: (email) => ({ email, password, data: { a: 1 } }), lanes: 4 },
  { name: 'A lost password', path: '/recover', body: (email) => ({ email }), lanes: 1 },
  { name: 'A mail again', path: '/resend', body: (email) => ({ type: 'signup', email }), lanes: 1 },
  {
    name: 'A code for people with an account',
    path: '/otp',
    body: (email) => ({ email, create_user: false }),
    lanes: 1,
  },
  { name: 'A code for anybody', path: '/otp', body: (email) => ({ email, create_user: true }), lanes: 1 },
]

export async function measureAddress(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const { anonKey } = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, {
      TRUSTED_PROXY_HOPS: '1',
      AUTH_LIMITS: 'strict',
      AUTH_REQUIRE_EMAIL_CONFIRMATION: '1',
    })
    try {
      const figures: Figure[] = []
      const ask = asker(server.port, anonKey)
      for (const door of doors) {
        // oxlint-disable-next-line no-await-in-loop -- one door after the other
        const known = await makeAccounts(postgres)
        // oxlint-disable-next-line no-await-in-loop -- the same
        figures.push(...(await measureDoor(door, known, ask)))
      }
      return figures
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const address = () => `${randomBytes(6).toString('hex')}@example.test`

/** Confirmed accounts with a password. Each door has its own, so that no limit of an address is met. */
async function makeAccounts(postgres: BenchPostgres): Promise<string[]> {
  const emails = Array.from({ length: each }, address)
  const hash = await createPasswords()('bench').hash(password)
  await asOwner(postgres, 'emote', async (client) => {
    await client.query(
      `with account as (insert into auth.users (id, email, password_hash, email_confirmed_at)
         select * from unnest($1::uuid[], $2::text[], array_fill($3::text, array[$4::int]), array_fill(now(), array[$4::int]))
         returning id, email)
       insert into auth.identities (user_id, provider, provider_id, identity_data)
         select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email, 'email_verified', true) from account`,
      [emails.map(() => randomUUID()), emails, hash, each],
    )
    await client.query('vacuum analyze auth.users')
  })
  return emails
}

type Answer = { took: number; shape: string }
type Ask = (door: Door, email: string) => Promise<Answer>

async function measureDoor(door: Door, known: string[], ask: Ask): Promise<Figure[]> {
  const unknown = known.map(address)
  // Not in pairs: the mail of a known address is sent while the next request runs, which would then be the unknown one more often.
  const order = [...known, ...unknown]
    .map((email, at) => ({ email, isKnown: at < each, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
  const warm = Array.from({ length: 50 }, address)
  const times = { known: [] as number[], unknown: [] as number[] }
  const shapes = { known: new Set<string>(), unknown: new Set<string>() }
  let next = 0
  const lane = async () => {
    // oxlint-disable no-await-in-loop -- a lane does one request at a time
    for (let email = warm.pop(); email; email = warm.pop()) await ask(door, email)
    for (let item = order[next++]; item; item = order[next++]) {
      const { took, shape } = await ask(door, item.email)
      const kind = item.isKnown ? 'known' : 'unknown'
      times[kind].push(took)
      shapes[kind].add(shape)
    }
    // oxlint-enable no-await-in-loop
  }
  await Promise.all(Array.from({ length: door.lanes }, lane))
  return figuresOf(door, times, shapes)
}

function figuresOf(
  { name }: Door,
  times: { known: number[]; unknown: number[] },
  shapes: { known: Set<string>; unknown: Set<string> },
): Figure[] {
  const gap = gapOf(times.known, times.unknown)
  const guessed = guessedRight(times.known, times.unknown)
  const seen = new Set([...shapes.known, ...shapes.unknown])
  const p = mannWhitney(times.known, times.unknown)
  return [
    {
      name: `${name}: median, known and unknown; apart`,
      measured: `${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms; ${gap.toFixed(2)} ms`,
      target: '< 1 ms',
      holds: gap < 1,
    },
    {
      name: '… guessed right by the time (Mann–Whitney p)',
      measured: `${(guessed * 100).toFixed(1)} % (${p.toFixed(2)})`,
      // Chance is 50 % with a deviation of 0.8.
      target: '≤ 52 %',
      holds: guessed <= 0.52,
    },
    {
      name: '… shapes of answers: status, headers, keys, lengths',
      measured: seen.size === 1 ? `1 (${[...seen][0]?.slice(0, 3)})` : [...seen].join(' | ').slice(0, 400),
      target: '1',
      holds: seen.size === 1,
    },
  ]
}

function asker(port: number, apikey: string): Ask {
  const agent = new Agent({ keepAlive: true })
  let number = 0
  return ({ path, body }, email) => {
    number++
    const text = JSON.stringify(body(email))
    const headers = {
      apikey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.7`,
    }
    return new Promise((done, failed) => {
      const started = performance.now()
      const options = { port, host: '127.0.0.1', method: 'POST', path: `/auth/v1${path}`, headers, agent }
      const asked = request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const took = performance.now() - started
          const said = Buffer.concat(chunks).toString()
          const named = Object.entries(response.headers).map(
            ([name, value]) => `${name}:${String(value).length}`,
          )
          done({ took, shape: `${response.statusCode} ${named.toSorted().join(' ')} ${shapeOf(said)}` })
        })
      })
      asked.on('error', failed)
      asked.end(text)
    })
  }
}

/** The JSON with the length of each text in its place. */
function shapeOf(text: string): string {
  const replaced: unknown = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? `text of ${value.length}` : value,
  )
  return JSON.stringify(replaced)
}

if (import.meta.main) console.log(report('Known and unknown addresses', await measureAddress()))
