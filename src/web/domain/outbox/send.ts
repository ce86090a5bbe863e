/** Requests of the outbox and their outcomes. */
import { isAuthRetryableFetchError } from '@supabase/auth-js'
import type { Database } from '../../../shared/database.ts'
import { openDevice, readMeta } from '../device/device.ts'
import type { KeptEntry, OutboxItem, Sendable } from '../device/kept.ts'
import { hasEdits } from '../diary/edits.ts'
import { loadVault } from '../diary/load-vault.ts'
import { findLock } from '../diary/lock.ts'
import type { Prepared } from '../draft/draft.ts'
import { codeOf, isOffline, wordsFor } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { auth, db, invoke } from '../../lib/supabase.ts'
import { inTime } from '../../lib/in-time.ts'
import { changeQueued, enqueue, readOutbox } from './queue.ts'
import { sealItem } from './seal.ts'

/** What became of a request. */
export type Outcome =
  /** `entry`: the row as it lies in the diary now, when the server answered with it. */
  | { is: 'stored'; entry?: KeptEntry }
  /** The server refused the item for good (4xx); `words` are its reason. */
  | { is: 'refused'; words: string; code: string }
  /** The item had arrived, and its writer deleted it or took it back. Its id is used up. */
  | { is: 'gone' }
  /** No answer that says anything: the server may have the item. */
  | { is: 'unknown'; error: unknown; status?: number }
  /** Nobody is signed in, or another person is. */
  | { is: 'ended' }

/** Longest wait for an answer, ms: in the background, after a press on send, and before a log-out. */
const patience = 30_000
const writersPatience = 12_000
const logOutPatience = 4_000
/** PT423: an open entry for a locked diary. 23503: an entry sealed to a lock that is gone. */
const lockChanged = ['PT423', '23503']
const lockGone =
  'Wala na sa diary mo ang lock na nagsara rito; inalis ito sa ibang device. Bawiin mo gamit ang dating passphrase, tapos ipadala ulit.'
const lockNew = 'May bagong lock ang diary mo mula sa ibang device. Subukan ulit.'
const entryColumns = 'id, mood, content, template_url, created_at, rev, sealed, lock_id'

/**
 * Sends a draft to its destination; without a signal it waits in the outbox. `ended`: the session is over, and the draft keeps the words.
 * `gone`: the draft needs a new id. Rejects with the server's refusal, or when the device cannot keep the item.
 */
export async function sendOrQueue(
  draft: Prepared,
  userId: string,
): Promise<'stored' | 'waits' | 'ended' | 'gone'> {
  const isAttempted = navigator.onLine
  const { item, ...outcome } = await send(userId, itemOf(draft), writersPatience)
  if (outcome.is === 'refused') throw new Error(outcome.words)
  if (outcome.is !== 'unknown') return outcome.is
  if (!isOffline(outcome.error)) throw outcome.error
  const writtenAt = new Date().toISOString()
  await enqueue(userId, { ...item, writtenAt, ...(isAttempted && { isAttempted }) })
  return 'waits'
}

function itemOf({ content, mood, template, warning, attempt: { id, destination } }: Prepared): Sendable {
  const row = { mood, content: content.trim(), template_url: template }
  if (destination === 'diary') return { id, destination, row: { ...row, sealed: null, lock_id: null } }
  const anonymous = destination === 'wall-anonymous'
  return { id, destination, row: { ...row, anonymous, content_warning: warning } }
}

/**
 * Sends an item in the name of its writer. The server stores an id once, however often it is sent. Nothing leaves after `within` ms.
 * Answers with the item as it was sent: sealed, when the diary has a lock. Never rejects.
 */
export async function send<Item extends Sendable | OutboxItem>(
  userId: string,
  item: Item,
  within = patience,
): Promise<Outcome & { item: Item }> {
  const signal = AbortSignal.timeout(within)
  let sent = item
  /** `hindrance`: why it stays here. A device that knows of the lock seals the entry all the same. */
  const sealAndInsert = async (hindrance?: Outcome) => {
    if (needsLock(item)) {
      const lock = await findLock(userId, signal)
      sent = lock ? await sealItem(item, lock) : item
    }
    return hindrance ?? inTime(signal, () => insert(userId, sent, signal))
  }
  const attempt = async () => {
    const hindrance = await inTime(signal, () => hindranceTo(userId)).then(undefined, unknown)
    if (hindrance?.is === 'ended') return hindrance
    const outcome = await sealAndInsert(hindrance)
    if (!isLockChanged(outcome)) return outcome
    if (!needsLock(item)) return { ...outcome, words: lockGone }
    // Another device changed the lock in between.
    const again = await sealAndInsert()
    return isLockChanged(again) ? unknown(new Error(lockNew)) : again
  }
  const outcome = await attempt().catch(unknown)
  // An answer for another session says nothing about this item.
  const isOurs = outcome.is === 'stored' || personHere() === userId
  return { ...(isOurs ? outcome : { is: 'ended' }), item: sent }
}

