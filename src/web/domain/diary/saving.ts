import type { Lock } from '../device/kept.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import { findLock, readDiaryKey } from './lock.ts'
import { codeOf } from '../../lib/failure.ts'
import type { DiaryKey, Words } from './vault.ts'
import type { Entry } from './opened.ts'
import { changeEntry, fetchEntry, type Change, type Row } from './diary.api.ts'
import { dropRow, keepRow } from './held-copy.ts'

export type Edit = { content: string; mood: MoodValue }

/** The server's codes for an open entry in a locked diary, and for an entry sealed to a removed lock. */
const lockChanged = ['PT423', '23503']

/** The lock changed twice within one save. */
class LockChanged extends Error {
  override message =
    'Nagbago ang lock ng diary mo mula sa ibang device. Nandito pa ang mga salita mo; subukan ulit.'
}

/**
 * Stores an edit, sealed when the diary is locked. `changed`: another device saved first, and the copy now has its version. `gone`: the
 * entry was deleted. Rejects with the data layer's error, or with words when the lock changes twice.
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
    // Asked right before: no open words leave the device after another device locked the diary.
    row = await send(known ?? (await findLock(userId)))
  } catch (error) {
    if (!lockChanged.includes(codeOf(error))) throw error
    row = await send(await findLock(userId)).catch((again: unknown) => {
      throw lockChanged.includes(codeOf(again)) ? new LockChanged() : again
    })
  }
  if (row) {
    await keepRow(userId, row)
    return 'saved'
  }
  const now = await fetchEntry(entry.id)
  if (now) await keepRow(userId, now)
  else await dropRow(userId, entry.id)
  if (!now) return 'gone'
  return (await isEqual(now, edit)) ? 'saved' : 'changed'
}

/** True when the server already has this very edit: only the answer was lost. */
async function isEqual(row: Row, { content, mood }: Edit): Promise<boolean> {
  const words = row.sealed === null ? row : await opened(row.id, row.sealed, readDiaryKey())
  return words?.content === content && words.mood === mood
}

async function opened(id: string, sealed: string, key: DiaryKey | null): Promise<Words | undefined> {
  if (!key) return undefined
  const { unseal } = await import('./vault.ts')
  return unseal(key, id, sealed).catch(() => undefined)
}

async function changeOf(entry: Entry, edit: Edit, lock: Lock | null): Promise<Change> {
  const { template_url } = entry
  if (!lock) return entry.isSealed ? { ...edit, template_url, sealed: null, lock_id: null } : edit
  const { sealRow } = await import('./vault.ts')
  return sealRow(lock, entry.id, { ...edit, template_url })
}
