import { openDevice, type CopyHead, type Device } from '../../lib/device.ts'
import { personHere } from '../../lib/session.ts'
import { OtherPerson, type Row } from './diary.api.ts'
import type { Copy } from './synchronise.ts'

export type Pages = { rows: ReadonlyMap<string, Row>; head: CopyHead | undefined }

/**
 * The diary of a person as this page holds it, and as the device keeps it. Where the device keeps nothing (a private window, a full disk)
 * the page goes on alone. `onChange` hears of every change, until somebody else is here.
 */
export async function openCopy(userId: string, onChange: (pages: Pages) => void) {
  let rows = new Map<string, Row>()
  let head: CopyHead | undefined
  let keeps = true
  /** What is gone, by the number of its last change: a page that was on its way brings nothing back. */
  const gone = new Map<string, number>()

  const device = () => openDevice(userId)
  const tell = () => onChange({ rows, head })
  /** The page is changed at once, the device as far as it can be; then it stays at what it has, which is whole in itself. */
  async function write(work: (device: Device) => Promise<unknown>) {
    // After a sign-out nothing is made anew.
    if (!keeps || personHere() !== userId) return
    try {
      await work(await device())
    } catch {
      keeps = false
    }
  }
  function change(alter: (next: Map<string, Row>) => void) {
    // What was on its way when the person left is nobody's.
    if (personHere() !== userId) throw new OtherPerson()
    const next = new Map(rows)
    alter(next)
    rows = next
    tell()
  }

  const copy: Copy = {
    head: () => head,
    ids: () => [...rows.keys()],
    async keep(brought, nextHead) {
      const fresh = brought.filter(({ id, rev }) => rev > (gone.get(id) ?? -1))
      head = nextHead
      change((next) => {
        for (const row of fresh) if ((next.get(row.id)?.rev ?? -1) <= row.rev) next.set(row.id, row)
      })
      await write((opened) => keepRows(opened, fresh, nextHead))
    },
    async drop(ids) {
      for (const id of ids) gone.set(id, rows.get(id)?.rev ?? -1)
      change((next) => {
        for (const id of ids) next.delete(id)
      })
      await write((opened) => dropRows(opened, ids))
    },
    async clear() {
      head = undefined
      change((next) => next.clear())
      await write(clearRows)
    },
  }
  /** What another tab has put on the device meanwhile. */
  async function reload() {
    if (!keeps) return
    const kept = await device()
      .then(readRows)
      .catch(() => undefined)
    keeps = kept !== undefined
    if (!kept?.head || JSON.stringify(kept.head) === JSON.stringify(head)) return
    head = kept.head
    change((next) => {
      next.clear()
      for (const row of kept.rows) next.set(row.id, row)
    })
  }
  /** The first screens: all of ten thousand take a moment. */
  async function preload() {
    const newest = await device()
      .then(readNewest)
      .catch(() => [])
    if (newest.length > 0)
      change((next) => {
        for (const row of newest) next.set(row.id, row)
      })
  }
  await preload()
  await reload()
  return { ...copy, reload }
}

const firstScreens = 40

async function readNewest(device: Device): Promise<Row[]> {
  const rows: Row[] = []
  let cursor = await device.transaction('entries').store.index('moment').openCursor(null, 'prev')
  while (cursor && rows.length < firstScreens) {
    rows.push(cursor.value)
    // oxlint-disable-next-line no-await-in-loop -- a cursor goes step by step
    cursor = await cursor.continue()
  }
  return rows
}

async function readRows(device: Device): Promise<{ rows: Row[]; head: CopyHead | undefined }> {
  const reading = device.transaction(['entries', 'meta'])
  const [rows, head] = await Promise.all([
    reading.objectStore('entries').getAll(),
    reading.objectStore('meta').get('head') as Promise<CopyHead | undefined>,
  ])
  return { rows, head }
}

async function keepRows(device: Device, rows: readonly Row[], head: CopyHead): Promise<void> {
  const writing = device.transaction(['entries', 'meta'], 'readwrite')
  const entries = writing.objectStore('entries')
  await Promise.all([
    ...rows.map((row) => entries.put(row)),
    writing.objectStore('meta').put(head, 'head'),
    writing.done,
  ])
}

async function dropRows(device: Device, ids: readonly string[]): Promise<void> {
  const writing = device.transaction('entries', 'readwrite')
  await Promise.all([...ids.map((id) => writing.store.delete(id)), writing.done])
}

async function clearRows(device: Device): Promise<void> {
  const writing = device.transaction(['entries', 'meta'], 'readwrite')
  await Promise.all([
    writing.objectStore('entries').clear(),
    writing.objectStore('meta').delete('head'),
    writing.done,
  ])
}
