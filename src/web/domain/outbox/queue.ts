/** The outbox in IndexedDB: items on this device which the server does not have yet. All tabs share it. */
import { useEffect } from 'react'
import { openDevice } from '../device/device.ts'
import type { OutboxItem, Queued } from '../device/kept.ts'
import { personHere } from '../../lib/session.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'
import { putWaiting } from './waiting.ts'

const none: readonly OutboxItem[] = []
const lists = createKeyed<readonly OutboxItem[]>()
const removals = new Set<(userId: string) => void>()

let channel: BroadcastChannel | undefined

function otherTabs(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel !== 'function') return channel
  channel = new BroadcastChannel('emote-outbox')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data === personHere()) void show(data)
  })
  return channel
}

async function show(userId: string): Promise<void> {
  const queued: Queued[] = await readOutbox(userId).catch(() => [])
  if (personHere() !== userId) return
  const items = queued.filter((item): item is OutboxItem => item.destination !== 'nowhere')
  const before = lists.read(userId) ?? none
  lists.put(userId, items)
  putWaiting(items)
  const isLess = before.some(({ id }) => !items.some((item) => item.id === id))
  if (isLess) for (const listener of removals) listener(userId)
}

async function tell(userId: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  otherTabs()?.postMessage(userId)
  await show(userId)
}

export function useOutbox(userId: string): readonly OutboxItem[] {
  useEffect(() => {
    otherTabs()
    void show(userId)
  }, [userId])
  return useKeyed(lists, userId) ?? none
}

/** Calls back in every tab when an item was sent, taken back or deleted. */
export function onRemoved(listener: (userId: string) => void): () => void {
  removals.add(listener)
  return () => void removals.delete(listener)
}

export async function readOutbox(userId: string): Promise<Queued[]> {
  const queued = await (await openDevice(userId)).getAll('outbox')
  return queued.toSorted((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1))
}

/** Rejects when this device stores nothing: the draft then keeps the words. */
export async function enqueue(userId: string, item: OutboxItem): Promise<void> {
  await (await openDevice(userId)).put('outbox', item)
  await tell(userId)
}

/** Changes the queued item in one transaction and returns the result. `change` returns undefined to remove it. */
export async function changeQueued(
  userId: string,
  id: string,
  change: (item: Queued) => Queued | undefined,
): Promise<Queued | undefined> {
  const { store, done } = (await openDevice(userId)).transaction('outbox', 'readwrite')
  const before = await store.get(id)
  const after = before && change(before)
  if (after && after !== before) await store.put(after)
  else if (before && !after) await store.delete(id)
  await done
  if (after !== before) await tell(userId)
  return after
}

/**
 * Removes an item from the outbox. `place` puts its words into the draft in the same transaction; when it returns false the item stays
 * (`full`). `gone`: the item had left the outbox. An attempted item leaves a withdrawal, because the server may have it.
 */
export async function takeBack(
  userId: string,
  id: string,
  place: (item: OutboxItem) => boolean = () => true,
): Promise<'taken' | 'full' | 'gone'> {
  let outcome: 'taken' | 'full' | 'gone' = 'gone'
  await changeQueued(userId, id, (item) => {
    if (item.destination === 'nowhere') return item
    outcome = place(item) ? 'taken' : 'full'
    if (outcome === 'full') return item
    // An edit or deletion that the server has stored cannot be withdrawn.
    if (item.destination === 'message-change') return undefined
    return item.isAttempted && { id, writtenAt: item.writtenAt, destination: 'nowhere' }
  })
  return outcome
}

export async function forgetRefusals(userId: string): Promise<void> {
  for (const { id } of await readOutbox(userId))
    // oxlint-disable-next-line no-await-in-loop -- there are few
    await changeQueued(userId, id, (item) => {
      if (item.destination === 'nowhere' || item.refusal === undefined) return item
      return withoutRefusal(item)
    })
}

/** The item, to be sent once more. */
export function withoutRefusal<Item extends OutboxItem>(item: Item): Item {
  const { refusal: _, ...rest } = item
  return rest as Item
}

/** The server has the item after all: it leaves the outbox without a withdrawal. */
export const forgetStored = (userId: string, id: string): Promise<unknown> =>
  changeQueued(userId, id, (item) => (item.destination === 'nowhere' ? item : undefined))
