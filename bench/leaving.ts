// A person with ten thousand rows in every table leaves, while others post: node bench/run.ts leaving. The time counts until the account's
// row is gone, and until the first transaction has hidden the person.
import { setTimeout as wait } from 'node:timers/promises'
import { openDoor, type Db } from '../src/server/db/door.ts'
import { erase } from '../src/server/erasure/erase.ts'
import { ledgerKey } from '../src/server/erasure/ledger.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { quantile, spread, timed, type Figure } from './figures.ts'
import { leaver, seedLeaver } from './leaving-seed.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, copyDatabase, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const rows = 10_000
const rounds = 5
const writers = 64
const postsPerSecond = 60
const quietMs = 5_000

type Round = { hidden: number; erased: number; quiet: number[]; busy: number[] }

export async function measureLeaving(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'everybody')
    await seed(postgres.login('everybody'), { posts: 2 * rows, authors: rows + 2_000 })
    await seedLeaver(postgres, 'everybody', rows)
    const all: Round[] = []
    // oxlint-disable-next-line no-await-in-loop -- one round at a time
    for (let round = 0; round < rounds; round++) all.push(await leaveOnce(postgres, `round${round}`))
    return figuresOf(all)
  } finally {
    await postgres.stop()
  }
}

async function leaveOnce(postgres: BenchPostgres, database: string): Promise<Round> {
  await copyDatabase(postgres, 'everybody', database)
  const keys = await loadKeys(`${postgres.folder}/server`)
  const cast = await signIn(postgres, database, writers, keys, 'http://127.0.0.1/auth/v1')
  const db = openDoor({ ...postgres.login(database), user: 'authenticator' }, 16)
  const hang = await db.listen('realtime', () => {})
  await post(db, cast, wait(1_000))
  const quiet = await post(db, cast, wait(quietMs))
  let [hidden, erased] = [0, 0]
  const leaving = (async () => {
    const beginning = {
      text: 'select app.begin_leaving($1, $2)',
      values: [leaver, ledgerKey(keys.secret, leaver)],
    }
    hidden = await timed(() => db.asService((tx) => tx.last(beginning)))
    const deps = { db, files: { remove: async () => {} }, forgetMails: async () => {} }
    erased = hidden + (await timed(() => erase(deps, leaver)))
  })()
  const busy = await post(db, cast, leaving)
  await hang()
  await db.close()
  await asOwner(postgres, 'postgres', (client) => client.query(`drop database ${database}`))
  return { hidden, erased, quiet, busy }
}

/** Posts at an even pace until the promise resolves. Returns the time of each, ms. */
async function post(db: Db, cast: Person[], until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const under = new Set<Promise<void>>()
  const over = new AbortController()
  const ended = until.finally(() => over.abort())
  const text = `insert into public.public_posts (mood, content) values ('Calm', 'Hinga muna. Okay lang.')`
  for (let at = 0; !over.signal.aborted; at++) {
    const { claims } = cast[at % cast.length] as Person
    const one = timed(() => db.as(claims, (tx) => tx.last({ text }))).then((time) => {
      times.push(time)
      under.delete(one)
    })
    under.add(one)
    // oxlint-disable-next-line no-await-in-loop -- an even pace
    await wait(1_000 / postsPerSecond)
  }
  await Promise.all([...under, ended])
  return times
}

function figuresOf(all: Round[]): Figure[] {
  const erased = all.map((round) => round.erased)
  const [quiet, busy] = [all.flatMap((round) => round.quiet), all.flatMap((round) => round.busy)]
  const ratio = quantile(busy, 0.99) / quantile(quiet, 0.99)
  return [
    {
      name: `A person with ${rows.toLocaleString('en')} rows in every table is hidden from all others`,
      measured: `${spread(all.map(({ hidden }) => hidden))} ms`,
    },
    {
      name: '… and every row is gone',
      measured: `${spread(erased)} ms`,
      target: '< 2,000 ms',
      holds: Math.max(...erased) < 2_000,
    },
    {
      name: `p99 of others' posts meanwhile / before (${busy.length}; ${quiet.length} posts, ${postsPerSecond} a second)`,
      measured: `${quantile(busy, 0.99).toFixed(1)} / ${quantile(quiet, 0.99).toFixed(1)} ms = ${ratio.toFixed(2)}`,
      target: '≤ 1.5',
      holds: ratio <= 1.5,
    },
    {
      name: '… p50',
      measured: `${quantile(busy, 0.5).toFixed(1)} / ${quantile(quiet, 0.5).toFixed(1)} ms`,
    },
  ]
}
