import type { MoodValue } from '../../../shared/moods.ts'
import { findLock } from '../../lib/diary-lock.ts'
import { codeOf } from '../../lib/failure.ts'
import type { Lock } from '../../lib/vault.ts'
import type { Entry } from './book.ts'
import { changeEntry, fetchEntry, type Change, type Row } from './diary.api.ts'
import { dropRow, keepRow } from './shelf.ts'

export type Edit = { content: string; mood: MoodValue }

/** An open entry in a locked diary, or one sealed to a lock that is gone: what this tab knew of the lock is old. */
const lockChanged = ['PT423', '23503']

/**
 * Stores an edit of the entry as it is here; sealed, when the diary is locked. `changed`: somebody, on another device, was faster, and what
 * they made of it is on the shelf now. `gone`: they deleted it. Rejects with the data layer's error.
 */
export async function saveEdit(
  userId: string,
  entry: Entry,
  edit: Edit,
  known: Lock | null | undefined,
): Promise<'saved' | 'changed' | 'gone'> {
  const send = async (lock: Lock | null) =>
    changeEntry(entry.id, entry.rev, await changeOf(entry, edit, lock))
  let row: Row | undefined
  try {
    row = await send(known === undefined ? await findLock(userId) : known)
  } catch (error) {
    if (!lockChanged.includes(codeOf(error))) throw error
    row = await send(await findLock(userId))
  }
  if (row) {
    await keepRow(userId, row)
    return 'saved'
  }
  const now = await fetchEntry(entry.id)
  if (now) await keepRow(userId, now)
  else await dropRow(userId, entry.id)
  return now ? 'changed' : 'gone'
}

async function changeOf(entry: Entry, edit: Edit, lock: Lock | null): Promise<Change> {
  const { template_url } = entry
  if (!lock) return entry.isSealed ? { ...edit, template_url, sealed: null, lock_id: null } : edit
  const { seal } = await import('../../lib/vault.ts')
  const sealed = await seal(lock, entry.id, { ...edit, template_url })
  return { mood: null, content: '', template_url: null, sealed, lock_id: lock.id }
}
