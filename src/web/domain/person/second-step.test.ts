import type { Factor } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { labelOf, lackOfCode, waysOf } from './second-step.ts'

const factor = (id: string, factor_type: Factor['factor_type'], more: object = {}) =>
  ({ id, factor_type, status: 'verified', created_at: '', updated_at: '', ...more }) as Factor

const all = [
  factor('1', 'recovery_code'),
  factor('2', 'phone', { phone: '639170000077' }),
  factor('3', 'totp', { friendly_name: 'Aegis' }),
  factor('4', 'totp', { friendly_name: 'Authy' }),
  factor('5', 'webauthn'),
  factor('6', 'totp', { status: 'unverified' }),
]

it('the easiest way comes first, and a browser without keys asks for a key last', () => {
  expect(waysOf(all, true).map(({ id }) => id)).toEqual(['5', '3', '4', '2', '1'])
  expect(waysOf(all, false).map(({ id }) => id)).toEqual(['3', '4', '2', '1', '5'])
  expect(waysOf()).toEqual([])
})

it('a number is shown by its end, and a name only where two ways are alike', () => {
  const ways = waysOf(all, true)
  expect(ways.map((way) => labelOf(way, ways))).toEqual([
    'Fingerprint, PIN, o security key',
    'Code mula sa app (Aegis)',
    'Code mula sa app (Authy)',
    'Code sa text',
    'Backup code',
  ])
  expect(ways[3]?.name).toBe('••• 0077')
})

it('a code that cannot be right is not sent', () => {
  expect(lackOfCode('totp', '123 456')).toBeUndefined()
  expect(lackOfCode('totp', '12345')).toBeDefined()
  expect(lackOfCode('recovery_code', ' ')).toBeDefined()
  expect(lackOfCode('webauthn', '')).toBeUndefined()
})
