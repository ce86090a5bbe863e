import { expect, it } from 'vitest'
import { isLiveKey, isRefused, reconnectDelay, withoutToken } from './live-rules.ts'

it.each([
  ['emote.live:public', true],
  ['a:b.c', true],
  ['emote.live', false],
  ['emote:live', false],
  ['', false],
])('a realtime key holds a dot and a colon: %j', (key, live) => expect(isLiveKey(key)).toBe(live))

it('reconnects back off to half a minute, with jitter', () => {
  const middle = Array.from({ length: 8 }, (_, at) => reconnectDelay(at + 1, () => 0.5))
  expect(middle).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect([reconnectDelay(3, () => 0), reconnectDelay(3, () => 0.999)]).toEqual([2_000, 5_996])
})

it('a topic is given up when its join is refused for good, and retried after a rate limit', () => {
  expect(isRefused('Unauthorized: You do not have permissions to read from this Channel topic: dm-x')).toBe(
    true,
  )
  expect(isRefused('PrivateOnly: This project only allows private channels')).toBe(true)
  expect(isRefused('ChannelRateLimitReached: Too many channels')).toBe(false)
  expect(isRefused('InvalidJWTToken: Token has expired 3 seconds ago')).toBe(false)
  expect(isRefused(undefined)).toBe(false)
})

it('a public topic is joined without a token', () => {
  const join = { event: 'phx_join', ref: '1', payload: { config: { private: false }, access_token: 'long' } }
  expect(JSON.stringify(withoutToken(join))).toBe(
    '{"event":"phx_join","ref":"1","payload":{"config":{"private":false}}}',
  )
  expect(withoutToken({ event: 'access_token', payload: { access_token: 'long' } })).toBeUndefined()
  const leave = { event: 'phx_leave', payload: {} }
  expect(withoutToken(leave)).toBe(leave)
})
