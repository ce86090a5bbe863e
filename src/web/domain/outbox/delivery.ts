import { isAuthRetryableFetchError } from '@supabase/auth-js'
import type { Database } from '../../../shared/database.ts'
import { openDevice, readMeta, type KeptEntry } from '../device/device.ts'
import { findLock } from '../diary/lock.ts'
import { codeOf, isOffline, wordsFor } from '../../lib/failure.ts'
import type { SealedEntry, Sendable, Written } from './outbox.ts'
import { loadVault } from './lazy-outbox.ts'
import { personHere } from '../../lib/session.ts'
import { auth, db, invoke } from '../../lib/supabase.ts'
import type { Lock } from '../diary/vault.ts'

export type Outcome =
  /** `entry`: the row as it lies in the diary now, when the server said so. */
  | { is: 'stored'; entry?: KeptEntry }
  /** The server has it not and will not have it, in its words. */
  | { is: 'refused'; words: string }
  /** It had arrived, and its writer deleted it, or took it back: it never comes again. */
  | { is: 'gone' }
  /** No answer, or none that says anything: the server may have it. */
  | { is: 'unknown'; error: unknown; status?: number }
  /** Nobody is signed in, or somebody else is. */
  | { is: 'ended' }

/** A line that swallows everything is no line; in ms. */
const longest = 30_000
/** An open entry in a locked diary, or one sealed to a lock that is gone. */
const lockChanged = ['PT423', '23503']
const lockGone =
  'Wala na sa diary mo ang lock na nagsara rito; inalis ito sa ibang device. Bawiin mo gamit ang dating passphrase, tapos ipadala ulit.'
const lockNew = 'May bagong lock ang diary mo mula sa ibang device. Subukan ulit.'
type Entry = Extract<Sendable | Written, { destination: 'diary' }>
const entryColumns = 'id, mood, content, template_url, created_at, rev, sealed, lock_id'

/**
 * Sends it in the name of its writer and of nobody else. The same id is stored once, however often it is sent. After `patience` ms nothing
 * more of it leaves. Never rejects.
 */
export async function deliver(
  userId: string,
  item: Sendable | Written,
  patience = longest,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(patience)
  const outcome = await inTime(signal, async () => (await whyNot(userId)) ?? insert(userId, item, signal))
  // The answer was somebody else's, or nobody's: it says nothing about this one.
  return outcome.is !== 'stored' && personHere() !== userId ? { is: 'ended' } : outcome
}

/** Removes what the server has of it, and refuses what still comes: `gone`. Never rejects. */
export function withdraw(userId: string, id: string, patience = longest): Promise<Outcome> {
  const signal = AbortSignal.timeout(patience)
  return inTime(signal, async () => (await whyNot(userId)) ?? sendWithdrawal(userId, id, signal))
}

async function sendWithdrawal(userId: string, id: string, signal: AbortSignal): Promise<Outcome> {
  const { status, body } = await invoke('withdraw', { id }, signal)
  if (personHere() !== userId || status === 401) return { is: 'ended' }
  // The page of a proxy says nothing of the kind.
  const isDone = typeof body === 'object' && body !== null && 'success' in body && body.success === true
  return isDone ? { is: 'gone' } : { is: 'unknown', error: new Error('Not withdrawn'), status }
}

/** No answer is an outcome too. */
async function inTime(signal: AbortSignal, work: () => Promise<Outcome>): Promise<Outcome> {
  const late = new Promise<Outcome>((resolve) =>
    signal.addEventListener('abort', () => resolve({ is: 'unknown', error: new Error('Timed out') })),
  )
  return Promise.race([work(), late]).catch((error: unknown): Outcome => ({ is: 'unknown', error }))
}

async function whyNot(userId: string): Promise<Outcome | undefined> {
  const { data, error } = await auth().getSession()
  if (data.session) return data.session.user.id === userId ? undefined : { is: 'ended' }
  return isAuthRetryableFetchError(error) ? { is: 'unknown', error } : { is: 'ended' }
}

async function insert(userId: string, item: Sendable | Written, signal: AbortSignal): Promise<Outcome> {
  if (item.destination === 'diary') return insertEntry(userId, item, signal)
  const row = { ...item.row, id: item.id, user_id: userId }
  const answer = await db.from('public_posts').insert(row).select('id').abortSignal(signal)
  return answer.data?.[0]?.id === item.id ? { is: 'stored' } : outcomeOf(answer)
}

type NewEntry = Database['public']['Tables']['diary_posts']['Insert']

async function insertEntry(userId: string, item: Entry, signal: AbortSignal): Promise<Outcome> {
  const put = async (entry: Entry) => {
    const row: NewEntry = { ...entry.row, ...momentOf(item), id: item.id, user_id: userId }
    return db.from('diary_posts').insert(row).select(entryColumns).abortSignal(signal)
  }
  const isOpen = item.row.sealed === null
  // Asked right before: what is open leaves no device once another one has locked the diary.
  let answer = await put(isOpen ? await sealed(item, await findLock(userId)) : item)
  // Locked in between, or the lock that this device remembers is gone.
  if (isOpen && lockChanged.includes(codeOf(answer.error)))
    answer = await put(await sealed(item, await findLock(userId)))
  const [entry] = answer.data ?? []
  if (entry?.id === item.id) return { is: 'stored', entry }
  const outcome = outcomeOf(answer)
  if (outcome.is !== 'refused' || !lockChanged.includes(codeOf(answer.error))) return outcome
  return isOpen ? { is: 'unknown', error: new Error(lockNew) } : { is: 'refused', words: lockGone }
}

/** What had to wait says when it was written; what goes at once has the server's time. */
function momentOf(item: Sendable | Written): { created_at?: string } {
  // A clock that was never set says 1970, which the database refuses.
  return 'writtenAt' in item && item.writtenAt > '2000-01-02' ? { created_at: item.writtenAt } : {}
}

function outcomeOf({ error, status }: { error: unknown; status: number }): Outcome {
  // 23505: an earlier try had arrived, only its answer got lost.
  if (codeOf(error) === '23505') return { is: 'stored' }
  if (codeOf(error) === 'PT410') return { is: 'gone' }
  if (status === 401) return { is: 'ended' }
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  // The page of a proxy, or of a hotspot that wants a log-in, has no code: it is no refusal of ours.
  if (isFinal && codeOf(error) !== '' && !isOffline(error)) return { is: 'refused', words: wordsFor(error) }
  return { is: 'unknown', error: error ?? new Error('No answer that says anything'), status }
}

async function sealed<Item extends Sendable>(item: Item, lock: Lock | null): Promise<Item> {
  if (!lock || item.destination !== 'diary' || item.row.sealed !== null) return item
  const { mood, content, template_url } = item.row
  const { seal } = await loadVault()
  const row: SealedEntry = {
    mood: null,
    content: '',
    template_url: null,
    sealed: await seal(lock, item.id, { mood, content, template_url }),
    lock_id: lock.id,
  }
  return { ...item, row, lock }
}

const knownLock = (userId: string) =>
  openDevice(userId)
    .then((device) => readMeta(device, 'lock'))
    .catch(() => null)

/** An entry of a diary that this device knows to be locked is sealed; all else stays as it is. */
export async function sealKnown<Item extends Sendable>(userId: string, item: Item): Promise<Item> {
  return sealed(item, (await knownLock(userId)) ?? null)
}

/** Where a lock is known, what seals is fetched while there is a signal. */
export async function prepareSealing(userId: string | undefined): Promise<void> {
  if (userId && (await knownLock(userId))) await loadVault()
}
