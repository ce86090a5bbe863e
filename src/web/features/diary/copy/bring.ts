import type { Lock } from '../../../domain/device/kept.ts'
import { openDevice, readMeta } from '../../../domain/device/device.ts'
import { findLock } from '../../../domain/diary/lock.ts'
import { codeOf } from '../../../lib/failure.ts'
import { db } from '../../../lib/supabase.ts'
import { seal } from '../../../domain/diary/vault.ts'
import { refreshDiary } from '../../../domain/diary/held-copy.ts'
import type { Kept } from './diary-file.ts'
import { ownId } from './own-id.ts'
import { exactTime } from '../../../../shared/relative-time.ts'

type Carried = {
  /** Entries added to the diary. */
  added: number
  /** Entries that the server refused, with words. */
  refused: string[]
}
/** `done`: how many entries of the file are finished. */
export type Step = Carried & { done: number }

/** Bytes a request, well under the server's limit of 1 MiB. */
const mostAtOnce = 100
const mostLetters = 100_000

/**
 * Adds entries under their own ids and skips those that exist, so an interrupted run can be repeated. Reports each step by `onStep`.
 * Rejects when the connection or the session ends.
 */
export async function bring(
  userId: string,
  entries: readonly Kept[],
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<void> {
  const fresh = await notYetThere(userId, entries, signal)
  let done = entries.length - fresh.length
  onStep({ added: 0, refused: [], done })
  const carrier = { userId, signal, lock: await findLock(userId) }
  for (const part of inParts(fresh)) {
    signal.throwIfAborted()
    // oxlint-disable-next-line no-await-in-loop -- one after the other: spares a phone's connection, and the progress is true
    const carried = await carry(carrier, part)
    done += part.length
    onStep({ ...carried, done })
  }
}

/** The number of entries that the diary lacks, after a refresh; undefined when this device's copy is incomplete. */
export async function countMissing(userId: string, entries: readonly Kept[]): Promise<number | undefined> {
  await refreshDiary(userId)
  const device = await openDevice(userId)
  const head = await readMeta(device, 'head')
  if (!head || head.hole !== null) return undefined
  return (await without(new Set(await device.getAllKeys('entries')), userId, entries)).length
}

/** Returns the entries that the diary lacks. An entry of another person is stored here under an id derived from it. */
async function notYetThere(userId: string, entries: readonly Kept[], signal: AbortSignal): Promise<Kept[]> {
  return without(await fetchIds(userId, signal), userId, entries)
}

async function without(own: ReadonlySet<string>, userId: string, entries: readonly Kept[]): Promise<Kept[]> {
  const others = await Promise.all(entries.map(({ id }) => ownId(userId, id)))
  return entries.filter(({ id }, index) => !own.has(id) && !own.has(others[index] ?? ''))
}

async function fetchIds(userId: string, signal: AbortSignal): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let last: string | undefined; ;) {
    let page = db.from('diary_posts').select('id').eq('user_id', userId)
    if (last !== undefined) page = page.gt('id', last)
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const { data } = await page.order('id').limit(1000).abortSignal(signal).throwOnError()
    for (const { id } of data) ids.add(id)
    last = data.at(-1)?.id
    if (data.length < 1000) return ids
  }
}

function inParts(entries: readonly Kept[]): Kept[][] {
  const parts: Kept[][] = []
  let letters = Infinity
  for (const entry of entries) {
    letters += entry.content.length
    const last = parts.at(-1)
    if (last && last.length < mostAtOnce && letters <= mostLetters) last.push(entry)
    else {
      parts.push([entry])
      letters = entry.content.length
    }
  }
  return parts
}

type Carrier = { userId: string; signal: AbortSignal; lock: Lock | null }

async function carry(carrier: Carrier, part: readonly Kept[]): Promise<Carried> {
  try {
    return { added: await insert(carrier, part), refused: [] }
  } catch (error) {
    if (!isOfOneEntry(error)) throw error
    const [first] = part
    if (part.length === 1 && first)
      return { added: 0, refused: [`${exactTime(first.created_at)}: hindi matanggap.`] }
    // One bad entry fails the whole batch. Halving finds it.
    const middle = Math.ceil(part.length / 2)
    const before = await carry(carrier, part.slice(0, middle))
    const after = await carry(carrier, part.slice(middle))
    return { added: before.added + after.added, refused: [...before.refused, ...after.refused] }
  }
}

/** PostgreSQL's codes for a bad value (class 22) and a broken constraint. */
const isOfOneEntry = (error: unknown) => /^(22|23514)/.test(codeOf(error))

async function insert(carrier: Carrier, part: readonly Kept[]): Promise<number> {
  const added = await upsertUnder(carrier, part)
  const left = part.filter(({ id }) => !added.has(id))
  if (left.length === 0) return added.size
  // Another tab added the id, or another person has it. Row-level security shows only the first.
  const { data } = await db
    .from('diary_posts')
    .select('id')
    .in(
      'id',
      left.map(({ id }) => id),
    )
    .abortSignal(carrier.signal)
    .throwOnError()
  const own = new Set(data.map(({ id }) => id))
  const theirs = left.filter(({ id }) => !own.has(id))
  if (theirs.length === 0) return added.size
  const renamed = await Promise.all(
    theirs.map(async (entry) => ({ ...entry, id: await ownId(carrier.userId, entry.id) })),
  )
  return added.size + (await upsertUnder(carrier, renamed)).size
}

/** Returns the ids that were new. Retries once when the lock changed meanwhile. */
async function upsertUnder(carrier: Carrier, part: readonly Kept[]): Promise<Set<string>> {
  try {
    return await upsert(carrier, part)
  } catch (error) {
    if (!['PT423', '23503'].includes(codeOf(error))) throw error
    carrier.lock = await findLock(carrier.userId)
    return upsert(carrier, part)
  }
}

async function upsert({ userId, lock, signal }: Carrier, part: readonly Kept[]): Promise<Set<string>> {
  const rows = await Promise.all(part.map((entry) => rowOf(userId, lock, entry)))
  const { data } = await db
    .from('diary_posts')
    .upsert(rows, { onConflict: 'id', ignoreDuplicates: true })
    .select('id')
    .abortSignal(signal)
    .throwOnError()
  return new Set(data.map(({ id }) => id))
}

/** Names the owner: the server refuses the row when another person is signed in by now. */
async function rowOf(
  user_id: string,
  lock: Lock | null,
  { id, created_at, mood, content, template_url }: Kept,
) {
  // `brought` lets the owner restore an entry that they deleted.
  const own = { id, user_id, created_at, brought: true }
  if (!lock) return { ...own, mood, content, template_url, sealed: null, lock_id: null }
  const sealed = await seal(lock, id, { mood, content, template_url })
  return { ...own, mood: null, content: '', template_url: null, sealed, lock_id: lock.id }
}
