import { describe, expect, it } from 'vitest'
import { countNews, mergeNews, newestOf, putOnTop, readNews, type WallPages } from './news.ts'
import type { Post } from './wall.api.ts'

const post = (seq: number): Post => ({
  id: `post-${seq}`,
  seq,
  codename: 'Tahimik Mina',
  mood: 'Calm',
  content: `Hinga bilang ${seq}`,
  template_url: null,
  created_at: '2026-11-21T00:00:00Z',
  avatar_url: null,
  is_premium: false,
  is_mine: false,
  reaction_counts: {},
  my_reaction: null,
})
const down = (from: number, count: number) => Array.from({ length: count }, (_, at) => post(from - at))
const wall = (...pages: { posts: Post[]; next: number | null }[]): WallPages => ({
  pages,
  pageParams: pages.map((_, at) => (at === 0 ? null : (pages[at - 1]?.next ?? null))),
})
const seqs = ({ pages }: WallPages) => pages.map(({ posts }) => posts.map(({ seq }) => seq))

describe('news of a wall', () => {
  it('is what lies beyond the newest post held, each once', () => {
    const came = [
      { id: 'a', seq: 7 },
      { id: 'b', seq: 9 },
    ]
    expect(mergeNews([{ id: 'b', seq: 9 }], came, 7)).toEqual([{ id: 'b', seq: 9 }])
    expect(mergeNews(came, [], 0).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('is counted up to twenty', () => {
    expect(countNews(down(3, 3))).toBe('3')
    expect(countNews(mergeNews(down(50, 50), [], 0))).toBe('20+')
  })

  it('believes no payload that is none', () => {
    expect(readNews({ id: 'a', seq: 1 })).toEqual([{ id: 'a', seq: 1 }])
    expect([readNews({}), readNews({ id: 1, seq: 1 }), readNews({ id: 'a', seq: '1' })]).toEqual([[], [], []])
  })
})

describe('new posts', () => {
  const held = wall({ posts: down(40, 20), next: 21 }, { posts: down(20, 20), next: null })

  it('stand before what is held, and the cursors still meet', () => {
    const now = putOnTop(held, down(42, 2))
    expect(seqs(now)[0]).toEqual([42, 41])
    expect(now.pages.map(({ next }) => next)).toEqual([41, 21, null])
    expect(now.pageParams).toEqual([null, 41, 21])
    expect(newestOf(now.pages)).toBe(42)
  })

  it('are never shown twice', () => {
    expect(putOnTop(held, down(40, 1))).toBe(held)
    expect(seqs(putOnTop(held, down(41, 2)))[0]).toEqual([41])
  })

  it('begin the wall anew when there are so many that some may be missing between', () => {
    const now = putOnTop(held, down(80, 20))
    expect(seqs(now)).toEqual([down(80, 20).map(({ seq }) => seq)])
    expect(now.pages[0]?.next).toBe(61)
    expect(now.pageParams).toEqual([null])
  })

  it('are the first of an empty wall', () => {
    expect(newestOf(wall({ posts: [], next: null }).pages)).toBe(0)
    const now = putOnTop(wall({ posts: [], next: null }), down(1, 1))
    expect(seqs(now)).toEqual([[1]])
    expect(now.pages[0]?.next).toBeNull()
  })
})
