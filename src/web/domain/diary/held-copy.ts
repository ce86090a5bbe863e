import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { openCopy, type Pages } from './copy.ts'
import { OtherPerson, sourceOf, type Row } from './diary.api.ts'
import { synchronise } from './synchronise.ts'

type OpenCopy = Awaited<ReturnType<typeof openCopy>>
/** The open copy of one person's diary. `rows` is undefined until the device has answered. */
export type HeldCopy = { userId: string; copy: Promise<OpenCopy>; error: unknown } & Partial<Pages>

const held = createStore<HeldCopy | undefined>(undefined)
type Running = { userId: string; again: boolean; end: Promise<void> }
let running: Running | undefined

export function useHeldCopy(userId: string): HeldCopy | undefined {
  const here = useStore(held)
  return here?.userId === userId ? here : undefined
}

function openHeldCopy(userId: string): Promise<OpenCopy> {
  const here = held.read()
  if (here?.userId === userId) return here.copy
  const copy = openCopy(userId, (pages) => alter(userId, pages))
  held.put({ userId, copy, error: undefined })
  return copy
}

/** Changes nothing after the person left. */
function alter(userId: string, change: Partial<HeldCopy>) {
  const here = held.read()
  if (here?.userId === userId) held.put({ ...here, ...change })
}

/** Synchronises the copy, one run at a time. A call during a run adds one more round and waits for it. Errors are stored in the state. */
export async function refreshDiary(userId: string): Promise<void> {
  if (personHere() !== userId) return
  if (running?.userId === userId) running.again = true
  else {
    running = { userId, again: false, end: Promise.resolve() }
    running.end = refreshInRounds(running)
  }
  await running.end
}

async function refreshInRounds(mine: Running): Promise<void> {
  try {
    do {
      mine.again = false
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await refreshOnce(mine.userId)
    } while (mine.again)
  } finally {
    if (running === mine) running = undefined
  }
}

async function refreshOnce(userId: string): Promise<void> {
  try {
    const copy = await openHeldCopy(userId)
    await alone(userId, async () => {
      await copy.reload()
      await synchronise(sourceOf(userId), copy)
    })
    alter(userId, { error: undefined })
  } catch (error) {
    if (!(error instanceof OtherPerson)) alter(userId, { error })
  }
}

/** One tab at a time. The second tab then finds the first one's rows on the device. */
async function alone(userId: string, work: () => Promise<void>): Promise<void> {
  // Undefined on a page without TLS.
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request(`emote-diary:${userId}`, work) : work())
}

export async function keepRow(userId: string, row: Row): Promise<void> {
  const copy = await openHeldCopy(userId)
  const head = copy.head()
  if (head) await copy.keep([row], head)
}

export async function dropRow(userId: string, id: string): Promise<void> {
  await (await openHeldCopy(userId)).drop([id])
}