const unknown = (error: unknown): Outcome => ({ is: 'unknown', error })
const needsLock = (item: Sendable): boolean => item.destination === 'diary' && item.row.sealed === null
const isLockChanged = (outcome: Outcome): outcome is Extract<Outcome, { is: 'refused' }> =>
  outcome.is === 'refused' && lockChanged.includes(outcome.code)

/** Fetches the cryptography while there is a signal, when this device knows of a lock. */
export async function prepareSealing(userId: string | undefined): Promise<void> {
  const lock =
    userId &&
    (await openDevice(userId)
      .then((device) => readMeta(device, 'lock'))
      .catch(() => null))
  if (lock) await loadVault()
}

/** Removes what the server has of an item, and makes it refuse what still comes: `gone`. Never rejects. */
export async function withdraw(userId: string, id: string, within = patience): Promise<Outcome> {
  const signal = AbortSignal.timeout(within)
  const attempt = async (): Promise<Outcome> => {
    const hindrance = await hindranceTo(userId)
    if (hindrance) return hindrance
    const { status, body } = await invoke('withdraw', { id }, signal)
    if (personHere() !== userId || status === 401) return { is: 'ended' }
    // A proxy may have answered: only our own words count.
    const isDone = typeof body === 'object' && body !== null && 'success' in body && body.success === true
    return isDone ? { is: 'gone' } : { is: 'unknown', error: new Error('Not withdrawn'), status }
  }
  return inTime(signal, attempt).then(undefined, unknown)
}

/** Tries each withdrawal once, while the writer is still signed in. */
async function withdrawAll(userId: string): Promise<void> {
  if (!navigator.onLine) return
  const withdrawals = (await readOutbox(userId)).filter(({ destination }) => destination === 'nowhere')
  await Promise.all(
    withdrawals.map(async ({ id }) => {
      const outcome = await withdraw(userId, id, logOutPatience)
      if (outcome.is === 'gone') await changeQueued(userId, id, () => undefined)
    }),
  )
}

/** What a log-out would remove from this device. */
export type Loss = {
  items: number
  /** A diary entry was changed and not saved. */
  hasEdit: boolean
  /** The server may still have these, and only their writer can remove them. */
  withdrawals: number
}

/** Tries the withdrawals first. A device that keeps nothing loses nothing. */
export async function lossOf(userId: string): Promise<Loss> {
  await withdrawAll(userId).catch(() => undefined)
  const queued = await readOutbox(userId).catch(() => [])
  const withdrawals = queued.filter(({ destination }) => destination === 'nowhere').length
  const hasEdit = await hasEdits(userId).catch(() => false)
  return { items: queued.length - withdrawals, hasEdit, withdrawals }
}

/** Why nothing can be sent in this person's name; undefined when it can. */
async function hindranceTo(userId: string): Promise<Outcome | undefined> {
  // Offline, an expired token would wait for a signal.
  if (!navigator.onLine) return unknown(new TypeError('Failed to fetch'))
  const { data, error } = await auth().getSession()
  if (data.session) return data.session.user.id === userId ? undefined : { is: 'ended' }
  return isAuthRetryableFetchError(error) ? unknown(error) : { is: 'ended' }
}

type NewEntry = Database['public']['Tables']['diary_posts']['Insert']

async function insert(userId: string, item: Sendable | OutboxItem, signal: AbortSignal): Promise<Outcome> {
  const key = { id: item.id, user_id: userId }
  if (item.destination === 'diary') {
    const row: NewEntry = { ...item.row, ...momentOf(item), ...key }
    const answer = await db.from('diary_posts').insert(row).select(entryColumns).abortSignal(signal)
    const entry = answer.data?.[0]
    return entry?.id === item.id ? { is: 'stored', entry } : outcomeOf(answer)
  }
  const answer = await db
    .from('public_posts')
    .insert({ ...item.row, ...key })
    .select('id')
    .abortSignal(signal)
  return answer.data?.[0]?.id === item.id ? { is: 'stored' } : outcomeOf(answer)
}

/** A queued entry says when it was written; one that is sent at once gets the server's time. */
function momentOf(item: Sendable | OutboxItem): { created_at?: string } {
  // A clock that was never set says 1970, which the database refuses.
  return 'writtenAt' in item && item.writtenAt > '2000-01-02' ? { created_at: item.writtenAt } : {}
}

function outcomeOf({ error, status }: { error: unknown; status: number }): Outcome {
  const code = codeOf(error)
  // 23505: an earlier attempt had arrived, and only its answer was lost.
  if (code === '23505') return { is: 'stored' }
  if (code === 'PT410') return { is: 'gone' }
  if (status === 401) return { is: 'ended' }
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  // A proxy, or a hotspot that wants a log-in, answers without a code: the server refused nothing.
  if (isFinal && code !== '' && !isOffline(error)) return { is: 'refused', words: wordsFor(error), code }
  return { is: 'unknown', error: error ?? new Error('No answer that says anything'), status }
}
