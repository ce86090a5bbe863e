import { expect, it } from 'vitest'
import { avatarOf, generateCodename } from './codenames.ts'
import { countLetters, limits } from './limits.ts'

it('generates a mood word and a persona word that fit the limit, whatever chance says', () => {
  for (let i = 0; i < 121; i++) {
    const draws = [Math.floor(i / 11) / 11, (i % 11) / 11]
    const name = generateCodename(() => draws.shift() ?? 0)
    expect(name).toMatch(/^\S+ \S+$/)
    expect(countLetters(name)).toBeLessThanOrEqual(limits.codename)
  }
})

it('gives a codename the same face everywhere, and uses all 18', () => {
  expect(avatarOf('Hugot Queen')).toBe(avatarOf('Hugot Queen'))
  const faces = new Set(Array.from({ length: 2_000 }, (_, i) => avatarOf(`codename ${i}`)))
  expect(faces.size).toBe(18)
})

it('counts letters as PostgreSQL does', () => {
  expect([countLetters('ñandu'), countLetters('🌬️'), countLetters('')]).toEqual([5, 2, 0])
})
