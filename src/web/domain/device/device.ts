import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { KeptEdit, KeptEntry, Meta, Queued, SealedEdit } from './kept.ts'
import { deviceName } from './purge.ts'
import { isAtHome } from '../../lib/session.ts'

type Shape = DBSchema & {
  entries: { key: string; value: KeptEntry; indexes: { moment: string } }
  outbox: { key: string; value: Queued }
  meta: { key: keyof Meta; value: Meta[keyof Meta] }
}

export type Device = IDBPDatabase<Shape>

const open = new Map<string, Promise<Device>>()

/**
 * Opens the person's database on this device. Rejects where the browser stores nothing (private window, full disk): callers continue in
 * memory.
 */
export async function openDevice(userId: string): Promise<Device> {
  if (!isAtHome(userId)) throw new Error('This person is not signed in, so the device stores nothing')
  return openKept(userId)
}

function openKept(userId: string): Promise<Device> {
  const here = open.get(userId)
  if (here) return here
  const forget = () => {
    if (open.get(userId) === opening) open.delete(userId)
  }
  const opening = openDB<Shape>(deviceName(userId), 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' }).createIndex('moment', 'created_at')
      database.createObjectStore('outbox', { keyPath: 'id' })
      database.createObjectStore('meta')
    },
    blocking(_current, _blocked, { target }) {
      forget()
      if (target instanceof IDBDatabase) target.close()
    },
    terminated: forget,
  })
  open.set(userId, opening)
  opening.catch(forget)
  return opening
}

/** Removes the diary copies of other people, who left without a log-out. Their outbox stays. */
export async function forgetOthers(userId: string): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const other = name.startsWith(deviceName('')) ? name.slice(deviceName('').length) : userId
    if (other === userId) continue
    await forgetCopy(other)
  }
}

/** Removes the copy of a person's diary. Their outbox stays. */
export async function forgetCopy(userId: string): Promise<void> {
  const device = await openKept(userId)
  await Promise.all([device.clear('entries'), device.clear('meta')])
  const isEmpty = (await device.count('outbox')) === 0
  device.close()
  open.delete(userId)
  if (isEmpty) await deleteDB(deviceName(userId))
}

export async function readMeta<Key extends keyof Meta>(
  device: Device,
  key: Key,
): Promise<Meta[Key] | undefined> {
  return (await device.get('meta', key)) as Meta[Key] | undefined
}

export const editKeys = () => IDBKeyRange.bound('edit:', 'edit;', false, true)

/** Writes the lock and all edits, converted by `fit`, in one transaction: no edit stays open beside a lock. Rejects as `fit` does. */
export async function writeLock(
  device: Device,
  lock: Meta['lock'],
  fit: (id: string, edit: KeptEdit | SealedEdit) => Promise<KeptEdit | SealedEdit>,
): Promise<void> {
  const before = await readEdits(device.transaction('meta').store)
  const after = await Promise.all(
    before.map(async ([key, edit]) => [key, await fit(key.slice('edit:'.length), edit)] as const),
  )
  const { store, done } = device.transaction('meta', 'readwrite')
  const isSame = JSON.stringify(await readEdits(store)) === JSON.stringify(before)
  const puts = isSame ? [store.put(lock, 'lock'), ...after.map(([key, edit]) => store.put(edit, key))] : []
  await Promise.all([...puts, done])
  if (!isSame) await writeLock(device, lock, fit)
}

async function readEdits(store: IDBPObjectStore<Shape, ['meta'], 'meta', IDBTransactionMode>) {
  const [keys, edits] = await Promise.all([store.getAllKeys(editKeys()), store.getAll(editKeys())])
  return keys.map((key, at) => [key, edits[at]] as [`edit:${string}`, KeptEdit | SealedEdit])
}

/** Stores an open edit only when the diary has no lock and the entry exists. `replace: false` leaves a stored edit as it is. */
export async function writeEdit(
  device: Device,
  id: string,
  edit: KeptEdit,
  { replace = true } = {},
): Promise<void> {
  const writing = device.transaction(['entries', 'meta'], 'readwrite')
  const meta = writing.objectStore('meta')
  const [lock, entry, stored] = await Promise.all([
    meta.get('lock'),
    writing.objectStore('entries').getKey(id),
    meta.getKey(`edit:${id}`),
  ])
  const mayWrite = lock === null && entry !== undefined && (replace || stored === undefined)
  if (mayWrite) await meta.put(edit, `edit:${id}`)
  await writing.done
}
