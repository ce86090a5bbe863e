import { expect, it } from 'vitest'
import type { Notice } from '../../../shared/rows.ts'
import { countOf, isNews, isQuiet, minuteInManila, withoutRead } from './notice.ts'

const notice = (kind: string, id: string, count = 1, created_at = '2026-11-22T10:00:00Z'): Notice => ({
  kind,
  id,
  person_id: null,
  codename: null,
  avatar_url: null,
  is_premium: false,
  preview: '',
  count,
  created_at,
  target_url: '/tambayan',
})

const at = (time: string) => Date.parse(`2026-11-22T${time}+08:00`)

it('messages count one by one, a bundle of reactions counts once', () => {
  const notices = [notice('dm', 'ben', 4), notice('request', 'jun', 3), notice('reaction', 'post', 30)]
  expect(countOf(notices)).toBe(6)
})

it('a later message rings again, and a read or undone notice does not', () => {
  const before = [notice('dm', 'ben'), notice('mention', 'one')]
  expect(isNews([], before)).toBe(true)
  expect(isNews(before, before)).toBe(false)
  expect(isNews(before, [notice('dm', 'ben', 2, '2026-11-22T10:00:01Z')])).toBe(true)
  expect(isNews(before, [notice('dm', 'ben', 1, '2026-11-22T09:00:00Z')])).toBe(false)
  expect(isNews(before, [notice('reaction', 'one')])).toBe(true)
})

it('notices that another device has read leave: one notice, one conversation, or all', () => {
  const all = [notice('request', 'ben'), notice('reaction', 'post'), notice('comment', 'post')]
  expect(withoutRead(all, { kind: 'dm', id: 'ben' })).toEqual(all.slice(1))
  expect(withoutRead(all, { kind: 'comment', id: 'post' })).toEqual(all.slice(0, 2))
  expect(withoutRead(all, { kind: 'all' })).toEqual([])
  expect(withoutRead(all, { kind: 7, id: null })).toEqual(all)
})

it('quiet hours are those of Manila, over midnight too', () => {
  expect(minuteInManila(at('00:05'))).toBe(5)
  const night = { quiet_from: 22 * 60, quiet_to: 6 * 60 }
  const quiet = ['21:59', '22:00', '23:59', '00:00', '05:59', '06:00'].map((time) => isQuiet(night, at(time)))
  expect(quiet).toEqual([false, true, true, true, true, false])
  const noon = { quiet_from: 12 * 60, quiet_to: 13 * 60 }
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(noon, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet({ quiet_from: null, quiet_to: null }, at('23:00'))).toBe(false)
})
