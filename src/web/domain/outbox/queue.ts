/** The outbox: what a person wrote on this device and the server does not have yet. It lies in IndexedDB, one step for all tabs. */
import { useEffect } from 'react'
import { openDevice } from '../device/device.ts'
import type { OutboxItem, Queued } from '../device/kept.ts'
import { personHere } from '../../lib/session.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

const none: readonly OutboxItem[] = []
const lists = createKeyed<readonly OutboxItem[]>()
const removals = new Set<(userId: string) => void>()

let channel: BroadcastChannel | undefined

/** The channel between tabs, opened at the first use. */
function otherTabs(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel !== 'function') return channel
  channel = new BroadcastChannel('emote-outbox')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data === personHere()) void show(data)
  })
  return channel
}

/** Reads the outbox from the device for the screen. */
async function show(userId: string): Promise<void> {
  const queued: Queued[] = await readOutbox(userId).catch(() => [])
  if (personHere() !== userId) return
  const items = queued.filter((item): item is OutboxItem => item.destination !== 'nowhere')
  const before = lists.read(userId) ?? none
  lists.put(userId, items)
  const isLess = before.some(({ id }) => !items.some((item) => item.id === id))
  if (isLess) for (const listener of removals) listener(userId)
}

async function tell(userId: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it is our origin's
  otherTabs()?.postMessage(userId)
  await show(userId)
}

/** The items of a person, oldest first; none until the device has answered. */
export function useOutbox(userId: string): readonly OutboxItem[] {
  useEffect(() => {
    otherTabs()
    void show(userId)
  }, [userId])
  return useKeyed(lists, userId) ?? none
}

/** Calls back, in every tab, when an item has left the outbox: it was sent, taken back or thrown away. */
export function onRemoved(listener: (userId: string) => void): () => void {
  removals.add(listener)
  return () => void removals.delete(listener)
}

/** Everything queued, withdrawals too; oldest first. */
export async function readOutbox(userId: string): Promise<Queued[]> {
  const queued = await (await openDevice(userId)).getAll('outbox')
  return queued.toSorted((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1))
}

/** Puts an item into the outbox. Rejects when this device keeps nothing: the words then stay in the draft. */
export async function enqueue(userId: string, item: OutboxItem): Promise<void> {
  await (await openDevice(userId)).put('outbox', item)
  await tell(userId)
}

/** Changes what is queued under this id and answers with what is there now. `change` returns undefined to remove it. */
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
 * Takes an item out of the outbox. `place` puts its words into the draft in the same step; when it returns false the item stays: `full`.
 * `gone`: the item has left the outbox before. An item that was attempted leaves a withdrawal, because the server may have it.
 */
export async function takeBack(
  userId: string,
  id: string,
  place: () => boolean = () => true,
): Promise<'taken' | 'full' | 'gone'> {
  let outcome: 'taken' | 'full' | 'gone' = 'gone'
  await changeQueued(userId, id, (item) => {
    if (item.destination === 'nowhere') return item
    outcome = place() ? 'taken' : 'full'
    if (outcome === 'full') return item
    return item.isAttempted && { id, writtenAt: item.writtenAt, destination: 'nowhere' }
  })
  return outcome
}

/** Refused items may be sent once more. */
export async function forgetRefusals(userId: string): Promise<void> {
  for (const { id } of await readOutbox(userId))
    // oxlint-disable-next-line no-await-in-loop -- there are few
    await changeQueued(userId, id, (item) => {
      if (item.destination === 'nowhere' || item.refusal === undefined) return item
      const { refusal: _refusal, ...rest } = item
      return rest
    })
}
