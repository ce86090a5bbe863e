import type { KeptEdit, SealedEdit, Lock } from '../device/kept.ts'
import { editKeys, openDevice, writeEdit, type Device } from '../device/device.ts'
import { loadVault } from './load-vault.ts'
import { createKeyed } from '../../lib/store.ts'
import type { DiaryKey } from './vault.ts'

/** Unsaved edits by entry id. They survive a closed dialog and, in a diary without a lock, a reload. */
export const unsaved = createKeyed<KeptEdit>(true)

export async function hasEdits(userId: string): Promise<boolean> {
  return unsaved.count() > 0 || (await (await openDevice(userId)).count('meta', editKeys())) > 0
}

/** Stores the edits that were typed before this device knew that the diary has no lock. A stored edit may be another tab's, and newer. */
export async function keepUnsaved(device: Device): Promise<void> {
  await Promise.all(unsaved.entries().map(([id, edit]) => writeEdit(device, id, edit, { replace: false })))
}

/**
 * Converts an edit to this lock: sealed to it, or open without one. An edit that the key does not open stays as it is. Rejects when the
 * code cannot be fetched.
 */
export async function fitEdit(
  id: string,
  edit: KeptEdit | SealedEdit,
  lock: Pick<Lock, 'id' | 'public_key'> | null,
  key: DiaryKey | null,
): Promise<KeptEdit | SealedEdit> {
  if ('sealed' in edit ? edit.lock_id === lock?.id : !lock) return edit
  const opened = await openEdit(id, edit, key)
  if (!opened || !lock) return opened ?? edit
  const { seal } = await loadVault()
  const sealed = await seal(lock, id, { ...opened, template_url: null })
  const begun = await seal(lock, id, { ...opened.begun, template_url: null })
  return { lock_id: lock.id, sealed, begun }
}

/** Returns undefined when the edit is sealed and this key does not open it. */
export async function openEdit(
  id: string,
  edit: KeptEdit | SealedEdit,
  key: DiaryKey | null,
): Promise<KeptEdit | undefined> {
  if (!('sealed' in edit)) return edit
  if (key?.lockId !== edit.lock_id) return undefined
  const { unseal } = await loadVault()
  const opened = Promise.all([unseal(key, id, edit.sealed), unseal(key, id, edit.begun)])
  return opened.then(
    ([words, begun]) => ({ ...words, begun }),
    () => undefined,
  )
}
