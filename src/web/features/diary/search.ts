import { fold } from '../../../shared/fold.ts'
import { moodOfValue } from '../../../shared/moods.ts'
import type { Entry } from './book.ts'
import { spanOf, type Period } from './period.ts'

/** As bare words; folded once. Gone with the entry, and so with the key that opened it. */
const folded = new WeakMap<Entry, string>()

/** The same as `fold`; of plain letters it takes a fraction of the time, and most texts are of those. */
function foldQuickly(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (!/^[\x00-\x7f]*$/.test(text)) return fold(text)
  return text
    .toLowerCase()
    .replace(/['`-]+/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function wordsOf(entry: Entry): string {
  const known = folded.get(entry)
  if (known !== undefined) return known
  const words = foldQuickly(`${entry.mood} ${moodOfValue(entry.mood).label} ${entry.content}`)
  folded.set(entry, words)
  return words
}

/**
 * The entries that hold this in their words or their mood (both its names), and were written in this period. Capitals, accents and signs
 * make no difference; a search for signs or emoji alone takes them as they are.
 */
export function findEntries(
  entries: readonly Entry[],
  { text, period }: { text: string; period: Period },
  now: Date,
): readonly Entry[] {
  const asked = text.trim()
  if (asked === '' && period.kind === 'all') return entries
  const bare = fold(asked)
  const holds = (entry: Entry) =>
    bare === '' ? entry.content.includes(asked) : wordsOf(entry).includes(bare)
  const [from, before] = spanOf(period, now)
  const isWithin = (entry: Entry) => {
    const at = Date.parse(entry.created_at)
    return at >= from && at < before
  }
  return entries.filter(
    (entry) => (period.kind === 'all' || isWithin(entry)) && (asked === '' || holds(entry)),
  )
}

/** Folds ahead, a little at a time, so that the first letter of a search finds it done. Ends when called back. */
export function foldAhead(entries: readonly Entry[]): () => void {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    const until = performance.now() + 8
    while (next < entries.length && performance.now() < until) {
      const entry = entries[next++]
      if (entry) wordsOf(entry)
    }
    if (next < entries.length) timer = setTimeout(go, 2)
  }
  timer = setTimeout(go, 50)
  return () => clearTimeout(timer)
}
