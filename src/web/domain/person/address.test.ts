import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'

describe('what a person types', () => {
  it.each([
    ['0917 123 4567', '639171234567'],
    ['0917-123-4567', '639171234567'],
    ['(0917) 123.4567', '639171234567'],
    ['9171234567', '639171234567'],
    ['+63 917 123 4567', '639171234567'],
    ['639171234567', '639171234567'],
    ['0063 917 123 4567', '639171234567'],
    ['+65 9123 4567', '6591234567'],
  ])('as %j is the number %s', (typed, phone) => {
    expect(addressOf(typed, true)).toEqual({ phone })
  })

  it.each(['0917 123', 'mina', '0917 123 4567 8901 2345', '٠٩١٧١٢٣٤٥٦٧', '+', '0 0'])(
    'as %j is no number',
    (typed) => expect(addressOf(typed, true)).toBeUndefined(),
  )

  it('with an at sign is a mail address', () => {
    expect(addressOf(' mina@example.test ', true)).toEqual({ email: 'mina@example.test' })
  })

  it('is a mail address where phones are off', () => {
    expect(addressOf('0917 123 4567', false)).toEqual({ email: '0917 123 4567' })
  })
})
