// Two checkouts side by side in one run: node bench/pair.ts OTHER_CHECKOUT [ROUNDS]. Each has its own server and PostgreSQL with the same
// seed. Both must be installed. The ratios are this checkout divided by the other, within a round.
import { resolve } from 'node:path'
import type { Ask } from './ask.ts'
import type { Contest, Measured } from './contest.ts'
import { median, spread } from './figures.ts'
import { root } from './processes.ts'

const posts = 60_000
const milliseconds = 2_500
const moods = ['Anger', 'Sadness', 'Regret', 'Joy', 'Calm']
const [other, rounds = '9'] = process.argv.slice(2)
if (!other) throw new Error('Name the other checkout: node bench/pair.ts ../before')

type Side = { contest: Contest; pagePath: (mood: string, before: number) => string }

/** The parts of a checkout that the comparison needs. Their shapes have been the same since the first release. */
async function open(checkout: string): Promise<Side> {
  process.chdir(checkout)
  const { startContest } = (await import(`${checkout}/bench/contest.ts`)) as {
    startContest: (count: number) => Promise<Contest>
  }
  const { pagePath } = (await import(`${checkout}/bench/feed.ts`)) as Side
  return { contest: await startContest(posts), pagePath }
}

const asks: Record<string, (side: Side, at: number) => Ask> = {
  feed: ({ pagePath }, at) => ({
    method: 'GET',
    path: pagePath(moods[at % moods.length] ?? '', posts - at * 97),
    person: at,
  }),
  post: (_, at) => ({
    method: 'POST',
    path: '/rest/v1/public_posts?select=id,seq,codename,mood,content,created_at',
    person: at,
    headers: ['prefer: return=representation'],
    body: JSON.stringify({ mood: 'Calm', content: `Hinga muna. Ika-${at} na beses.` }),
  }),
}

const sides = [await open(resolve(root)), await open(resolve(other))] as const
const cpu = ({ cost }: Measured) => (cost ? cost.server + cost.database : Number.NaN)

for (const [name, ask] of Object.entries(asks)) {
  const pairs: [Measured, Measured][] = []
  for (let round = -1; round < Number(rounds); round++) {
    // The checkouts take turns to be first. The first round warms up.
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const measured: Measured[] = []
    for (const at of order) {
      const side = sides[at as 0 | 1]
      const requests = Array.from({ length: 500 }, (_, count) => ask(side, count))
      // oxlint-disable-next-line no-await-in-loop -- the checkouts share the processor: one at a time
      measured[at] = await side.contest.measure(requests, milliseconds)
    }
    const [ours, theirs] = measured
    if (round >= 0 && ours && theirs) pairs.push([ours, theirs])
  }
  const speeds = spread(
    pairs.map(([ours, theirs]) => ours.perSecond / theirs.perSecond),
    2,
  )
  const costs = spread(
    pairs.map(([ours, theirs]) => cpu(ours) / cpu(theirs)),
    2,
  )
  const [ours, theirs] = [0, 1].map((at) => median(pairs.map((pair) => cpu(pair[at as 0 | 1]))).toFixed(0))
  console.log(`${name}: speed ${speeds}, processor ${costs} (${ours} µs against ${theirs} µs a request)`)
}
await Promise.all(sides.map(({ contest }) => contest.stop()))
process.exit(0)
