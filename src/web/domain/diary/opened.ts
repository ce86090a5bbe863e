import { useEffect, useMemo, useState } from 'react'
import { moodOfValue, type MoodValue } from '../../../shared/moods.ts'
import type { DiaryKey, Words } from './vault.ts'
import type { Row } from './diary.api.ts'

/** An entry as it is read: opened, when it was sealed. */
export type Entry = {
  id: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  rev: number
  /** Whether it lies sealed on the server. */
  isSealed: boolean
  /** In the outbox: not on the server yet. */
  isQueued?: true
  /** Why the server refused it; its writer decides. */
  refusal?: string
}

/** A row, or an entry in the outbox that will become one. */
export type Sheet = Row & { isQueued?: true; refusal?: string }

/** The first screens, then as many as leave the page quick between them. */
const firstBatch = 60
const batch = 1_500

const openOnes = new WeakMap<Sheet, Entry>()
/** What a key has opened, and of each entry what was read of it last. Gone with the key. */
type Opened = { bySheet: WeakMap<Sheet, Entry | null>; latest: Map<string, Entry> }
const byKey = new WeakMap<DiaryKey, Opened>()

function openedBy(key: DiaryKey): Opened {
  const opened = byKey.get(key) ?? { bySheet: new WeakMap(), latest: new Map() }
  byKey.set(key, opened)
  return opened
}

/** The entries on these sheets, in their order. Sealed ones come as they are opened, in batches; without the key never. */
export function useOpened(sheets: readonly Sheet[], key: DiaryKey | undefined) {
  const [round, setRound] = useState(0)
  const read = useMemo(() => readAll(sheets, key, round), [sheets, key, round])
  const wanted = read.isClosed ? key : undefined
  useEffect(() => {
    if (!wanted) return undefined
    const ending = new AbortController()
    void openAll(sheets, wanted, () => setRound((before) => before + 1), ending.signal)
    return () => ending.abort()
  }, [sheets, wanted])
  return read
}

/** `round`: of what was opened meanwhile. */
function readAll(sheets: readonly Sheet[], key: DiaryKey | undefined, _round: number) {
  const opened = key && openedBy(key)
  const entries: Entry[] = []
  let [unreadable, closed, missing] = [0, 0, 0]
  for (const sheet of sheets) {
    const entry = sheet.sealed === null ? openEntry(sheet) : opened?.bySheet.get(sheet)
    if (entry === undefined) closed++
    // What changed elsewhere is shown as it was until it is opened.
    const shown = entry === undefined ? opened?.latest.get(sheet.id) : entry
    if (shown) entries.push(shown)
    else if (entry === null) unreadable++
    else missing++
  }
  return { entries, unreadable, isClosed: closed > 0, isWhole: missing === 0 }
}

function openEntry(sheet: Sheet): Entry {
  const known = openOnes.get(sheet)
  if (known) return known
  const { mood, content, template_url } = sheet
  const entry = toEntry(sheet, { mood: moodOfValue(mood ?? '').value, content, template_url })
  openOnes.set(sheet, entry)
  return entry
}

function toEntry({ id, created_at, rev, sealed, isQueued, refusal }: Sheet, words: Words): Entry {
  const entry: Entry = { id, ...words, created_at, rev, isSealed: sealed !== null }
  if (isQueued) entry.isQueued = true
  if (refusal !== undefined) entry.refusal = refusal
  return entry
}

/** Newest first; ends early when nobody looks any more. */
async function openAll(
  sheets: readonly Sheet[],
  key: DiaryKey,
  show: () => void,
  ending: AbortSignal,
): Promise<void> {
  // Only with a lock: the cryptography is no part of an open diary.
  const { unseal } = await import('./vault.ts')
  const { bySheet, latest } = openedBy(key)
  const closed = sheets.filter((sheet) => sheet.sealed !== null && bySheet.get(sheet) === undefined)
  // A round before this one has opened them since, and had nobody left to show them to.
  if (closed.length === 0 && !ending.aborted) show()
  for (let from = 0, to = firstBatch; from < closed.length; from = to, to += batch) {
    // oxlint-disable-next-line no-await-in-loop -- the first screens first
    await Promise.all(
      closed.slice(from, to).map(async (sheet) => {
        const words = await unseal(key, sheet.id, sheet.sealed ?? '').catch(() => null)
        const entry = words && toEntry(sheet, words)
        bySheet.set(sheet, entry)
        if (entry) latest.set(sheet.id, entry)
      }),
    )
    // Ten thousand are not drawn ten times over: the first screens, and all.
    if (ending.aborted) return
    if (from === 0 || to >= closed.length) show()
    // oxlint-disable-next-line no-await-in-loop -- what was opened is drawn before more of it comes
    await nextFrame()
  }
}

/** After it; in a tab that nobody sees there is none. */
const nextFrame = () =>
  new Promise<void>((drawn) => {
    requestAnimationFrame(() => setTimeout(drawn))
    setTimeout(drawn, 100)
  })
