import type { CopyHead } from '../device/kept.ts'
import { editKeys, openDevice, type Device } from '../device/device.ts'
import { unsaved } from './edits.ts'
import { personHere } from '../../lib/session.ts'
import { OtherPerson, type Row } from './diary.api.ts'
import type { Copy } from './synchronise.ts'

export type Pages = { rows: ReadonlyMap<string, Row>; head: CopyHead | undefined }

/** The diary in memory. Every write throws OtherPerson once another person is signed in. */
function holdPages(userId: string, onChange: (pages: Pages) => void) {
  let pages: Pages = { rows: new Map(), head: undefined }
  /** Deleted ids with their last change: an older answer cannot restore them. */
  const gone = new Map<string, number>()

  function put(rows: ReadonlyMap<string, Row>, head: CopyHead | undefined) {
    // Drops answers that arrive after the person left.
    if (personHere() !== userId) throw new OtherPerson()
    pages = { rows, head }
    onChange(pages)
  }
  return {
    read: () => pages,
    keep(brought: readonly Row[], head: CopyHead | undefined): Row[] {
      const { rows } = pages
      const last = (id: string) => Math.max(gone.get(id) ?? -1, (rows.get(id)?.rev ?? 0) - 1)
      const fresh = brought.filter(({ id, rev }) => rev > last(id))
      put(new Map([...rows, ...fresh.map((row) => [row.id, row] as const)]), head)
      return fresh
    },
    drop(ids: readonly string[]) {
      const rows = new Map(pages.rows)
      for (const id of ids) {
        gone.set(id, rows.get(id)?.rev ?? -1)
        rows.delete(id)
      }
      put(rows, pages.head)
    },
    replace(rows: readonly Row[], head: CopyHead | undefined) {
      gone.clear()
      put(new Map(rows.map((row) => [row.id, row])), head)
    },
  }
}

/**
 * The person's diary in memory and on the device. After a failed write the page continues in memory, and the device keeps its last
 * consistent state.
 */
export async function openCopy(userId: string, onChange: (pages: Pages) => void) {
  const pages = holdPages(userId, onChange)
  let keeps = true
  const device = () => openDevice(userId)

  async function write(work: (device: Device) => Promise<unknown>) {
    // After a log-out, writing would create the database anew.
    if (!keeps || personHere() !== userId) return
    try {
      await work(await device())
    } catch {
      keeps = false
    }
  }
  const copy: Copy = {
    head: () => pages.read().head,
    ids: () => [...pages.read().rows.keys()],
    async keep(brought, head) {
      const fresh = pages.keep(brought, head)
      await write((opened) => keepRows(opened, fresh, head))
    },
    async drop(ids) {
      pages.drop(ids)
      for (const id of ids) unsaved.drop(id)
      await write((opened) => dropRows(opened, ids))
    },
    async clear() {
      pages.replace([], undefined)
      await write(clearRows)
    },
  }
  async function reload() {
    if (!keeps) return
    const kept = await device()
      .then(readRows)
      .catch(() => undefined)
    keeps = kept !== undefined
    if (kept?.head && JSON.stringify(kept.head) !== JSON.stringify(pages.read().head))
      pages.replace(kept.rows, kept.head)
  }
  // The newest first: reading ten thousand entries takes a moment.
  const newest = await device()
    .then(readNewest)
    .catch(() => [])
  if (newest.length > 0) pages.keep(newest, undefined)
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
  const meta = writing.objectStore('meta')
  await Promise.all([...rows.map((row) => entries.put(row)), meta.put(head, 'head')])
  // `clear` keeps the edits. Once the copy is complete, edits of deleted entries are removed.
  const edits = head.checked < 0 ? [] : await meta.getAllKeys(editKeys())
  const drops = edits.map(async (edit) => {
    const isHere = (await entries.getKey(edit.slice('edit:'.length))) !== undefined
    if (!isHere) await meta.delete(edit)
  })
  await Promise.all([...drops, writing.done])
}

async function dropRows(device: Device, ids: readonly string[]): Promise<void> {
  const writing = device.transaction(['entries', 'meta'], 'readwrite')
  const entries = writing.objectStore('entries')
  const meta = writing.objectStore('meta')
  await Promise.all([...ids.flatMap((id) => [entries.delete(id), meta.delete(`edit:${id}`)]), writing.done])
}

async function clearRows(device: Device): Promise<void> {
  const writing = device.transaction(['entries', 'meta'], 'readwrite')
  await Promise.all([
    writing.objectStore('entries').clear(),
    writing.objectStore('meta').delete('head'),
    writing.done,
  ])
}
