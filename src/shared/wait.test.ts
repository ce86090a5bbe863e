import { expect, it } from 'vitest'
import { secondsIn, tryAgainIn } from './wait.ts'

it.each([1, 12, 3_600])('a client reads the wait of %i seconds from a message of a gateway', (seconds) => {
  expect(secondsIn(`Too many writes: ${tryAgainIn(seconds)}`)).toBe(seconds)
})

it('a message without a wait has no seconds', () => {
  expect(secondsIn('Too busy right now, please try again in a moment')).toBeUndefined()
})
