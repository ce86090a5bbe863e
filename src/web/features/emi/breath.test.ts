import { expect, it } from 'vitest'
import { breathAt } from './breath.ts'

it('a breath goes in for four counts and out for six, six times in a minute', () => {
  const counted = Array.from({ length: 62 }, (_, second) => breathAt(second))
  expect(counted.slice(0, 11).map((one) => one && `${one.phase.name} ${one.left}`)).toEqual([
    'in 4',
    'in 3',
    'in 2',
    'in 1',
    'out 6',
    'out 5',
    'out 4',
    'out 3',
    'out 2',
    'out 1',
    'in 4',
  ])
  expect(counted.map((one) => one?.breath).filter((each) => each === 6)).toHaveLength(10)
  expect(counted.findIndex((one) => one === undefined)).toBe(60)
})
