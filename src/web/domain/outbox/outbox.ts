import { useEffect } from 'react'
import type { DiaryPost, PublicPost } from '../../../shared/rows.ts'
import { editKeys, openDevice } from '../device/device.ts'
import { unsaved } from '../diary/edits.ts'
import { personHere } from '../../lib/session.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'
import type { Lock } from '../diary/vault.ts'

export type OpenEntry = Pick<DiaryPost, 'content' | 'template_url'> & {
  mood: NonNullable<DiaryPost['mood']>
  sealed: null
  lock_id: null
}
/** Sealed before it waits: nobody with the phone in hand reads it. */
export type SealedEntry = {
  mood: null
  content: ''
  template_url: null
  sealed: string
  lock_id: string
}
/** Without a name: the server puts the one on it that its writer has when it arrives. */
export type WallRow = Pick<PublicPost, 'mood' | 'content' | 'template_url' | 'anonymous' | 'content_warning'>

/** Words on their way. The id is theirs on the server too: sent twice, they are stored once. */
export type Sendable = { id: string } &
  /** `lock`: what it was sealed to. Its passphrase opens it here, also when the diary has that lock no more. */
  (
    | { destination: 'diary'; row: OpenEntry | SealedEntry; lock?: Lock }
    | { destination: 'wall' | 'wall-anonymous'; row: WallRow }
  )

/** Something written that has not reached the server, as far as this device knows. */
export type Written = Sendable & {
  /** ISO 8601; an entry of the diary carries it along. */
  writtenAt: string
  /** It was sent: the server may have it, or get it still, also when it refused it since. */
  isAttempted?: true
  /** Why the server would not take it, in its words. It is not sent again. */
  refusal?: string
}

/** Taken back after an attempt: with the next signal the server removes what it has of it, and takes nothing more under this id. */
export type Withdrawn = Pick<Written, 'id' | 'writtenAt'> & { destination: 'nowhere' }

export type Waiting = Written | Withdrawn

const none: readonly Written[] = []
const lists = createKeyed<readonly Written[]>()
const arrivals = new Set<(userId: string) => void>()

/** Tells the other tabs. */
let channel: BroadcastChannel | undefined

/** Follows what other tabs put into the outbox or take out of it. */
export function startOutbox(): void {
  if (channel || typeof BroadcastChannel !== 'function') return
  channel = new BroadcastChannel('emote-outbox')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data === personHere()) void look(data)
  })
}

async function look(userId: string): Promise<void> {
  const items: Waiting[] = await waitingOf(userId).catch(() => [])
  if (personHere() !== userId) return
  const written = items.filter((item): item is Written => item.destination !== 'nowhere')
  const before = lists.read(userId) ?? none
  lists.put(userId, written)
  const isLess = before.some(({ id }) => !written.some((item) => item.id === id))
  if (isLess) for (const listener of arrivals) listener(userId)
}

async function tell(userId: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it is our origin's
  channel?.postMessage(userId)
  await look(userId)
}

/** What waits, oldest first; none while the device is being asked. */
export function useOutbox(userId: string): readonly Written[] {
  useEffect(() => void look(userId), [userId])
  return useKeyed(lists, userId) ?? none
}

/** Calls back, in every tab, when something waits no more: it was sent, taken back or thrown away. */
export function onLess(listener: (userId: string) => void): () => void {
  arrivals.add(listener)
  return () => void arrivals.delete(listener)
}

/** All that waits, also what was taken back and may have to go from the server; oldest first. */
export async function waitingOf(userId: string): Promise<Waiting[]> {
  const items = await (await openDevice(userId)).getAll('outbox')
  return items.toSorted((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1))
}

/** Whether a person has changed an entry of the diary here and not saved it: that waits for them, and for no signal. */
export async function hasEdits(userId: string): Promise<boolean> {
  return unsaved.count() > 0 || (await (await openDevice(userId)).count('meta', editKeys())) > 0
}

/** Rejects when this device keeps nothing: the words then stay where they are. */
export async function wait(userId: string, item: Written): Promise<void> {
  await (await openDevice(userId)).put('outbox', item)
  await tell(userId)
}

/**
 * Changes one, in one step for all tabs, and answers with what it is now; undefined when it is gone. `change` gives undefined to remove it.
 */
export async function changeWaiting(
  userId: string,
  id: string,
  change: (item: Waiting) => Waiting | undefined,
): Promise<Waiting | undefined> {
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
 * Takes it out of the outbox. `place` puts the words where they may be written on, in the same step; where it says false they stay: `full`.
 * `gone`: it waits no more. If it was sent, or is on its way in another tab, what arrives of it is removed there, and its id is used up.
 */
export async function takeBack(
  userId: string,
  id: string,
  place: () => boolean = () => true,
): Promise<'taken' | 'full' | 'gone'> {
  let outcome: 'taken' | 'full' | 'gone' = 'gone'
  await changeWaiting(userId, id, (item) => {
    if (item.destination === 'nowhere') return item
    outcome = place() ? 'taken' : 'full'
    if (outcome === 'full') return item
    return item.isAttempted && { id, writtenAt: item.writtenAt, destination: 'nowhere' }
  })
  return outcome
}

/** What was refused may be sent once more. */
export async function forgetRefusals(userId: string): Promise<void> {
  for (const { id } of await waitingOf(userId))
    // oxlint-disable-next-line no-await-in-loop -- there are few
    await changeWaiting(userId, id, (item) => {
      if (item.destination === 'nowhere' || item.refusal === undefined) return item
      const { refusal: _refusal, ...rest } = item
      return rest
    })
}
