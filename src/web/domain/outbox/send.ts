import { isAuthRetryableFetchError } from '@supabase/auth-js'
import type { Database } from '../../../shared/database.ts'
import { findTemplate } from '../../../shared/templates.ts'
import { openDevice, readMeta } from '../device/device.ts'
import type { OutboxItem, QueuedReaction, QueuedReply, Sendable } from '../device/kept.ts'
import { hasEdits } from '../diary/edits.ts'
import { loadVault } from '../diary/load-vault.ts'
import { findLock } from '../diary/lock.ts'
import { hasTrust, LockDiffers } from '../diary/trusted-lock.ts'
import type { Prepared } from '../draft/draft.ts'
import { isOffline } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { auth, db, invoke } from '../../lib/supabase.ts'
import { inTime } from '../../lib/in-time.ts'
import { storeInTalk } from './messages.ts'
import { outcomeOf, unknown, type Outcome } from './outcome.ts'
import { changeQueued, enqueue, readOutbox } from './queue.ts'
import { storeComment, storeReaction, wordsForRefused } from './replies.ts'
import { sealItem } from './seal.ts'
import { isInTalk, isReply } from './waiting.ts'

/** Longest wait for an answer, ms: in the background, after a press on send, and before a log-out. */
const patience = 30_000
const writersPatience = 12_000
const logOutPatience = 4_000
/** PT423: an open entry for a locked diary. 23503: an entry sealed to a removed lock. */
const lockChanged = ['PT423', '23503']
const lockGone =
  'Wala na sa diary mo ang lock na nagsara rito; inalis ito sa ibang device. Bawiin mo gamit ang dating passphrase, tapos ipadala ulit.'
const lockNew = 'May bagong lock ang diary mo mula sa ibang device. Subukan ulit.'
const entryColumns = 'id, mood, content, template_url, created_at, rev, sealed, lock_id'

/**
 * Sends a draft to its destination, or queues it without a signal. `doubted`: queued until the passphrase proves the diary's lock. `ended`:
 * the session is over and the draft keeps the words. `gone`: the draft needs a new id. Rejects with the server's refusal, or when the device cannot
 * queue or seal the item.
 */
export async function sendOrQueue(
  draft: Prepared,
  userId: string,
): Promise<'stored' | 'queued' | 'doubted' | 'ended' | 'gone'> {
  const isAttempted = navigator.onLine
  const { item, ...outcome } = await send(userId, itemOf(draft), writersPatience)
  if (outcome.is === 'refused') throw new Error(outcome.words)
  if (outcome.is !== 'unknown') return outcome.is
  const isDoubted = outcome.error instanceof LockDiffers
  if (!isDoubted && !isOffline(outcome.error)) throw outcome.error
  const writtenAt = new Date().toISOString()
  // The attempt may have ended before it could seal the entry.
  const kept = await sealKnown(userId, item)
  await enqueue(userId, { ...kept, writtenAt, ...(isAttempted && !isDoubted && { isAttempted }) })
  return isDoubted ? 'doubted' : 'queued'
}

function itemOf({ content, mood, template, warning, attempt: { id, destination } }: Prepared): Sendable {
  const row = { mood, content: content.trim(), template_url: findTemplate(template)?.address ?? null }
  if (destination === 'diary') return { id, destination, row: { ...row, sealed: null, lock_id: null } }
  const anonymous = destination === 'wall-anonymous'
  return { id, destination, row: { ...row, anonymous, content_warning: warning } }
}

/**
 * Sends an item, once or as a repeat: the server stores an id once. No request starts after `within` ms. Returns the item as sent, sealed
 * when the diary has a lock. Never rejects.
 */
export async function send<Item extends Sendable | OutboxItem>(
  userId: string,
  item: Item,
  within = patience,
): Promise<Outcome & { item: Item }> {
  const signal = AbortSignal.timeout(within)
  let sent = item
  const sealAndInsert = async () => {
    // A sealed entry waits too while the server names another lock than the proved one.
    if (needsLock(item) || (item.destination === 'diary' && (await hasTrust(userId)))) {
      const lock = await findLock(userId, signal)
      sent = lock ? await sealItem(item, lock) : item
    }
    return inTime(signal, () => insert(userId, sent, signal))
  }
  const attempt = async () => {
    const hindrance = await inTime(signal, () => hindranceTo(userId)).then(undefined, unknown)
    if (hindrance) return hindrance
    const outcome = await sealAndInsert()
    if (item.destination !== 'diary' || !isLockChanged(outcome)) return outcome
    if (!needsLock(item)) return { ...outcome, words: lockGone }
    const again = await sealAndInsert()
    return isLockChanged(again) ? unknown(new Error(lockNew)) : again
  }
  const outcome = await attempt().catch(unknown)
  // An answer to another person's session says nothing about this item.
  const isOurs = outcome.is === 'stored' || personHere() === userId
  return { ...(isOurs ? outcome : { is: 'ended' }), item: sent }
}

const needsLock = (item: Sendable | OutboxItem): boolean =>
  item.destination === 'diary' && item.row.sealed === null
