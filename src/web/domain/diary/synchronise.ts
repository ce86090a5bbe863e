import type { CopyHead } from '../device/kept.ts'
import type { Row, Source } from './diary.api.ts'

export type Copy = {
  head(): CopyHead | undefined
  ids(): string[]
  /** Stores rows and head in one step. */
  keep(rows: readonly Row[], head: CopyHead): Promise<void>
  drop(ids: readonly string[]): Promise<void>
  clear(): Promise<void>
}

const firstPage = 20
const page = 500
const idsPage = 1000

/**
 * Makes the copy equal to the diary. No row is fetched twice, and a failed run resumes. The first run fetches newest to oldest, later runs
 * the changes since. Rejects as the source and the copy do.
 */
export async function synchronise(source: Source, copy: Copy): Promise<void> {
  const now = await source.head()
  let head = copy.head()
  // A diary keeps its head for ever: this answer was for another session.
  if (!now && head && head.top > 0) return
  const { rev, entries } = now ?? { rev: 0, entries: 0 }
  // Numbers only rise, except after the server was restored from a backup.
  if (head && rev < Math.max(head.top, head.checked)) {
    await copy.clear()
    head = undefined
  }
  if (head?.checked === rev && !head.hole) return
  head ??= await begin(source, copy, rev, entries)
  const hadHole = head.hole !== null
  head = await fillHole(source, copy, head)
  // Rows that changed while the hole was filled have moved to higher numbers.
  if (rev > head.top || hadHole) head = await fetchNewer(source, copy, head)
  if (copy.ids().length !== entries) await dropGone(source, copy, entries)
  await copy.keep([], { ...head, checked: rev })
}

/** Fetches the first screen by time of writing: change numbers follow another order after a lock or an import. */
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

/** A deletion leaves no row, so the ids are compared. Rows added meanwhile come with the next run. */
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
  // The head counts entries but no id came: this answer was for another session.
  if (there.size === 0 && entries > 0) return
  await copy.drop(here.filter((id) => !there.has(id)))
}
