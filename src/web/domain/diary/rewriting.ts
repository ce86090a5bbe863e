import type { Lock } from '../device/kept.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { BrokenSeal, sealRow, unseal, type DiaryKey } from './vault.ts'
import { showToast } from '../../lib/toast.ts'
import { changeEntry, OtherPerson, type Change } from './diary.api.ts'
import { refreshDiary } from './held-copy.ts'
import { countRows, deleteLock, fetchRows, updateLock, type LockedRow } from './lock.api.ts'

/** Sealing or opening every entry, in the background of any page. */
export type Rewriting = {
  kind: 'sealing' | 'opening'
  done: number
  total: number
  /** `words`: why it stopped. `again` resumes. */
  stopped?: { words: string; again: () => void }
}

const current = createStore<Rewriting | null>(null)
export const useRewriting = (): Rewriting | null => useStore(current)

type Job = {
  userId: string
  kind: Rewriting['kind']
  /** Undefined: the entry cannot be converted. */
  convert: (row: LockedRow) => Promise<Change | undefined>
  before?: () => Promise<unknown>
  /** `left`: entries that could not be converted. False: new ones arrived, so another round is needed. */
  after?: (left: number) => Promise<boolean>
}

/** Seals the open entries of a locked diary. Any device can resume it. */
export function sealRest(userId: string, lock: Lock): Promise<void> {
  const convert = async ({ id, mood, content, template_url }: LockedRow) => {
    return mood === null ? undefined : sealRow(lock, id, { mood, content, template_url })
  }
  return run({ userId, kind: 'sealing', convert })
}

/** Opens every entry and removes the lock. A repeated call resumes. */
export function takeOff(userId: string, lock: Lock, key: DiaryKey): Promise<void> {
  const convert = async ({ id, sealed }: LockedRow) => {
    const words = await unseal(key, id, sealed ?? '').catch((error: unknown) => {
      if (error instanceof BrokenSeal) return undefined
      throw error
    })
    return words && { ...words, sealed: null, lock_id: null }
  }
  const after = (left: number) => {
    if (left > 0) throw new Error(`May ${left} entry na sira at hindi mabuksan, kaya nandiyan pa ang lock.`)
    return deleteLock(userId, lock)
  }
  const before = () => (lock.ending ? Promise.resolve() : updateLock(userId, lock, { ending: true }))
  return run({ userId, kind: 'opening', convert, before, after })
}

async function run(job: Job): Promise<void> {
  const running = current.read()
  if (running && !running.stopped) return
  try {
    await job.before?.()
    for (let isDone = false; !isDone;) {
      // oxlint-disable no-await-in-loop -- one after the other
      const left = await rewriteAll(job)
      isDone = job.after ? await job.after(left) : true
      // oxlint-enable no-await-in-loop
    }
    const { done = 0 } = current.read() ?? {}
    tell(job, null)
    // Also when nothing was left: another device may have rewritten what this one still shows as it was.
    void refreshDiary(job.userId)
    if (job.kind === 'opening') showToast('Wala nang lock ang diary mo')
    else if (done > 0) showToast('Naka-lock na ang lahat ng entry 🔒')
  } catch (error) {
    if (personHere() === job.userId) stop(job, error)
  }
}

/** Publishes the progress. Throws OtherPerson after the person left. */
function tell(job: Job, now: Rewriting | null): void {
  if (personHere() !== job.userId) throw new OtherPerson()
  current.put(now)
}

function stop(job: Job, error: unknown): void {
  let wait: (() => void) | undefined
  const again = () => {
    wait?.()
    if (personHere() === job.userId) void run(job)
  }
  const { kind } = job
  current.put({ done: 0, total: 0, ...current.read(), kind, stopped: { words: wordsFor(error), again } })
  if (isOffline(error)) wait = onSignal(again)
}

/** Returns the number of entries that could not be converted. A later round takes what other devices changed. */
async function rewriteAll(job: Job): Promise<number> {
  const left = new Set<string>()
  const convert = (row: LockedRow) => (left.has(row.id) ? Promise.resolve(undefined) : job.convert(row))
  for (let empty = 0; empty < 3;) {
    // oxlint-disable-next-line no-await-in-loop -- in rounds
    const { changed, missed } = await rewriteOnce({ ...job, convert }, left)
    if (changed + missed === 0) return left.size
    empty = changed === 0 ? empty + 1 : 0
  }
  throw new Error('Binabago pa ang diary mula sa ibang device. Subukan ulit mamaya.')
}

const batch = 100
/** Concurrent requests. The server applies one diary's changes in turn, so they only share the network's latency. */
const lanes = 4

async function rewriteOnce(job: Job, left: Set<string>) {
  const count = { changed: 0, missed: 0 }
  const rewrite = async (rows: Iterable<LockedRow>) => {
    for (const row of rows) {
      // oxlint-disable no-await-in-loop -- a lane of several
      const change = await job.convert(row)
      const isChanged = change && (await changeEntry(row.id, row.rev, change)) !== undefined
      // oxlint-enable no-await-in-loop
      if (isChanged) count.changed++
      else if (change) count.missed++
      else left.add(row.id)
      if (isChanged) advance(job)
    }
  }
  for (let after: string | null = null; ;) {
    // oxlint-disable no-await-in-loop -- page after page
    const rows: LockedRow[] = await fetchRows(job.userId, job.kind === 'opening', after, batch)
    const last = rows.at(-1)
    if (!last) return count
    if (!current.read()?.total || current.read()?.stopped) await begin(job)
    const queue = rows.values()
    await Promise.all(Array.from({ length: lanes }, () => rewrite(queue)))
    // oxlint-enable no-await-in-loop
    after = last.id
  }
}

async function begin(job: Job): Promise<void> {
  const left = await countRows(job.userId, job.kind === 'opening')
  const before = current.read()?.kind === job.kind ? (current.read()?.done ?? 0) : 0
  tell(job, { kind: job.kind, done: before, total: before + left })
}

function advance(job: Job): void {
  const now = current.read()
  if (now) tell(job, { ...now, done: now.done + 1 })
}
