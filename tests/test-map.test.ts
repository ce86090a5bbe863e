import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areas, suitesFor } from '../scripts/test-map.ts'

describe('the map of npm run test:changed', () => {
  it('names folders and suites that exist', () => {
    const named = areas.flatMap(({ folder, suites }) => [folder, ...suites])
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('finds the suites of a changed file, and runs a changed suite itself', () => {
    expect(suitesFor(['src/web/features/wall/comments/Comment.tsx', 'tests/db/door.test.ts'])).toEqual([
      'tests/db/door.test.ts',
      'tests/journeys/comments-long.test.ts',
      'tests/journeys/comments.test.ts',
    ])
  })
})
