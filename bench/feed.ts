// A page of a wall over HTTP, beside the same transaction on the raw driver and beside the rival on the same PostgreSQL.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask } from './ask.ts'
import { connections, type Contest, type Cost, type Measured, type Rounds } from './contest.ts'
import { median, spread, type Figure } from './figures.ts'
import { asOwner } from './postgres.ts'
import { root } from './processes.ts'
import { moods } from '../src/shared/moods.ts'

const milliseconds = 3_000
const rounds = 5

// The columns of a card, read from the app's source, so that the bench stays current.
const source = readFileSync(join(root, 'src/web/domain/posts/posts.api.ts'), 'utf8')
const columns = /const columns =\s+'([^']+)'/.exec(source)?.[1]?.replaceAll(', ', '%2C')
if (!columns) throw new Error('The columns of a wall are not where they were')

/** `/rest/v1/wall_posts` as the app asks for it: one wall, the 20 posts before a cursor. */
export const pagePath = (mood: string, before: number | string) =>
  `/rest/v1/wall_posts?select=${columns}&mood=eq.${mood}&seq=lt.${before}&order=seq.desc&limit=20`

/** Every request asks for another page as another person, so no answer can be reused. */
async function varyPages(contest: Contest, signedIn: boolean): Promise<Ask[]> {
  const posts = await asOwner(contest.postgres, 'emote', (client) =>
    client.query<{ last: string }>('select max(seq) as last from public.public_posts'),
  )
  const last = Number(posts.rows[0]?.last ?? 0)
  return Array.from({ length: 2_000 }, (_, at) => {
    const mood = moods[at % moods.length]?.value ?? 'Calm'
    const before = last - ((at * 7_919) % Math.max(1, last - 1_000))
    return { method: 'GET', path: pagePath(mood, before), ...(signedIn ? { person: at } : {}) }
  })
}

export async function measureFeed(contest: Contest): Promise<Figure[]> {
  const signedIn = await contest.run(await varyPages(contest, true), rounds, milliseconds)
  const visitor = await contest.run(await varyPages(contest, false), rounds, milliseconds)
  return [
    ...compare('Feed read, signed in', signedIn, { raw: 0.6, rival: 6 }),
    // A second figure without a target: most readers of the walls have a session.
    ...compare('Feed read, visitor', visitor, {}),
  ]
}

/** The rates of the three and the two ratios. Each ratio is taken within its round. */
export function compare(name: string, rates: Rounds, least: { raw?: number; rival?: number }): Figure[] {
  const rateOf = (contender: keyof Rounds): Figure => {
    const perSecond = rates[contender].map((rate) => rate.perSecond)
    const p99 = median(rates[contender].map((rate) => rate.p99))
    const told = `${spread(perSecond)} /s, p99 ${p99.toFixed(1)} ms${tellCost(rates[contender])}`
    return { name: `${name}: ${titles[contender]}`, measured: told }
  }
  const ratioTo = (contender: 'raw' | 'rival', digits: number): Figure => {
    const ratios = rates.ours.map(
      ({ perSecond }, round) => perSecond / (rates[contender][round]?.perSecond ?? Infinity),
    )
    const target = least[contender]
    const figure = { name: `${name}: ours / ${titles[contender]}`, measured: spread(ratios, digits) }
    return target === undefined
      ? figure
      : { ...figure, target: `≥ ${target}`, holds: median(ratios) >= target }
  }
  return [rateOf('raw'), rateOf('ours'), rateOf('rival'), ratioTo('raw', 2), ratioTo('rival', 1)]
}

const titles: Record<keyof Rounds, string> = {
  raw: `raw driver, ${connections} connections`,
  ours: 'Emote over HTTP',
  rival: '@supabase/lite over HTTP',
}

/** CPU microseconds a transaction. Other load on the machine hardly changes it. */
function tellCost(rates: Measured[]): string {
  const costs = rates.flatMap(({ cost }) => (cost ? [cost] : []))
  if (costs.length === 0) return ''
  const of = (part: keyof Cost) => Math.round(median(costs.map((cost) => cost[part])))
  return `; CPU ${of('server')} + PostgreSQL ${of('database')} + client ${of('client')} µs`
}
