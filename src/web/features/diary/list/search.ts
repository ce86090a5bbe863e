import { moodOfValue } from '../../../../shared/moods.ts'
import type { Entry } from '../../../domain/diary/opened.ts'
import { spanOf, type Period } from './period.ts'

/** As bare words; folded once. Gone with the entry, and so with the key that opened it. */
const folded = new WeakMap<Entry, string>()

const strange = (run: string) =>
  run
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´‐‑-]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')

/** The same as `fold`, but for the two shapes of a small sigma; a fraction of the time where most letters are plain, as in most texts. */
export function foldQuickly(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- all but ASCII
      .replace(/[^\x00-\x7f]+/g, strange)
      .toLowerCase()
      .replace(/['`-]+/g, '')
      // oxlint-disable-next-line no-control-regex -- of ASCII; the others are letters by now
      .replace(/[^a-z0-9\x80-\uffff]+/g, ' ')
      .replaceAll('ς', 'σ')
      .trim()
  )
}

function wordsOf(entry: Entry): string {
  const known = folded.get(entry)
  if (known !== undefined) return known
  const words = foldQuickly(`${entry.mood} ${moodOfValue(entry.mood).label} ${entry.content}`)
  folded.set(entry, words)
  return words
}

/** What a search has found, newest first, and how many entries it has looked at. */
export type Found = { entries: readonly Entry[]; looked: number }
const nothing: Found = { entries: [], looked: 0 }

/**
 * The entries that hold this in their words or their mood (both its names), and were written in this period. Capitals, accents and signs
 * make no difference; a search for signs or emoji alone takes them as they are. Goes on after what was found `before`, and stops after
 * so many ms.
 */
export function findEntries(
  entries: readonly Entry[],
  { text, period }: { text: string; period: Period },
  now: Date,
  before = nothing,
  longest = Infinity,
): Found {
  const until = performance.now() + longest
  const asked = text.trim()
  if (asked === '' && period.kind === 'all') return { entries, looked: entries.length }
  const bare = foldQuickly(asked)
  const holds = (entry: Entry) =>
    bare === '' ? entry.content.includes(asked) : wordsOf(entry).includes(bare)
  const [from, end] = spanOf(period, now)
  const isWithin = (entry: Entry) => {
    const at = Date.parse(entry.created_at)
    return at >= from && at < end
  }
  const found = [...before.entries]
  let { looked } = before
  // The clock is asked now and then; at least some are looked at each time.
  for (; looked < entries.length; looked++) {
    if (looked % 50 === 49 && looked > before.looked && performance.now() >= until) break
    const entry = entries[looked]
    if (entry && (period.kind === 'all' || isWithin(entry)) && (asked === '' || holds(entry)))
      found.push(entry)
  }
  return { entries: found, looked }
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
