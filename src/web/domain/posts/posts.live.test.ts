import { beforeEach, expect, it, vi } from 'vitest'
import { chooseFollowed, linger, type Followed } from './posts.live.ts'

vi.mock('./posts.api.ts', () => ({}))

let followed: Followed
beforeEach(() => {
  followed = new Map()
})

/** A wall of `count` posts, of which these are near the screen; does what is decided. */
function look(now: number, from: number, to: number, count = 100) {
  const shown = Array.from({ length: count }, (_, at) => ({ postId: `${at}`, isNear: at >= from && at < to }))
  const decided = chooseFollowed(shown, followed, now)
  for (const postId of decided.gone) followed.delete(postId)
  for (const postId of decided.come) followed.set(postId, { stop: () => undefined })
  return decided
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}`)

it('takes the next posts along, so that reading on asks once for all of them', () => {
  expect(look(0, 0, 4).come).toEqual(range(0, 12))
  expect(look(1_000, 2, 6).come).toEqual([])
  expect(look(2_000, 8, 12).come).toEqual([])
  expect(look(3_000, 9, 13).come).toEqual(range(12, 21))
})

it('listens on to what left the screen, for a while', () => {
  look(0, 0, 4, 20)
  expect(look(1_000, 10, 14, 20)).toMatchObject({ gone: [], isWaiting: true })
  expect(look(1_000 + linger - 1, 0, 4, 20).come).toEqual([])
  look(40_000, 10, 14, 20)
  const late = look(40_000 + linger, 10, 14, 20)
  expect(late.gone.toSorted()).toEqual(range(0, 10).toSorted())
  expect(late.isWaiting).toBe(false)
})

it('never follows more than a socket carries: who left first goes first', () => {
  for (let at = 0; at < 90; at += 6) look(at * 100, at, at + 6)
  expect(followed.size).toBe(36)
  expect(followed.has('84')).toBe(true)
  expect(followed.has('0')).toBe(false)
  expect(look(9_000, 0, 60).come.length + followed.size).toBeGreaterThan(36)
  expect(followed.size).toBe(36)
})

it('follows nothing when no post is near', () => {
  expect(look(0, 0, 0)).toEqual({ come: [], gone: [], isWaiting: false })
})
