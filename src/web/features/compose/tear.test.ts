import { describe, expect, it } from 'vitest'
import { tear } from './tear.ts'

function area(polygon: string): number {
  const points = [...polygon.matchAll(/([\d.-]+)% ([\d.-]+)%/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  const doubled = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

describe('a torn sheet', () => {
  const halves = tear()
  const scraps = halves.flatMap((half) => half.scraps)

  it('has scraps that cover the sheet without gap or overlap', () => {
    for (const pieces of [halves, scraps])
      expect(pieces.reduce((sum, { paper }) => sum + area(paper), 0)).toBeCloseTo(10_000, -1)
  })

  it('has bare edges: each printed face is smaller than its paper', () => {
    for (const { paper, face } of [...halves, ...scraps]) expect(area(face)).toBeLessThan(area(paper))
  })
})
