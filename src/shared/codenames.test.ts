import { expect, it } from 'vitest'
import { avatarOf, generateCodename } from './codenames.ts'
import { countLetters, limits } from './limits.ts'

it('a generated codename is a mood word and a persona word within the limit', () => {
  for (let i = 0; i < 121; i++) {
    const draws = [Math.floor(i / 11) / 11, (i % 11) / 11]
    const name = generateCodename(() => draws.shift() ?? 0)
    expect(name).toMatch(/^\S+ \S+$/)
    expect(countLetters(name)).toBeLessThanOrEqual(limits.codename)
  }
})

it('a codename always has the same emoji, and all 18 are used', () => {
  expect(avatarOf('Hugot Queen')).toBe(avatarOf('Hugot Queen'))
  const faces = new Set(Array.from({ length: 2_000 }, (_, i) => avatarOf(`codename ${i}`)))
  expect(faces.size).toBe(18)
})

it('letters are counted as PostgreSQL counts them', () => {
  expect([countLetters('ñandu'), countLetters('🌬️'), countLetters('')]).toEqual([5, 2, 0])
})
