/** Sends what waits when there is a signal: at the start, when the signal or the person returns, when the page is looked at, and now and then. */
import { forgetOthers, openDevice } from '../device/device.ts'
import { deliver, withdraw, type Outcome } from './delivery.ts'
import { isOffline } from '../../lib/failure.ts'
import { changeWaiting, waitingOf, type Waiting, type Written } from './outbox.ts'
import { personHere } from '../../lib/session.ts'

/** The line may be back without the browser saying so. */
const every = 20_000
/** No answer to one of these says something of the next one. */
const busy = [429, 502, 503, 504]
/** How often each was tried in vain: what never arrives must not stand before the rest. */
const tries = new Map<string, number>()
const sending = new Map<string, Promise<void>>()

/** Sends what waits of this person; one tab at a time. Never rejects. */
export function sendWaiting(userId: string): Promise<void> {
  const running = sending.get(userId)
  if (running) return running
  const run = alone(userId, () => sendAll(userId))
    .catch(() => undefined)
    .finally(() => sending.delete(userId))
  sending.set(userId, run)
  return run
}

/** Without locks two tabs may send the same: it is stored once all the same. */
async function alone(userId: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(`emote-outbox:${userId}`, work)
}

async function sendAll(userId: string): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    if (personHere() !== userId || !navigator.onLine) return
    const waiting = await waitingOf(userId)
    // What comes while another is being sent goes too; nothing is tried twice in one round.
    const [next] = waiting
      .filter(
        (item) => !seen.has(item.id + item.destination) && (item.destination === 'nowhere' || !item.refusal),
      )
      .toSorted((one, other) => (tries.get(one.id) ?? 0) - (tries.get(other.id) ?? 0))
    if (!next) return
    seen.add(next.id + next.destination)
    if (!(await send(userId, next.id))) return
  }
}

/** False when the others need not be tried now. */
async function send(userId: string, id: string): Promise<boolean> {
  // Said before it goes: whoever takes it back meanwhile, in any tab, knows that it may arrive.
  const item = await changeWaiting(userId, id, (now) =>
    now.destination === 'nowhere' || now.isAttempted ? now : { ...now, isAttempted: true },
  )
  if (!item) return true
  if (item.destination !== 'nowhere') return settle(userId, item, await deliver(userId, item))
  const outcome = await withdraw(userId, id)
  if (outcome.is !== 'gone') return mayGoOn(item, outcome)
  await changeWaiting(userId, id, () => undefined)
  return true
}

/** In ms: nobody waits longer to log out. */
const lastPatience = 4_000

/** What was taken back goes from the server while its writer is still signed in; one attempt at each. */
export async function withdrawAll(userId: string): Promise<void> {
  if (!navigator.onLine) return
  const taken = (await waitingOf(userId)).filter(({ destination }) => destination === 'nowhere')
  await Promise.all(
    taken.map(async ({ id }) => {
      const outcome = await withdraw(userId, id, lastPatience)
      if (outcome.is === 'gone') await changeWaiting(userId, id, () => undefined)
    }),
  )
}

function mayGoOn({ id }: Waiting, outcome: Outcome): boolean {
  if (outcome.is !== 'unknown') return false
  tries.set(id, (tries.get(id) ?? 0) + 1)
  return !isOffline(outcome.error) && !busy.includes(outcome.status ?? 0)
}

async function settle(userId: string, item: Written, outcome: Outcome): Promise<boolean> {
  if (outcome.is === 'unknown' || outcome.is === 'ended') return mayGoOn(item, outcome)
  tries.delete(item.id)
  // Into the copy of the diary first: an entry is always in one of the two.
  if (outcome.is === 'stored' && outcome.entry) await (await openDevice(userId)).put('entries', outcome.entry)
  await changeWaiting(userId, item.id, (now) => {
    // Taken back meanwhile: it goes from the server in the next step.
    if (now.destination === 'nowhere') return now
    return outcome.is === 'refused' ? { ...now, refusal: outcome.words } : undefined
  })
  return true
}

/** From now on what waits is sent; returns what ends it. */
export function startCourier(userId: string): () => void {
  const go = () => void sendWaiting(userId)
  const look = () => document.visibilityState === 'visible' && go()
  const timer = setInterval(look, every)
  addEventListener('online', go)
  document.addEventListener('visibilitychange', look)
  go()
  // Where databases cannot be listed they stay what they are: another person's, whom nothing here asks for.
  forgetOthers(userId).catch(() => undefined)
  return () => {
    clearInterval(timer)
    removeEventListener('online', go)
    document.removeEventListener('visibilitychange', look)
  }
}
