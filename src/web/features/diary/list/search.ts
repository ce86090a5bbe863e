import { moodOfValue } from '../../../../shared/moods.ts'
import type { Entry } from '../../../domain/diary/opened.ts'
import { spanOf, type Period } from './period.ts'

/** Folded words by entry. They are dropped with the entry, and so with its key. */
const folded = new WeakMap<Entry, string>()

const strange = (run: string) =>
  run
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´‐‑-]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Equals `fold` except for the final sigma, and is much faster for plain letters. */
export function foldQuickly(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- all but ASCII
      .replace(/[^\x00-\x7f]+/g, strange)
      .toLowerCase()
      .replace(/['`-]+/g, '')
      // oxlint-disable-next-line no-control-regex -- the rest of ASCII
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

/** Hits, newest first, and the number of entries searched. */
export type Found = { entries: readonly Entry[]; looked: number }
const nothing: Found = { entries: [], looked: 0 }

/**
 * Finds entries of a period by words or mood (both names), ignoring case, accents and signs. A search for signs or emoji alone is literal.
 * Continues after `before`, and stops after `ms`.
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
  // Reads the clock now and then, so each call makes progress.
  for (; looked < entries.length; looked++) {
    if (looked % 50 === 49 && looked > before.looked && performance.now() >= until) break
    const entry = entries[looked]
    if (entry && (period.kind === 'all' || isWithin(entry)) && (asked === '' || holds(entry)))
      found.push(entry)
  }
  return { entries: found, looked }
}

/** Folds ahead in small steps, so that the first search is fast. Returns the stop. */
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
