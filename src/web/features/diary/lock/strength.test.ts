import { expect, it } from 'vitest'
import { strengthOf } from './strength.ts'

it.each([
  ['', 0],
  ['   ', 0],
  ['ulan', 1],
  ['ulan kapé', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['1234567890', 1],
  ['Password123', 1],
  ['mahal kita 143', 1],
  ['ha ha ha ha', 1],
  ['tsinelas42', 2],
  ['ako si ulan ba', 3],
  ['kapeng malamig sa bubong', 3],
  ['tsinelas-sa-kisame', 3],
])('the strength of "%s" is %i', (passphrase, level) => {
  const strength = strengthOf(passphrase)
  expect(strength.level).toBe(level)
  expect(strength.isEnough).toBe(level > 1)
  expect(strength.words).not.toBe('')
})

it('a weak passphrase shows the number of missing letters', () => {
  expect(strengthOf('ulan').words).toContain('6 letra')
})
