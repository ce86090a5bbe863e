import { expect, it } from 'vitest'
import { speaksOfCrisis } from '../src/shared/crisis/crisis.ts'
import { explicit, ordinary, score } from './support/crisis-corpus.ts'

// The corpus is held out: none of its sentences may be copied from or into the phrase lists.
it('finds people who say that they want to die, and ignores people who are sad, angry or joking', () => {
  expect(explicit.length).toBeGreaterThan(220)
  expect(ordinary.length).toBeGreaterThan(500)
  const { recall, falseAlarms } = score(speaksOfCrisis)
  expect(recall).toBeGreaterThanOrEqual(0.95)
  expect(falseAlarms).toBeLessThanOrEqual(0.02)
})

it('finds the words anywhere in a long diary page', () => {
  const page = ordinary
    .map(({ text }) => text)
    .filter((text) => !speaksOfCrisis(text))
    .join('\n')
  for (const sentence of ['Gusto ko nang mamatay.', 'I want to kill myself.'])
    for (const share of [0, 0.5, 1]) {
      const at = Math.round(page.length * share)
      expect(speaksOfCrisis(`${page.slice(0, at)}\n${sentence}\n${page.slice(at)}`)).toBe(true)
    }
})
