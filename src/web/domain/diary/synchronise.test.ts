import { describe, expect, it } from 'vitest'
import type { CopyHead } from '../device/kept.ts'
import type { Row, Source } from './diary.api.ts'
import { synchronise, type Copy } from './synchronise.ts'

/** A diary numbered as the server does. `asked` records the requests, `before` runs ahead of each. */
function diary(count: number) {
  const rows = new Map<string, Row>()
  let rev = 0
  const asked: string[] = []
  const events = { before: (_request: number): void => undefined }
  const ask = (what: string) => {
    asked.push(what)
    events.before(asked.length)
  }
  const write = (id: string, content = id) =>
    rows.set(id, {
      id,
      content,
      mood: 'Calm',
      template_url: null,
      created_at: '2026-11-21T00:00:00Z',
      rev: ++rev,
      sealed: null,
      lock_id: null,
    })
  const erase = (id: string) => {
    rows.delete(id)
    rev++
  }
  for (let number = 0; number < count; number++) write(`e${String(number).padStart(4, '0')}`)
  const source: Source = {
    head: async () => {
      ask('head')
      return rev === 0 ? null : { rev, entries: rows.size }
    },
    rows: async ({ above, below }, limit) => {
      ask(below === undefined ? 'newer' : 'older')
      const fit = [...rows.values()].filter((row) => row.rev > above && row.rev < (below ?? Infinity))
      const sorted = fit.toSorted((a, b) => a.rev - b.rev)
      return (below === undefined ? sorted : sorted.toReversed()).slice(0, limit)
    },
    newest: async (limit) => {
      ask('newest')
      return [...rows.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, limit)
    },
    ids: async (after, limit) => {
      ask('ids')
      return [...rows.keys()]
        .filter((id) => id > (after ?? ''))
        .toSorted()
        .slice(0, limit)
    },
  }
  return { rows, source, asked, events, write, erase }
}

function emptyCopy() {
  const rows = new Map<string, Row>()
  let head: CopyHead | undefined
  const copy: Copy = {
    head: () => head,
    ids: () => [...rows.keys()],
    keep: async (fresh, next) => {
      for (const row of fresh) rows.set(row.id, row)
      head = next
    },
    drop: async (ids) => ids.forEach((id) => rows.delete(id)),
    clear: async () => {
      rows.clear()
      head = undefined
    },
  }
  return { rows, copy }
}

const contentOf = (rows: Map<string, Row>) =>
  [...rows.values()].map(({ id, content }) => `${id} ${content}`).toSorted()

describe('the copy of a diary', () => {
  it('starts with the newest twenty, and fetches no entry twice', async () => {
    const there = diary(1_100)
    const { copy, rows } = emptyCopy()
    const first: number[] = []
    there.events.before = () => void first.push(rows.size)
    await synchronise(there.source, copy)
    expect(first.slice(0, 4)).toEqual([0, 0, 20, 500])
    expect(contentOf(rows)).toEqual(contentOf(there.rows))
    there.asked.length = 0
    await synchronise(there.source, copy)
    expect(there.asked).toEqual(['head'])
    there.write('new')
    there.write('e0003', 'changed')
    there.asked.length = 0
    await synchronise(there.source, copy)
    expect(there.asked).toEqual(['head', 'newer'])
    expect(contentOf(rows)).toEqual(contentOf(there.rows))
  })

  it('drops entries that were deleted elsewhere, even when the number of entries is unchanged', async () => {
    const there = diary(30)
    const { copy, rows } = emptyCopy()
    await synchronise(there.source, copy)
    there.erase('e0005')
    there.erase('e0006')
    there.write('other')
    await synchronise(there.source, copy)
    expect(contentOf(rows)).toEqual(contentOf(there.rows))
    expect(there.asked).toContain('ids')
  })

  it('continues after a page that failed', async () => {
    const there = diary(1_600)
    const { copy, rows } = emptyCopy()
    there.events.before = (request) => {
      if (request === 4) throw new Error('Failed to fetch')
    }
    await expect(synchronise(there.source, copy)).rejects.toThrow('Failed to fetch')
    expect(rows.size).toBe(500)
    there.asked.length = 0
    there.events.before = () => undefined
    there.write('meanwhile')
    await synchronise(there.source, copy)
    expect(there.asked).toEqual(['head', 'older', 'older', 'older', 'newer'])
    expect(contentOf(rows)).toEqual(contentOf(there.rows))
  })

  it.each([2, 3, 4, 5])('is complete when the diary changes before request %i', async (moment) => {
    const there = diary(1_200)
    const { copy, rows } = emptyCopy()
    there.events.before = (request) => {
      if (request !== moment) return
      there.write('arrived')
      there.write('e0001', 'changed')
      there.write('e1199', 'changed too')
      there.erase('e0002')
      there.erase('e1198')
    }
    await synchronise(there.source, copy)
    there.events.before = () => undefined
    await synchronise(there.source, copy)
    expect(contentOf(rows)).toEqual(contentOf(there.rows))
  })

  it('starts again when the server was restored from a backup', async () => {
    const { copy, rows } = emptyCopy()
    await synchronise(diary(40).source, copy)
    const restored = diary(10)
    await synchronise(restored.source, copy)
    expect(contentOf(rows)).toEqual(contentOf(restored.rows))
  })

  it('keeps its entries when an answer was for another person', async () => {
    const { copy, rows } = emptyCopy()
    await synchronise(diary(40).source, copy)
    await synchronise(diary(0).source, copy)
    expect(rows.size).toBe(40)
  })

  it('stores an empty head for a diary without entries', async () => {
    const { copy } = emptyCopy()
    await synchronise(diary(0).source, copy)
    expect(copy.head()).toEqual({ top: 0, hole: null, checked: 0 })
  })
})
