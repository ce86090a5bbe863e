import { isAuthRetryableFetchError } from '@supabase/auth-js'
import type { DiaryPost } from '../../shared/rows.ts'
import { openDevice, readMeta, type KeptEntry } from './device.ts'
import { findLock } from './diary-lock.ts'
import { codeOf, isOffline, wordsFor } from './failure.ts'
import type { SealedEntry, Sendable, Withdrawn, Written } from './outbox.ts'
import { loadVault } from './lazy-outbox.ts'
import { personHere } from './session.ts'
import { auth, db } from './supabase.ts'
import type { Lock } from './vault.ts'

export type Outcome =
  /** `entry`: the row as it lies in the diary now, when the server said so. */
  | { is: 'stored'; entry?: KeptEntry }
  /** The server has it not and will not have it, in its words. */
  | { is: 'refused'; words: string }
  /** No answer, or none that says anything: the server may have it. */
  | { is: 'unknown'; error: unknown }
  /** Nobody is signed in, or somebody else is. */
  | { is: 'ended' }

/** A line that swallows everything is no line. */
const patience = 20_000
const locked = 'PT423'
const entryColumns = 'id, mood, content, template_url, created_at, rev, sealed, lock_id'

/** Sends it in the name of its writer and of nobody else. The same id is stored once, however often it is sent. Never rejects. */
export async function deliver(userId: string, item: Sendable | Written): Promise<Outcome> {
  const send = async () => (await whyNot(userId)) ?? (await insert(userId, item))
  const late = new Promise<Outcome>((resolve) =>
    setTimeout(resolve, 2 * patience, { is: 'unknown', error: new Error('Timed out') }),
  )
  const outcome = await Promise.race([send(), late]).catch((error: unknown): Outcome => ({
    is: 'unknown',
    error,
  }))
  // The answer was somebody else's, or nobody's: it says nothing about this one.
  return outcome.is !== 'stored' && personHere() !== userId ? { is: 'ended' } : outcome
}

/** Removes what the server may have of it. */
export async function withdraw(userId: string, { id, from }: Withdrawn): Promise<Outcome> {
  try {
    const no = await whyNot(userId)
    if (no) return no
    const answer = await db.from(from).delete().eq('id', id).abortSignal(AbortSignal.timeout(patience))
    if (personHere() !== userId) return { is: 'ended' }
    return answer.error ? outcomeOf(answer) : { is: 'stored' }
  } catch (error) {
    return { is: 'unknown', error }
  }
}

async function whyNot(userId: string): Promise<Outcome | undefined> {
  const { data, error } = await auth.getSession()
  if (data.session) return data.session.user.id === userId ? undefined : { is: 'ended' }
  return isAuthRetryableFetchError(error) ? { is: 'unknown', error } : { is: 'ended' }
}

async function insert(userId: string, item: Sendable | Written): Promise<Outcome> {
  const signal = AbortSignal.timeout(patience)
  if (item.destination !== 'diary') {
    const row = { ...item.row, id: item.id, user_id: userId }
    const answer = await db.from('public_posts').insert(row).select('id').abortSignal(signal)
    return answer.data?.[0]?.id === item.id ? { is: 'stored' } : outcomeOf(answer)
  }
  // Asked right before: what is open leaves no device once another one has locked the diary.
  const lock = item.row.sealed === null && (await findLock(userId))
  if (lock) return insert(userId, await sealed(item, lock))
  const row: Partial<DiaryPost> = { ...item.row, ...momentOf(item), id: item.id, user_id: userId }
  const answer = await db.from('diary_posts').insert(row).select(entryColumns).abortSignal(signal)
  // Locked in between.
  const lockNow = answer.error?.code === locked && item.row.sealed === null && (await findLock(userId))
  if (lockNow) return insert(userId, await sealed(item, lockNow))
  const [entry] = answer.data ?? []
  return entry?.id === item.id ? { is: 'stored', entry } : outcomeOf(answer)
}

/** What had to wait says when it was written; what goes at once has the server's time. */
function momentOf(item: Sendable | Written): { created_at?: string } {
  // A clock that was never set says 1970, which the database refuses.
  return 'writtenAt' in item && item.writtenAt > '2000-01-02' ? { created_at: item.writtenAt } : {}
}

function outcomeOf({ error, status }: { error: unknown; status: number }): Outcome {
  // 23505: an earlier try had arrived, only its answer got lost.
  if (codeOf(error) === '23505') return { is: 'stored' }
  if (status === 401) return { is: 'ended' }
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  if (isFinal && error && !isOffline(error)) return { is: 'refused', words: wordsFor(error) }
  return { is: 'unknown', error: error ?? new Error('No answer that says anything') }
}

async function sealed<Item extends Sendable>(item: Item, lock: Lock): Promise<Item> {
  if (item.destination !== 'diary' || item.row.sealed !== null) return item
  const { mood, content, template_url } = item.row
  const { seal } = await loadVault()
  const row: SealedEntry = {
    mood: null,
    content: '',
    template_url: null,
    sealed: await seal(lock, item.id, { mood, content, template_url }),
    lock_id: lock.id,
  }
  return { ...item, row }
}

const knownLock = (userId: string) =>
  openDevice(userId)
    .then((device) => readMeta(device, 'lock'))
    .catch(() => null)

/** An entry of a diary that this device knows to be locked is sealed; all else stays as it is. */
export async function sealKnown<Item extends Sendable>(userId: string, item: Item): Promise<Item> {
  const lock = await knownLock(userId)
  return lock ? sealed(item, lock) : item
}

/** Where a lock is known, what seals is fetched while there is a signal. */
export async function prepareSealing(userId: string | undefined): Promise<void> {
  if (userId && (await knownLock(userId))) await loadVault()
}
