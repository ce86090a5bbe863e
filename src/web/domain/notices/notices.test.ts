import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FollowOptions } from '../../lib/follower.ts'
import { followNotices, markAllRead, onRing, openNotice, readNotices } from './notices.ts'
import { roomReader, seenMentions, unreadTalks } from './unread.ts'

const here = vi.hoisted(() => ({
  person: 'mina',
  topics: new Map<string, unknown>(),
  forget: [] as (() => void)[],
  answers: [] as unknown[],
  asked: 0,
  status: 200,
  meanwhile: () => {},
  marked: [] as unknown[],
  profile: [] as string[],
}))
vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  onPersonChange: (listener: () => void) => here.forget.push(listener),
}))
vi.mock('../../lib/live.ts', () => ({
  hasLive: () => true,
  follow: (topic: string, options: unknown) => {
    here.topics.set(topic, options)
    return () => here.topics.delete(topic)
  },
}))
vi.mock('../person/profile.ts', () => ({
  refreshProfile: async () => here.profile.push('changed'),
  catchUpProfile: async () => here.profile.push('missed'),
}))
vi.mock('../../lib/supabase.ts', () => ({
  db: { from: () => query },
  invoke: async () => ({ status: here.status, body: null }),
}))
const query = vi.hoisted(() => {
  const self: Record<string, unknown> = {}
  for (const step of ['select', 'order', 'update']) self[step] = () => self
  self['eq'] = (_column: string, value: unknown) => {
    here.marked.push(value)
    return self
  }
  return self
})
query['limit'] = async () => {
  here.asked++
  here.meanwhile()
  return { data: here.answers.shift() ?? [], error: null }
}

const notice = (kind: string, id: string, created_at = '2026-11-22T10:00:00Z') => ({
  kind,
  id,
  created_at,
  count: 1,
  person_id: id,
  codename: null,
  avatar_url: null,
  is_premium: null,
  preview: '',
  target_url: '/tambayan',
})
const topic = (name: string) => here.topics.get(name) as FollowOptions

let rings = 0
let stop: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('location', { pathname: '/tambayan', search: '?dmUser=jun' })
  for (const forget of here.forget) forget()
  Object.assign(here, {
    person: 'mina',
    answers: [],
    asked: 0,
    status: 200,
    marked: [],
    profile: [],
    meanwhile: () => {},
  })
  rings = 0
  stop = [followNotices('mina'), onRing(() => rings++)]
})
afterEach(() => {
  for (const each of stop) each()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(10_000)
const ring = () => topic('user-notifications-mina').events['dm_notification']?.({})

it('a payment or a refund makes the page ask for the profile, also when its event was missed', () => {
  topic('user-notifications-mina').events['profile_changed']?.({})
  expect(here.profile).toEqual(['changed'])
  topic('user-notifications-mina').caughtUp()
  expect(here.profile).toEqual(['changed', 'missed'])
})

it('two subscriptions and a burst of events cost two requests', async () => {
  for (const name of ['user-notifications-mina', 'mention-notifications-mina']) topic(name).caughtUp()
  for (let count = 0; count < 20; count++) ring()
  await vi.advanceTimersByTimeAsync(300)
  expect(here.asked).toBe(1)
  for (let count = 0; count < 20; count++) ring()
  await settle()
  expect(here.asked).toBe(2)
})

it('notices from before the page was opened do not ring, and later ones ring', async () => {
  here.answers = [[notice('dm', 'ben')], [notice('dm', 'ben')], [notice('dm', 'ben', '2026-11-22T10:00:05Z')]]
  await settle()
  ring()
  await settle()
  expect(rings).toBe(0)
  ring()
  await settle()
  expect(rings).toBe(1)
})

it('the conversation on the screen does not count as unread', async () => {
  here.answers = [[], [notice('dm', 'jun'), notice('request', 'ben')]]
  await settle()
  ring()
  await settle()
  expect(unreadTalks.read()).toBe(1)
})

it('a notice that is read here or on another device leaves at once', async () => {
  here.answers = [[notice('dm', 'ben'), notice('request', 'ana'), notice('mention', 'one')]]
  await settle()
  expect(unreadTalks.read()).toBe(2)
  topic('user-notifications-mina').events['notices_read']?.({ kind: 'dm', id: 'ana' })
  expect(unreadTalks.read()).toBe(1)
  await openNotice({ ...notice('dm', 'ben'), person_id: 'ben' })
  expect(unreadTalks.read()).toBe(0)
})

it('the outcome of a payment is marked read when it is opened', async () => {
  here.answers = [[notice('payment', 'bayad')]]
  await settle()
  await openNotice(notice('payment', 'bayad'))
  expect([here.marked, readNotices().notices]).toEqual([['bayad'], []])
})

const mention = (id: string, created_at?: string) => ({
  ...notice('mention', id, created_at),
  target_url: `/tambayan?message=of-${id}`,
})
const mentionCame = () => topic('mention-notifications-mina').events['mention_notification']?.({})

it('a mention that was on the screen is marked read, whether the message or its notice came first', async () => {
  here.answers = [
    [mention('one'), mention('two')],
    [mention('two'), mention('three')],
  ]
  await settle()
  seenMentions.put(new Set(['of-one']))
  expect(readNotices().notices.map(({ id }) => id)).toEqual(['two'])
  seenMentions.put(new Set(['of-one', 'of-three']))
  mentionCame()
  await settle()
  expect(readNotices().notices.map(({ id }) => id)).toEqual(['two'])
  expect(here.marked).toEqual(['one', 'three'])
  expect(rings).toBe(0)
})

it('a mention rings nothing for a person who reads the room at its end', async () => {
  here.answers = [[], [mention('one')], [mention('one'), mention('two', '2026-11-22T10:00:05Z')]]
  await settle()
  roomReader.put(() => true)
  mentionCame()
  await settle()
  expect(rings).toBe(0)
  roomReader.put(() => false)
  mentionCame()
  await settle()
  expect(rings).toBe(1)
})

it('the words of a deleted message leave the bell before the server answers', async () => {
  here.answers = [[{ ...notice('dm', 'ben'), preview: 'burahin ko ’to' }]]
  await settle()
  expect(readNotices().notices.map(({ preview }) => preview)).toEqual(['burahin ko ’to'])
  topic('user-notifications-mina').events['dm_changed']?.({ conversationId: 'ben' })
  expect(readNotices().notices.map(({ preview }) => preview)).toEqual([''])
  await settle()
  expect(here.asked).toBe(2)
})

it('a refusal of "all read" shows the notices again', async () => {
  here.answers = [[notice('dm', 'ben')]]
  await settle()
  here.status = 503
  expect(await markAllRead()).toBe(false)
  expect(unreadTalks.read()).toBe(1)
  here.status = 200
  expect(await markAllRead()).toBe(true)
  expect(unreadTalks.read()).toBe(0)
})

it('an answer for the person before is dropped', async () => {
  here.answers = [[notice('dm', 'ben')]]
  here.meanwhile = () => {
    here.person = 'ana'
  }
  await settle()
  expect(here.asked).toBe(1)
  expect(unreadTalks.read()).toBe(0)
})
