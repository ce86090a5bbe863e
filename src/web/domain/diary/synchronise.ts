import type { CopyHead } from '../device/kept.ts'
import type { Row, Source } from './diary.api.ts'

/** The copy that is made the same as its source. */
export type Copy = {
  /** Undefined: nothing was ever copied. */
  head(): CopyHead | undefined
  ids(): string[]
  /** Puts these rows in, in place of older ones, and remembers how far the copy is, both or neither. */
  keep(rows: readonly Row[], head: CopyHead): Promise<void>
  /** Takes these out. */
  drop(ids: readonly string[]): Promise<void>
  /** Begins anew. */
  clear(): Promise<void>
}

/** The first screen comes first. */
const firstPage = 20
const page = 500
const idsPage = 1000

/**
 * Makes the copy the same as the diary. Nothing that is here is fetched again; after a failure it goes on where it was. The first time
 * goes from the newest to the oldest, later ones from the last known change on. Rejects as the source and the copy do.
 */
export async function synchronise(source: Source, copy: Copy): Promise<void> {
  const now = await source.head()
  let head = copy.head()
  // A diary is never without a head once it had one: this answer was for somebody else.
  if (!now && head && head.top > 0) return
  const { rev, entries } = now ?? { rev: 0, entries: 0 }
  // Numbers only grow, but in a server that was restored from a backup.
  if (head && rev < Math.max(head.top, head.checked)) {
    await copy.clear()
    head = undefined
  }
  if (head?.checked === rev && !head.hole) return
  head ??= await begin(source, copy, rev, entries)
  const hadHole = head.hole !== null
  head = await fillHole(source, copy, head)
  // What changed while the old pages came has left their places.
  if (rev > head.top || hadHole) head = await fetchNewer(source, copy, head)
  if (copy.ids().length !== entries) await dropGone(source, copy, entries)
  await copy.keep([], { ...head, checked: rev })
}

/** Changes do not come in the order of writing: what was locked or brought along was changed at once. The first screen is fetched for itself. */
async function begin(source: Source, copy: Copy, rev: number, entries: number): Promise<CopyHead> {
  const rows = await source.newest(firstPage)
  const hole = rows.length < firstPage || entries <= firstPage ? null : { above: 0, below: rev + 1 }
  const head: CopyHead = { top: rev, hole, checked: -1 }
  await copy.keep(rows, head)
  return head
}

async function fillHole(source: Source, copy: Copy, begun: CopyHead): Promise<CopyHead> {
  let head = begun
  while (head.hole) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const rows = await source.rows(head.hole, page)
    const last = rows.at(-1)
    const hole: CopyHead['hole'] =
      last && rows.length === page ? { above: head.hole.above, below: last.rev } : null
    head = { ...head, hole }
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await copy.keep(rows, head)
  }
  return head
}

async function fetchNewer(source: Source, copy: Copy, begun: CopyHead): Promise<CopyHead> {
  let head = begun
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const rows = await source.rows({ above: head.top }, page)
    head = { ...head, top: rows.at(-1)?.rev ?? head.top }
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    if (rows.length > 0) await copy.keep(rows, head)
    if (rows.length < page) return head
  }
}

/** Deletions leave no row behind: what is here and not there is gone. What comes in meanwhile is not looked for. */
async function dropGone(source: Source, copy: Copy, entries: number): Promise<void> {
  const here = copy.ids()
  const there = new Set<string>()
  for (let after: string | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const ids = await source.ids(after, idsPage)
    for (const id of ids) there.add(id)
    after = ids.at(-1) ?? null
    if (ids.length < idsPage) break
  }
  // No word of entries that are counted: this answer was for somebody else.
  if (there.size === 0 && entries > 0) return
  await copy.drop(here.filter((id) => !there.has(id)))
}