const isLockChanged = (outcome: Outcome): outcome is Extract<Outcome, { is: 'refused' }> =>
  outcome.is === 'refused' && lockChanged.includes(outcome.code)

const knownLock = (userId: string) =>
  openDevice(userId)
    .then((device) => readMeta(device, 'lock'))
    .catch(() => null)

/** The item, sealed when this device knows of a lock. Rejects when the cryptography cannot be fetched. */
async function sealKnown(userId: string, item: Sendable): Promise<Sendable> {
  const lock = needsLock(item) ? await knownLock(userId) : null
  return lock ? sealItem(item, lock) : item
}

/** Fetches the cryptography early, while online, when this device knows of a lock. */
export async function prepareSealing(userId: string | undefined): Promise<void> {
  if (userId && (await knownLock(userId))) await loadVault()
}

/** Deletes the item on the server, which then refuses late attempts (`gone`). Never rejects. */
export async function withdraw(userId: string, id: string, within = patience): Promise<Outcome> {
  const signal = AbortSignal.timeout(within)
  const attempt = async (): Promise<Outcome> => {
    const hindrance = await hindranceTo(userId)
    if (hindrance) return hindrance
    const { status, body } = await invoke('withdraw', { id }, signal)
    if (personHere() !== userId || status === 401) return { is: 'ended' }
    // A proxy may have answered: only the server's own body counts.
    const isDone = typeof body === 'object' && body !== null && 'success' in body && body.success === true
    return isDone ? { is: 'gone' } : { is: 'unknown', error: new Error('Not withdrawn'), status }
  }
  return inTime(signal, attempt).then(undefined, unknown)
}

/** Tries each withdrawal once before a log-out. */
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

export type Loss = {
  items: number
  hasEdit: boolean
  /** Only the signed-in writer can withdraw these from the server. */
  withdrawals: number
}

/** Tries the withdrawals first. Never rejects. */
export async function lossOf(userId: string): Promise<Loss> {
  await withdrawAll(userId).catch(() => undefined)
  const queued = await readOutbox(userId).catch(() => [])
  const withdrawals = queued.filter(({ destination }) => destination === 'nowhere').length
  const hasEdit = await hasEdits(userId).catch(() => false)
  return { items: queued.length - withdrawals, hasEdit, withdrawals }
}

/** Why no request is possible for this person; undefined when it is. */
async function hindranceTo(userId: string): Promise<Outcome | undefined> {
  // Offline, `getSession` would wait to refresh an expired token.
  if (!navigator.onLine) return unknown(new TypeError('Failed to fetch'))
  const { data, error } = await auth().getSession()
  if (data.session) return data.session.user.id === userId ? undefined : { is: 'ended' }
  return isAuthRetryableFetchError(error) ? unknown(error) : { is: 'ended' }
}

/** Queues the last wish for a post. A wish for the reaction that the server has removes the item, unless it was attempted. */
export async function queueReaction(
  userId: string,
  { row, ...rest }: Pick<QueuedReaction, 'row' | 'isAttempted'>,
): Promise<void> {
  const id = `reaction:${row.post_id}`
  const wish: QueuedReaction = {
    id,
    destination: 'reaction',
    row,
    writtenAt: new Date().toISOString(),
    ...rest,
  }
  let isThere = false
  await changeQueued(userId, id, (item) => {
    if (item.destination !== 'reaction') return item
    isThere = true
    const next = { ...item, row: { ...item.row, emoji: row.emoji } }
    return next.row.emoji === next.row.was && !next.isAttempted ? undefined : next
  })
  if (!isThere) await enqueue(userId, wish)
}

type NewEntry = Database['public']['Tables']['diary_posts']['Insert']

async function insert(userId: string, item: Sendable | OutboxItem, signal: AbortSignal): Promise<Outcome> {
  const key = { id: item.id, user_id: userId }
  if (isReply(item)) return storeReply(userId, item, signal)
  if (isInTalk(item)) return storeInTalk(userId, item, signal)
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

async function storeReply(userId: string, item: QueuedReply, signal: AbortSignal): Promise<Outcome> {
  if (item.destination === 'comment') {
    const answer = await storeComment({ ...item.row, id: item.id, user_id: userId }, signal)
    if (answer.data) return { is: 'stored', comment: answer.data }
    const outcome = outcomeOf(answer)
    return outcome.is === 'refused'
      ? { ...outcome, words: wordsForRefused(outcome.code) ?? outcome.words }
      : outcome
  }
  const { post_id, was, emoji } = item.row
  const answer = await storeReaction({ post_id, user_id: userId }, was, emoji, signal)
  return answer.error === null ? { is: 'stored' } : outcomeOf(answer)
}

/** A queued entry carries its time of writing. One sent at once gets the server's time. */
function momentOf(item: Sendable | OutboxItem): { created_at?: string } {
  // The database refuses the 1970 of a clock that was never set.
  return 'writtenAt' in item && item.writtenAt > '2000-01-02' ? { created_at: item.writtenAt } : {}
}
