/** Sends what the outbox holds when there is a signal. */
import { forgetOthers, openDevice } from '../device/device.ts'
import type { OutboxItem, Queued } from '../device/kept.ts'
import { isOffline } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { changeQueued, readOutbox } from './queue.ts'
import { send, withdraw, type Outcome } from './send.ts'

/** Time between two looks, ms: a browser does not always say that the signal is back. */
const every = 20_000
/** Answers of an overloaded server: the next item would get the same. */
const busy = [429, 502, 503, 504]
/** Failed attempts by id: what never arrives must not stand before the rest. */
const tries = new Map<string, number>()
const sending = new Map<string, Promise<void>>()

/** Sends the outbox of this person, one tab at a time. Never rejects. */
export function sendOutbox(userId: string): Promise<void> {
  const running = sending.get(userId)
  if (running) return running
  const run = alone(userId, () => sendAll(userId))
    .catch(() => undefined)
    .finally(() => sending.delete(userId))
  sending.set(userId, run)
  return run
}

/** Without locks two tabs may send the same item; the server stores it once. */
async function alone(userId: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(`emote-outbox:${userId}`, work)
}

async function sendAll(userId: string): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    if (personHere() !== userId || !navigator.onLine) return
    const queued = await readOutbox(userId)
    // Each item once a round, also one that came meanwhile.
    const [next] = queued
      .filter(
        (item) => !seen.has(item.id + item.destination) && (item.destination === 'nowhere' || !item.refusal),
      )
      .toSorted((one, other) => (tries.get(one.id) ?? 0) - (tries.get(other.id) ?? 0))
    if (!next) return
    seen.add(next.id + next.destination)
    if (!(await sendOne(userId, next.id))) return
  }
}

/** False when the rest need not be tried now. */
async function sendOne(userId: string, id: string): Promise<boolean> {
  // Marked before it goes: whoever takes it back meanwhile, in any tab, knows that the server may get it.
  const item = await changeQueued(userId, id, (now) =>
    now.destination === 'nowhere' || now.isAttempted ? now : { ...now, isAttempted: true },
  )
  if (!item) return true
  if (item.destination !== 'nowhere') return settle(userId, item, await send(userId, item))
  const outcome = await withdraw(userId, id)
  if (outcome.is !== 'gone') return mayGoOn(item, outcome)
  await changeQueued(userId, id, () => undefined)
  return true
}

function mayGoOn({ id }: Queued, outcome: Outcome): boolean {
  if (outcome.is !== 'unknown') return false
  tries.set(id, (tries.get(id) ?? 0) + 1)
  return !isOffline(outcome.error) && !busy.includes(outcome.status ?? 0)
}

async function settle(userId: string, item: OutboxItem, outcome: Outcome): Promise<boolean> {
  if (outcome.is === 'unknown' || outcome.is === 'ended') return mayGoOn(item, outcome)
  tries.delete(item.id)
  // Into the copy of the diary first: an entry is always in one of the two.
  if (outcome.is === 'stored' && outcome.entry) await (await openDevice(userId)).put('entries', outcome.entry)
  await changeQueued(userId, item.id, (now) => {
    // Taken back meanwhile: the next round withdraws it.
    if (now.destination === 'nowhere') return now
    return outcome.is === 'refused' ? { ...now, refusal: outcome.words } : undefined
  })
  return true
}

/** Sends at once, with the signal, when the person returns to the page, and every 20 s. The returned function ends that. */
export function startSender(userId: string): () => void {
  const go = () => void sendOutbox(userId)
  const look = () => document.visibilityState === 'visible' && go()
  const timer = setInterval(look, every)
  addEventListener('online', go)
  document.addEventListener('visibilitychange', look)
  go()
  // Some browsers cannot list databases: another person's stays, and nothing here opens it.
  forgetOthers(userId).catch(() => undefined)
  return () => {
    clearInterval(timer)
    removeEventListener('online', go)
    document.removeEventListener('visibilitychange', look)
  }
}
