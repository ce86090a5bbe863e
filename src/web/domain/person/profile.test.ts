import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserProfile } from '../../../shared/rows.ts'
import { noteTime } from '../../lib/clock.ts'
import { queryClient } from '../../lib/query.ts'
import { isPremium, profileKey, profileOf } from './profile.ts'

const here = vi.hoisted(() => ({ person: 'mina', profile: {} as unknown, isAway: false }))
vi.mock('../../lib/session.ts', () => ({ personHere: () => here.person, onPersonChange: () => undefined }))
vi.mock('../../lib/supabase.ts', () => {
  const query: Record<string, unknown> = {}
  for (const step of ['from', 'select', 'eq', 'maybeSingle']) query[step] = () => query
  query['throwOnError'] = async () => {
    if (here.isAway) await new Promise(() => undefined)
    return { data: here.profile, error: null }
  }
  return { db: query, fetchAsMe: async () => Response.json({ limits: {} }) }
})

const now = Date.parse('2026-11-23T04:00:00Z')
const until = (premium_until: string | null, is_premium = true) => ({ id: 'mina', is_premium, premium_until })
const answerAt = (date: string) =>
  noteTime(new Response(null, { headers: { date: new Date(date).toUTCString() } }))
const shown = () => isPremium(queryClient.getQueryData<UserProfile | null>(profileKey('mina')))
const fetchAs = async (profile: unknown) => {
  here.profile = profile
  // A screen that shows it.
  leave = new QueryObserver(queryClient, profileOf('mina')).subscribe(() => undefined)
  await queryClient.fetchQuery(profileOf('mina'))
}
let leave: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers({ now })
  answerAt('2026-11-23T04:00:00Z')
  Object.assign(here, { person: 'mina', isAway: false })
  queryClient.clear()
})
afterEach(() => {
  leave?.()
  vi.useRealTimers()
})

it.each([
  ['2026-11-23T04:00:00.001Z', true, true],
  ['2026-11-23T04:00:00.001Z', false, false],
  ['2026-11-23T04:00:00Z', true, false],
  ['2026-11-22T04:00:00Z', true, false],
  [null, true, false],
])('Premium until %s with the flag %s is active: %s', (premium_until, flag, active) => {
  expect(isPremium(until(premium_until, flag))).toBe(active)
})

it('Premium ends on the open page at its moment, without an answer of the server', async () => {
  await fetchAs(until('2026-11-23T05:00:00Z'))
  here.isAway = true
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(shown()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([shown(), queryClient.getQueryData(profileKey('mina'))]).toEqual([
    false,
    until('2026-11-23T05:00:00Z', false),
  ])
})

it('a term of years ends too, although a browser’s timer ends after 24 days', async () => {
  await fetchAs(until('2028-11-23T04:00:00Z'))
  await vi.advanceTimersByTimeAsync(Date.parse('2028-11-23T03:59:59Z') - now)
  expect(shown()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toBe(false)
})

it('a phone whose clock is years off shows Premium by the server’s clock', async () => {
  vi.setSystemTime('2029-01-01T00:00:00Z')
  expect(isPremium(until('2026-11-23T05:00:00Z'))).toBe(false)
  answerAt('2026-11-23T04:00:00Z')
  expect(isPremium(until('2026-11-23T05:00:00Z'))).toBe(true)
  await fetchAs(until('2026-11-23T05:00:00Z'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(shown()).toBe(false)
})

it('the end of one person’s Premium changes nothing for the next person at this phone', async () => {
  await fetchAs(until('2026-11-23T05:00:00Z'))
  here.person = 'ben'
  leave?.()
  leave = new QueryObserver(queryClient, { ...profileOf('ben'), enabled: false }).subscribe(() => undefined)
  queryClient.setQueryData(profileKey('ben'), { ...until('2026-12-23T05:00:00Z'), id: 'ben' })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(isPremium(queryClient.getQueryData<UserProfile>(profileKey('ben')))).toBe(true)
})
