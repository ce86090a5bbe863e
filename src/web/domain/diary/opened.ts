import { useEffect, useMemo, useState } from 'react'
import { moodOfValue, type MoodValue } from '../../../shared/moods.ts'
import type { DiaryKey, Words } from './vault.ts'
import type { Row } from './diary.api.ts'

export type Entry = {
  id: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  rev: number
  /** The server's row is sealed. */
  isSealed: boolean
  isQueued?: true
  refusal?: string
}

/** A row, or an entry in the outbox. */
export type ListedRow = Row & { isQueued?: true; refusal?: string }

/** The first batch fills the first screens. Later ones keep the page responsive. */
const firstBatch = 60
const batch = 1_500

const openOnes = new WeakMap<ListedRow, Entry>()
/** The entries that a key opened. `latest`: the last words read of each entry. */
type Opened = { byRow: WeakMap<ListedRow, Entry | null>; latest: Map<string, Entry> }
const byKey = new WeakMap<DiaryKey, Opened>()

function openedBy(key: DiaryKey): Opened {
  const opened = byKey.get(key) ?? { byRow: new WeakMap(), latest: new Map() }
  byKey.set(key, opened)
  return opened
}

/** The entries of these rows, in their order. Sealed ones appear in batches as the key opens them. */
export function useOpened(rows: readonly ListedRow[], key: DiaryKey | undefined) {
  const [round, setRound] = useState(0)
  const read = useMemo(() => readAll(rows, key, round), [rows, key, round])
  const wanted = read.isClosed ? key : undefined
  useEffect(() => {
    if (!wanted) return undefined
    const ending = new AbortController()
    void openAll(rows, wanted, () => setRound((before) => before + 1), ending.signal)
    return () => ending.abort()
  }, [rows, wanted])
  return read
}

/** A new `round` makes the caller's memo read again. */
function readAll(rows: readonly ListedRow[], key: DiaryKey | undefined, _round: number) {
  const opened = key && openedBy(key)
  const entries: Entry[] = []
  let [unreadable, closed, missing] = [0, 0, 0]
  for (const row of rows) {
    const entry = row.sealed === null ? openEntry(row) : opened?.byRow.get(row)
    if (entry === undefined) closed++
    // A row that changed elsewhere shows its old words until the new ones are open.
    const shown = entry === undefined ? opened?.latest.get(row.id) : entry
    if (shown) entries.push(shown)
    else if (entry === null) unreadable++
    else missing++
  }
  return { entries, unreadable, isClosed: closed > 0, isWhole: missing === 0 }
}

function openEntry(row: ListedRow): Entry {
  const known = openOnes.get(row)
  if (known) return known
  const { mood, content, template_url } = row
  const entry = toEntry(row, { mood: moodOfValue(mood ?? '').value, content, template_url })
  openOnes.set(row, entry)
  return entry
}

function toEntry({ id, created_at, rev, sealed, isQueued, refusal }: ListedRow, words: Words): Entry {
  const entry: Entry = { id, ...words, created_at, rev, isSealed: sealed !== null }
  if (isQueued) entry.isQueued = true
  if (refusal !== undefined) entry.refusal = refusal
  return entry
}

async function openAll(
  rows: readonly ListedRow[],
  key: DiaryKey,
  show: () => void,
  ending: AbortSignal,
): Promise<void> {
  // Imported only with a lock: an open diary needs no cryptography.
  const { unseal } = await import('./vault.ts')
  const { byRow, latest } = openedBy(key)
  const closed = rows.filter((row) => row.sealed !== null && byRow.get(row) === undefined)
  // An aborted run opened them all without showing them.
  if (closed.length === 0 && !ending.aborted) show()
  for (let from = 0, to = firstBatch; from < closed.length; from = to, to += batch) {
    // oxlint-disable-next-line no-await-in-loop -- the first screens first
    await Promise.all(
      closed.slice(from, to).map(async (row) => {
        const words = await unseal(key, row.id, row.sealed ?? '').catch(() => null)
        const entry = words && toEntry(row, words)
        byRow.set(row, entry)
        if (entry) latest.set(row.id, entry)
      }),
    )
    // Draws twice, for the first screens and at the end: ten thousand entries are slow to draw.
    if (ending.aborted) return
    if (from === 0 || to >= closed.length) show()
    // oxlint-disable-next-line no-await-in-loop -- each part is drawn before the next is opened
    await nextFrame()
  }
}

/** Resolves after the next frame. A hidden tab draws none, hence the timer. */
const nextFrame = () =>
  new Promise<void>((drawn) => {
    requestAnimationFrame(() => setTimeout(drawn))
    setTimeout(drawn, 100)
  })
