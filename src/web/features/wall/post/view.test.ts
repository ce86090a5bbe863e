import { describe, expect, it } from 'vitest'
import { wallAddress } from './view.ts'

describe('the address of a wall', () => {
  it('holds only the search and the open post', () => {
    expect(wallAddress('kalma')).toBe('/wall/kalma')
    expect(wallAddress('kalma', { q: '' })).toBe('/wall/kalma')
    expect(wallAddress('kalma', { post: 'a1' })).toBe('/wall/kalma?post=a1')
    expect(wallAddress('sisi', { q: 'jun & 100%', post: 'a1' })).toBe('/wall/sisi?q=jun+%26+100%25&post=a1')
  })
})
