import { forgetOthers, openDevice } from '../device/device.ts'
import type { OutboxItem, Queued, QueuedChange, QueuedReaction } from '../device/kept.ts'
import { isOffline, waitOf } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { changeQueued, readOutbox } from './queue.ts'
import type { Outcome } from './outcome.ts'
import { send, withdraw } from './send.ts'
import { isInTalk, isReply, tellSent, tellTalkSent } from './waiting.ts'

/** Time between tries, ms: a browser does not always report that the signal is back. */
const every = 20_000
/** Status codes of an overloaded server: the next item would get the same. */
const busy = [429, 502, 503, 504]
/** Failed attempts by item id: failing items are sent after the others. */
const tries = new Map<string, number>()
const sending = new Map<string, Promise<void>>()
/** People whose outbox got an item during a run: the run may have read the outbox before. */
const rerun = new Set<string>()
/** Time before which an item is not sent again, ms, by its key. The server named the wait. */
const waits = new Map<string, number>()

/** Sends a person's outbox, one tab at a time. Never rejects. */
export function sendOutbox(userId: string): Promise<void> {
  const running = sending.get(userId)
  if (running) {
    rerun.add(userId)
    return running
  }
  const run = alone(userId, () => sendAll(userId))
    .catch(() => undefined)
    .then(() => {
      sending.delete(userId)
      return rerun.delete(userId) ? sendOutbox(userId) : undefined
    })
  sending.set(userId, run)
  return run
}

/** Without the Lock API two tabs may send the same item. The server stores it once. */
async function alone(userId: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(`emote-outbox:${userId}`, work)
}

/** Another wish for a post or a message counts as another item. */
function keyOf(item: Queued): string {
  const wish =
    item.destination === 'reaction'
      ? item.row.emoji
      : item.destination === 'message-change' && `${item.row.content}`
  return item.id + item.destination + wish
}

const rank = (item: Queued): number =>
  (tries.get(item.id) ?? 0) - (item.destination !== 'nowhere' && isInTalk(item) ? 0.5 : 0)

/** Messages of a talk keep their order: one that waits holds the later ones back. A person waits for an answer, so talks go first. */
function inOrder(queued: readonly Queued[]): Queued[] {
  const topics = new Set<string>()
  const open = queued.filter((item) => item.destination === 'nowhere' || item.refusal === undefined)
  const next = open.filter((item) => {
    if (item.destination === 'nowhere' || !isInTalk(item)) return true
    const isFirst = !topics.has(item.row.topic)
    topics.add(item.row.topic)
    return isFirst
  })
  return next.toSorted((one, other) => rank(one) - rank(other))
}

async function sendAll(userId: string): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    if (personHere() !== userId || !navigator.onLine) return
    const queued = await readOutbox(userId)
    // Tries each item once a run, new ones too.
    const next = inOrder(queued).find(
      (item) => !seen.has(keyOf(item)) && (waits.get(keyOf(item)) ?? 0) <= Date.now(),
    )
    if (!next) return
    seen.add(keyOf(next))
    if (!(await sendOne(userId, next.id))) return
  }
}

/** Returns false when the rest would fail the same way. */
async function sendOne(userId: string, id: string): Promise<boolean> {
  // Marked before the request: a tab that takes the item back then leaves a withdrawal.
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

/** The item's account wrote too much. Items of another kind may still pass. */
function holdOff(userId: string, item: Queued, seconds: number): void {
  waits.set(keyOf(item), Date.now() + seconds * 1_000)
  // A timer may be a moment early.
  setTimeout(() => void sendOutbox(userId), seconds * 1_000 + 50)
}

async function settle(userId: string, item: OutboxItem, outcome: Outcome): Promise<boolean> {
  const seconds = outcome.is === 'unknown' ? waitOf(outcome.error) : undefined
  if (outcome.is === 'unknown' && isInTalk(item)) await markWaiting(userId, item.id, seconds)
  if (seconds !== undefined) {
    holdOff(userId, item, seconds)
    return true
  }
  if (outcome.is === 'unknown' || outcome.is === 'ended') return mayGoOn(item, outcome)
  tries.delete(item.id)
  waits.delete(keyOf(item))
  // Copied into the diary before it leaves the outbox: the entry is always in one of them.
  if (outcome.is === 'stored' && outcome.entry) await (await openDevice(userId)).put('entries', outcome.entry)
  if (outcome.is === 'stored' && isReply(item)) tellSent(item, outcome.comment)
  if (outcome.is !== 'refused' && isInTalk(item))
    tellTalkSent(item, outcome.is === 'stored' ? outcome.message : undefined)
  await changeQueued(userId, item.id, (now) => {
    // The writer took the item back meanwhile: the next run withdraws it.
    if (now.destination === 'nowhere') return now
    if (now.destination === 'reaction' && item.destination === 'reaction') return laterWish(now, item)
    if (now.destination === 'message-change' && isLater(now, item)) return now
    return outcome.is === 'refused' ? { ...now, refusal: outcome.words } : undefined
  })
  return true
}

/** The wish that came while the one before was sent. A refused reaction is dropped: the specification wants no message. */
function laterWish(now: QueuedReaction, { row: { emoji } }: QueuedReaction): QueuedReaction | undefined {
  return now.row.emoji === emoji ? undefined : { ...now, row: { ...now.row, was: emoji } }
}

/** Another change of the message came while the one before was sent. */
const isLater = (now: QueuedChange, sent: OutboxItem): boolean =>
  sent.destination === 'message-change' && now.row.content !== sent.row.content

/** Lets the screen tell that the item waits, and until when. */
async function markWaiting(userId: string, id: string, seconds: number | undefined): Promise<void> {
  const wait = seconds === undefined ? {} : { waitsUntil: Date.now() + seconds * 1_000 }
  await changeQueued(userId, id, (now) =>
    now.destination !== 'nowhere' && isInTalk(now) ? { ...now, isWaiting: true, ...wait } : now,
  )
}

/** Sends now, when the signal is back, when the page becomes visible, and every 20 s. Returns the stop. */
export function startSender(userId: string): () => void {
  const go = () => void sendOutbox(userId)
  const look = () => document.visibilityState === 'visible' && go()
  const timer = setInterval(look, every)
  const stop = onSignal(go)
  document.addEventListener('visibilitychange', look)
  go()
  // Some browsers cannot list databases. Other people's copies then stay closed on the device.
  forgetOthers(userId).catch(() => undefined)
  return () => {
    clearInterval(timer)
    stop()
    document.removeEventListener('visibilitychange', look)
  }
}
