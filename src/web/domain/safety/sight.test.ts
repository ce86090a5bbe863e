import { beforeEach, expect, it, vi } from 'vitest'
import type { FollowOptions } from '../../lib/follower.ts'
import { followSight, readHidden } from './sight.ts'

const here = vi.hoisted(() => ({
  person: 'ben',
  topics: new Map<string, unknown>(),
  forget: [] as (() => void)[],
}))
vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  onPersonChange: (listener: () => void) => here.forget.push(listener),
}))
vi.mock('../../lib/live.ts', () => ({
  follow: (topic: string, options: unknown) => here.topics.set(topic, options),
}))
vi.mock('../../lib/supabase.ts', () => ({ db: { from: () => query } }))
let asked = 0
const query = vi.hoisted(() => {
  const self: Record<string, unknown> = {}
  for (const step of ['select', 'order', 'limit']) self[step] = () => self
  return self
})
query['throwOnError'] = async () => {
  asked++
  return { data: [{ blocked_id: 'mina' }] }
}

let page: FollowOptions
beforeEach(() => {
  asked = 0
  here.person = 'ben'
  for (const forget of here.forget) forget()
  followSight('ben')
  page = here.topics.get('user-notifications-ben') as FollowOptions
})

it('a block on another device hides the person here', () => {
  page.events['hidden']?.({ id: 'mina' })
  page.events['hidden']?.({ id: 7 })
  expect([...readHidden()]).toEqual(['mina'])
})

it('a page that was away reads the blocks that it missed, and a new page asks nothing', async () => {
  page.caughtUp()
  expect(asked).toBe(0)
  page.caughtUp()
  await vi.waitFor(() => expect([...readHidden()]).toEqual(['mina']))
})

it('an answer for the person before hides nobody', async () => {
  page.caughtUp()
  page.caughtUp()
  here.person = 'jun'
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked).toBe(1)
  expect([...readHidden()]).toEqual([])
})
