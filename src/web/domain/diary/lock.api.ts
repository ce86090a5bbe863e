import { codeOf } from '../../lib/failure.ts'
import { acceptLock, findLock, rememberLock } from './lock.ts'
import { db } from '../../lib/supabase.ts'
import type { Lock } from '../device/kept.ts'
import { refreshDiary } from './held-copy.ts'

export class OtherLock extends Error {
  override message = 'May nagbago sa lock mula sa ibang device. Isara ito at buksan ulit.'
}

/** Stores a new lock; repeating it after a lost answer succeeds. Throws OtherLock; rejects with the data layer's error. */
export async function insertLock(userId: string, lock: Lock): Promise<void> {
  const { id, public_key, by_passphrase, by_recovery } = lock
  const { error } = await db.from('diary_locks').insert({ id, public_key, by_passphrase, by_recovery })
  if (error && codeOf(error) !== '23505') throw error
  if (error && (await findLock(userId))?.id !== id) {
    void refreshDiary(userId)
    throw new OtherLock()
  }
  await rememberLock(userId, lock)
}

/** Version and salt identify a wrapping. The rest stays out of the address, which proxies log. */
const like = (wrapped: string): string => `${wrapped.split('.').slice(0, 2).join('.')}.%`

/** Throws OtherLock when the server's lock differs from this one. Rejects with the data layer's error. */
export async function updateLock(
  userId: string,
  lock: Lock,
  change: Partial<Pick<Lock, 'by_passphrase' | 'by_recovery' | 'ending'>>,
): Promise<Lock> {
  const { data } = await db
    .from('diary_locks')
    .update(change)
    .eq('id', lock.id)
    .like('by_passphrase', like(lock.by_passphrase))
    .like('by_recovery', like(lock.by_recovery))
    .select('id')
    .throwOnError()
  const changed = { ...lock, ...change }
  if (data.length > 0) await rememberLock(userId, changed)
  else if (JSON.stringify(await findLock(userId)) !== JSON.stringify(changed)) throw new OtherLock()
  return changed
}

/** Returns false while sealed entries remain. Rejects with the data layer's error. */
export async function deleteLock(userId: string, lock: Lock): Promise<boolean> {
  const { error } = await db.from('diary_locks').delete().eq('id', lock.id)
  if (error && codeOf(error) !== '23503') throw error
  if (!error) await acceptLock(userId, null)
  return !error
}

/** Deletes the lock with all entries sealed to it, when both passphrase and recovery key are lost. */
export async function startOver(userId: string, lock: Lock): Promise<void> {
  await db.from('diary_posts').delete().eq('user_id', userId).eq('lock_id', lock.id).throwOnError()
  if (!(await deleteLock(userId, lock))) throw new OtherLock()
  await refreshDiary(userId)
}

export async function fetchRows(userId: string, isSealed: boolean, after: string | null, limit: number) {
  const theirs = db
    .from('diary_posts')
    .select('id, rev, mood, content, template_url, sealed')
    .eq('user_id', userId)
    .order('id')
    .limit(limit)
  const ofKind = isSealed ? theirs.not('sealed', 'is', null) : theirs.is('sealed', null)
  return (await (after === null ? ofKind : ofKind.gt('id', after)).throwOnError()).data
}

export type LockedRow = Awaited<ReturnType<typeof fetchRows>>[number]

export async function countRows(userId: string, isSealed: boolean): Promise<number> {
  const theirs = db.from('diary_posts').select('id', { count: 'exact', head: true }).eq('user_id', userId)
  const { count } = await (
    isSealed ? theirs.not('sealed', 'is', null) : theirs.is('sealed', null)
  ).throwOnError()
  return count ?? 0
}
