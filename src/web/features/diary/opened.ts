import { useEffect, useMemo, useState } from 'react'
import { moodOfValue } from '../../../shared/moods.ts'
import type { DiaryKey, Words } from '../../lib/vault.ts'
import type { Entry } from './book.ts'
import type { Row } from './diary.api.ts'

/** A row, or what waits in the outbox to become one. */
export type Sheet = Row & { isWaiting?: true; refusal?: string }

/** The first screens, then more and more: each time what was opened is shown. */
const batches = [60, 1_000]

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
    let isOver = false
    const show = () => {
      if (!isOver) setRound((before) => before + 1)
      return !isOver
    }
    void openAll(sheets, wanted, show)
    return () => {
      isOver = true
    }
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

function toEntry({ id, created_at, rev, sealed, isWaiting, refusal }: Sheet, words: Words): Entry {
  const entry: Entry = { id, ...words, created_at, rev, isSealed: sealed !== null }
  if (isWaiting) entry.isWaiting = true
  if (refusal !== undefined) entry.refusal = refusal
  return entry
}

/** Newest first. `show` answers whether anybody still looks. */
async function openAll(sheets: readonly Sheet[], key: DiaryKey, show: () => boolean): Promise<void> {
  // Only with a lock: the cryptography is no part of an open diary.
  const { unseal } = await import('../../lib/vault.ts')
  const { bySheet, latest } = openedBy(key)
  const closed = sheets.filter((sheet) => sheet.sealed !== null && bySheet.get(sheet) === undefined)
  // A round before this one has opened them since, and had nobody left to show them to.
  if (closed.length === 0) show()
  for (let from = 0, round = 0; from < closed.length; round++) {
    const to = from + (batches[round] ?? 5_000)
    // oxlint-disable-next-line no-await-in-loop -- the first screens first
    await Promise.all(
      closed.slice(from, to).map(async (sheet) => {
        const words = await unseal(key, sheet.id, sheet.sealed ?? '').catch(() => null)
        const entry = words && toEntry(sheet, words)
        bySheet.set(sheet, entry)
        if (entry) latest.set(sheet.id, entry)
      }),
    )
    from = to
    if (!show()) return
    // What was opened is drawn before more of it comes.
    // oxlint-disable-next-line no-await-in-loop -- the first screens first
    await new Promise((drawn) => setTimeout(drawn))
  }
}
