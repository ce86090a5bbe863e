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

describe('news of a wall', () => {
  const nothing = heldOf([])
  const one = heldOf([{ items: down(40, 20), next: 21 }])
  it('is what is not held, newest first', () => {
    const found = [
      { id: 'post-40', seq: 40 },
      { id: 'post-41', seq: 41 },
    ]
    expect(newsIn(found, one)).toEqual([{ id: 'post-41', seq: 41 }])
    expect(newsIn(found, nothing).map(({ id }) => id)).toEqual(['post-41', 'post-40'])
  })

  it('has a lower number when it was committed later, but never one of an older page', () => {
    const late = [
      { id: 'late', seq: 39 },
      { id: 'older', seq: 20 },
    ]
    expect(newsIn(late, one)).toEqual([{ id: 'late', seq: 39 }])
  })

  it('is counted up to twenty', () => {
    expect(countNews(down(3, 3))).toBe('3')
    expect(countNews(newsIn(down(20, 20), nothing))).toBe('20+')
  })
})

describe('new posts', () => {
  const held = wall({ items: down(40, 20), next: 21 }, { items: down(20, 20), next: null })

  it('stand before what is held, and the cursors still meet', () => {
    const now = putOnTop(held, down(42, 2))
    expect(seqs(now)[0]).toEqual([42, 41])
    expect(now.pages.map(({ next }) => next)).toEqual([41, 21, null])
    expect(now.pageParams).toEqual([null, 41, 21])
  })

  it('are never shown twice', () => {
    expect(putOnTop(held, down(40, 1))).toBe(held)
    expect(seqs(putOnTop(held, down(41, 2)))[0]).toEqual([41])
  })

  it('stand on top also when they are late, and the pages after them stay whole', () => {
    const now = putOnTop(held, [{ ...item(39), id: 'late' }, ...down(38, 19)])
    expect(seqs(now)[0]).toEqual([39])
    expect(now.pages.map(({ next }) => next)).toEqual([41, 21, null])
  })

  it('begin the wall anew when there are so many that some may be missing between', () => {
    const now = putOnTop(held, down(80, 20))
    expect(seqs(now)).toEqual([down(80, 20).map(({ seq }) => seq)])
    expect(now.pages[0]?.next).toBe(61)
    expect(now.pageParams).toEqual([null])
  })

  it('are the first of an empty wall', () => {
    const now = putOnTop(wall({ items: [], next: null }), down(1, 1))
    expect(seqs(now)).toEqual([[1]])
    expect(now.pages[0]?.next).toBeNull()
  })
})

describe('a post that is gone', () => {
  it('leaves the others and their cursors as they are', () => {
    const held = wall({ items: down(40, 2), next: 39 }, { items: down(38, 2), next: null })
    const now = withoutPost(held, 'post-39')
    expect(seqs(now)).toEqual([[40], [38, 37]])
    expect([now.pages.map(({ next }) => next), now.pageParams]).toEqual([
      [39, null],
      [null, 39],
    ])
  })

  it('takes its page along when that is empty, and the last page stays', () => {
    const held = wall({ items: down(40, 1), next: 40 }, { items: down(39, 1), next: null })
    const one = withoutPost(held, 'post-40')
    expect([seqs(one), one.pageParams]).toEqual([[[39]], [40]])
    expect(seqs(withoutPost(one, 'post-39'))).toEqual([[]])
  })
})

describe('a post', () => {
  it('is out of sight by itself or with its author; a nameless one only by itself', () => {
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

describe('a post on two walls', () => {
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

  it('leaves a trace where it stood when its mood changes, and none when it comes back', () => {
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

  it('keeps its place when somebody else takes it down, and loses it when its reader does', () => {
    buryPost(post.id, 'deleted')
    expect(whyGone(posts.row(post.id), 'Calm')).toBe('deleted')
    expect(read()?.pages[0]?.items.map(({ seq }) => seq)).toEqual([40, 39])
    removePost(post.id)
    expect(read()?.pages[0]?.items.map(({ seq }) => seq)).toEqual([39])
    expect(view()).toBe(false)
  })
})
