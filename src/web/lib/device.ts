import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { DiaryLock, DiaryPost } from '../../shared/rows.ts'
import type { Waiting } from './outbox.ts'

/** How far the copy of the diary is. */
export type CopyHead = {
  /** Changes up to this number are here, but for those of the hole. */
  top: number
  /** What is still to come of the first time, newest first. */
  hole: { above: number; below: number } | null
  /** The change after which nothing was missing and nothing was here that is gone. */
  checked: number
}

/** What is kept under each key of `meta`. */
export type Meta = {
  head: CopyHead
  /** null: the diary is not locked, as far as this device knows. */
  lock: Pick<DiaryLock, 'id' | 'public_key' | 'by_passphrase' | 'by_recovery' | 'ending'> | null
}

/** The person's own diary: whose it is says the name of the database. */
export type KeptEntry = Omit<DiaryPost, 'user_id'>

type Shape = DBSchema & {
  entries: { key: string; value: KeptEntry }
  outbox: { key: string; value: Waiting }
  meta: { key: keyof Meta; value: Meta[keyof Meta] }
}

export type Device = IDBPDatabase<Shape>

const nameOf = (userId: string) => `emote:${userId}`
const open = new Map<string, Promise<Device>>()

/**
 * What this device keeps for a person. Rejects where a browser keeps nothing (private windows, a full disk): callers go on in memory.
 */
export function openDevice(userId: string): Promise<Device> {
  const here = open.get(userId)
  if (here) return here
  const forget = () => {
    if (open.get(userId) === opening) open.delete(userId)
  }
  const opening = openDB<Shape>(nameOf(userId), 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' })
      database.createObjectStore('outbox', { keyPath: 'id' })
      database.createObjectStore('meta')
    },
    // Another tab forgets this person, or a newer version of the app has come.
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

/** Nothing of this person is left on the device. */
export async function forgetDevice(userId: string): Promise<void> {
  const here = open.get(userId)
  open.delete(userId)
  await here?.then((device) => device.close()).catch(() => undefined)
  await deleteDB(nameOf(userId)).catch(() => undefined)
}

export async function readMeta<Key extends keyof Meta>(
  device: Device,
  key: Key,
): Promise<Meta[Key] | undefined> {
  return (await device.get('meta', key)) as Meta[Key] | undefined
}

export async function writeMeta<Key extends keyof Meta>(
  device: Device,
  key: Key,
  value: Meta[Key],
): Promise<void> {
  await device.put('meta', value, key)
}
