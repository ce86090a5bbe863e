// A search for posts by codename, on five walls of two hundred thousand posts each.
import { moods } from '../src/shared/moods.ts'
import { pagePath } from './feed.ts'
import { quantile, timed, type Figure } from './figures.ts'

/** Sends one request as the next reader. Returns the answer. */
export type Read = (path: string) => Promise<unknown>

const repeats = 8

// Typical searches: common names, one person's name, a part of one, two letters, one letter, signs, an unknown name.
const kinds: Record<string, readonly string[]> = {
  'names of many': ['queen', 'Tahimik', 'hugot', 'Bituin', 'masayang ninja'],
  'one person': ['Hugot Queen 2', 'Sad Lang 165', 'Tahimik Barako 3287', 'Bdtltflue', 'Tambay Ko 3834'],
  'a part of a name': ['lang 41', 'tlf', 'imik b', '777', 'eem'],
  'one or two letters': ['an', 'zu', 'q', '99', 'x'],
  'signs and emoji': ['%', '_', '*', '😭', 'Á'],
  nobody: ['zzzz', 'walang ganito', 'qqxqq', '123456', 'xyzzyxyzzy'],
}

/** A page of a wall with these letters in the codename, as the app asks for it. */
const searchPath = (mood: string, term: string) => {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
  const page = pagePath(mood, '9223372036854775807').replace('wall_posts', 'wall_search')
  return `${page}&codename=ilike.${encodeURIComponent(pattern)}`
}

/** One search at a time, each kind in turn on every wall. */
export async function measureSearch(read: Read): Promise<Figure[]> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  const slowest = { term: '', time: 0 }
  for (let round = 0; round <= repeats; round++)
    for (const { value: mood } of moods)
      for (const [kind, terms] of Object.entries(kinds))
        for (const term of terms) {
          // oxlint-disable-next-line no-await-in-loop -- one at a time, in turn
          const time = await timed(() => read(searchPath(mood, term)))
          // The first round warms up.
          if (round === 0) continue
          times.get(kind)?.push(time)
          if (time > slowest.time) Object.assign(slowest, { term, time })
        }
  const all = [...times.values()].flat()
  const tail = quantile(all, 0.95)
  return [
    ...[...times].map(([kind, of]) => ({
      name: `Codename search, ${kind}`,
      measured: `p95 ${quantile(of, 0.95).toFixed(1)} ms, p50 ${quantile(of, 0.5).toFixed(1)}`,
    })),
    {
      name: `Codename search, all ${all.length}: p95`,
      measured: `${tail.toFixed(1)} ms; the slowest ${slowest.time.toFixed(1)} (${slowest.term})`,
      target: '< 50 ms',
      holds: tail < 50,
    },
  ]
}
