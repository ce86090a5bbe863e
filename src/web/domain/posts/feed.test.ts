import { describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query.ts'
import {
  buryPost,
  countNews,
  heldOf,
  isHidden,
  newsIn,
  postKey,
  putOnTop,
  putPost,
  removePost,
  wallKey,
  whyGone,
  withoutPost,
  type WallFeed,
  type FeedItem,
} from './feed.ts'
import { posts, type Post } from './post-store.ts'

const item = (seq: number): FeedItem => ({ id: `post-${seq}`, seq })
const down = (from: number, count: number) => Array.from({ length: count }, (_, at) => item(from - at))
const wall = (...pages: { items: FeedItem[]; next: number | null }[]): WallFeed => ({
  pages,
  pageParams: pages.map((_, at) => (at === 0 ? null : (pages[at - 1]?.next ?? null))),
})
const seqs = ({ pages }: WallFeed) => pages.map(({ items }) => items.map(({ seq }) => seq))

describe('new posts of a wall', () => {
  const nothing = heldOf([])
  const one = heldOf([{ items: down(40, 20), next: 21 }])
  it('are the posts that the feed lacks, newest first', () => {
    const found = [
      { id: 'post-40', seq: 40 },
      { id: 'post-41', seq: 41 },
    ]
    expect(newsIn(found, one)).toEqual([{ id: 'post-41', seq: 41 }])
    expect(newsIn(found, nothing).map(({ id }) => id)).toEqual(['post-41', 'post-40'])
  })

  it('include a lower seq that was committed late, but none of an older page', () => {
    const late = [
      { id: 'late', seq: 39 },
      { id: 'older', seq: 20 },
    ]
    expect(newsIn(late, one)).toEqual([{ id: 'late', seq: 39 }])
  })

  it('are counted up to twenty', () => {
    expect(countNews(down(3, 3))).toBe('3')
    expect(countNews(newsIn(down(20, 20), nothing))).toBe('20+')
  })
})

describe('new posts put on top', () => {
  const held = wall({ items: down(40, 20), next: 21 }, { items: down(20, 20), next: null })

  it('stand before the loaded pages, and the cursors still meet', () => {
    const now = putOnTop(held, down(42, 2))
    expect(seqs(now)[0]).toEqual([42, 41])
    expect(now.pages.map(({ next }) => next)).toEqual([41, 21, null])
    expect(now.pageParams).toEqual([null, 41, 21])
  })

  it('are never shown twice', () => {
    expect(putOnTop(held, down(40, 1))).toBe(held)
    expect(seqs(putOnTop(held, down(41, 2)))[0]).toEqual([41])
  })

  it('stand on top even with a low seq, and the pages after them stay complete', () => {
    const now = putOnTop(held, [{ ...item(39), id: 'late' }, ...down(38, 19)])
    expect(seqs(now)[0]).toEqual([39])
    expect(now.pages.map(({ next }) => next)).toEqual([41, 21, null])
  })

  it('replace the wall when so many are new that some may be missing', () => {
    const now = putOnTop(held, down(80, 20))
    expect(seqs(now)).toEqual([down(80, 20).map(({ seq }) => seq)])
    expect(now.pages[0]?.next).toBe(61)
    expect(now.pageParams).toEqual([null])
  })

  it('fill an empty wall', () => {
    const now = putOnTop(wall({ items: [], next: null }), down(1, 1))
    expect(seqs(now)).toEqual([[1]])
    expect(now.pages[0]?.next).toBeNull()
  })
})

describe('a removed post', () => {
  it('leaves the other posts and their cursors unchanged', () => {
    const held = wall({ items: down(40, 2), next: 39 }, { items: down(38, 2), next: null })
    const now = withoutPost(held, 'post-39')
    expect(seqs(now)).toEqual([[40], [38, 37]])
    expect([now.pages.map(({ next }) => next), now.pageParams]).toEqual([
      [39, null],
      [null, 39],
    ])
  })

  it('takes an emptied page with it, except the last page', () => {
    const held = wall({ items: down(40, 1), next: 40 }, { items: down(39, 1), next: null })
    const one = withoutPost(held, 'post-40')
    expect([seqs(one), one.pageParams]).toEqual([[[39]], [40]])
    expect(seqs(withoutPost(one, 'post-39'))).toEqual([[]])
  })
})

describe('a post', () => {
  it("is hidden by its id or its author's id; a nameless one only by its id", () => {
    const hidden = new Set(['post-1', 'jun'])
    const written = [
      { id: 'post-1', user_id: null },
      { id: 'post-2', user_id: null },
      { id: 'post-3', user_id: 'jun' },
      { id: 'post-4', user_id: 'mina' },
    ]
    expect(written.map((post) => isHidden(post, hidden))).toEqual([true, false, true, false])
  })
})

describe('a post whose mood changes', () => {
  const post: Post = {
    id: 'post-40',
    seq: 40,
    user_id: null,
    codename: 'Tahimik Mina',
    mood: 'Calm',
    content: 'Hinga',
    template_url: null,
    created_at: '2026-11-21T00:00:00Z',
    avatar_url: null,
    is_premium: false,
    is_mine: true,
    content_warning: null,
  }
  const visit = [...wallKey('Calm'), 'visit', '']
  const read = () => queryClient.getQueryData<WallFeed>(visit)
  const view = () => queryClient.getQueryData(postKey(post.id))

  it('leaves a note on the old wall, and none when the mood changes back', () => {
    queryClient.setQueryData(visit, wall({ items: down(40, 2), next: null }))
    putPost(post)
    expect(whyGone(posts.row(post.id), 'Calm')).toBeUndefined()
    putPost({ ...post, mood: 'Joy' })
    expect([whyGone(posts.row(post.id), 'Calm'), whyGone(posts.row(post.id), 'Joy')]).toEqual([
      'moved',
      undefined,
    ])
    putPost(post)
    expect(whyGone(posts.row(post.id), 'Calm')).toBeUndefined()
    expect(read()?.pages[0]?.items).toHaveLength(2)
    expect(view()).toBe(true)
  })

  it('keeps its place when another person deletes it, and leaves the wall when the reader does', () => {
    buryPost(post.id, 'deleted')
    expect(whyGone(posts.row(post.id), 'Calm')).toBe('deleted')
    expect(read()?.pages[0]?.items.map(({ seq }) => seq)).toEqual([40, 39])
    removePost(post.id)
    expect(read()?.pages[0]?.items.map(({ seq }) => seq)).toEqual([39])
    expect(view()).toBe(false)
    removePost('post-39')
    expect(posts.row('post-39').gone).toBe('removed')
  })
})
