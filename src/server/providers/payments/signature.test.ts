import { expect, it } from 'vitest'
import { isSigned, signWebhook } from './signature.ts'

const body = Buffer.from('{"a":"ñ"}')
const now = 1_700_000_000_000
const test = { secret: 'whsk_halimbawa', isLive: false }
const live = { ...test, isLive: true }
// printf '%s' '1700000000.{"a":"ñ"}' | openssl dgst -sha256 -hmac whsk_halimbawa
const digest = '0737fa5850f0af4828ac29b7dc9cd653dd0997b041dc59ee0bdb220d5335cd84'

it('a webhook is signed as PayMongo signs it, with one digest for each mode', () => {
  expect(signWebhook(body, test, now)).toBe(`t=1700000000,te=${digest},li=`)
  expect(signWebhook(body, live, now)).toBe(`t=1700000000,te=,li=${digest}`)
})

it.each<[header: string, accepted: boolean]>([
  [`t=1700000000,te=${digest},li=`, true],
  [`t=1700000000, te=${digest}, li=`, true],
  [`te=${digest},li=,t=1700000000,v9=new`, true],
  [`t=1700000000,te=${digest}`, true],
  [`t=1700000001,te=${digest},li=`, false],
  [`t=1700000000,te=,li=${digest}`, false],
  [`t=1700000000,te=${digest.toUpperCase()},li=`, false],
  [`t=1700000000,te=${digest.slice(2)},li=`, false],
  [`t=1700000000,te=${'0'.repeat(64)},te=${digest},li=`, false],
  [`t=1700000000,t=1700000000,te=${digest}`, false],
  [`te=${digest}`, false],
  [`t=1e9,te=${digest}`, false],
  [`t=1700000000,te=${digest}=,li`, false],
  ['', false],
  ['t=,te=,li=', false],
])('the header %j is accepted: %s', (header, accepted) => {
  expect(isSigned(header, body, test, now)).toBe(accepted)
})

it('a signature of the other mode, of another secret and of another body is refused', () => {
  const header = signWebhook(body, test, now)
  expect(isSigned(header, body, live, now)).toBe(false)
  expect(isSigned(header, body, { ...test, secret: 'whsk_iba' }, now)).toBe(false)
  expect(isSigned(header, Buffer.from('{"a":"n"}'), test, now)).toBe(false)
})

it('a signature counts for five minutes, before and after', () => {
  const header = signWebhook(body, test, now)
  const accepted = [-301, -300, 0, 300, 301].map((seconds) =>
    isSigned(header, body, test, now + seconds * 1_000),
  )
  expect(accepted).toEqual([false, true, true, true, false])
})
