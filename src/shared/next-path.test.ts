import { expect, it } from 'vitest'
import { safeNextPath } from './next-path.ts'

it('a path of our own is kept, with query and fragment', () => {
  for (const path of ['/', '/write', '/wall/kalma?post=1#x', '/diary?q=%2F%2Fevil', '/wall/sisi/']) {
    expect(safeNextPath(path)).toBe(path)
  }
})

it.each([
  '//evil',
  '///evil.example',
  '/\\evil',
  '\\/evil',
  '/\t/evil',
  '/\n//evil',
  'https://evil.example',
  'javascript:alert(1)',
  'evil',
  '/%2f%2fevil',
  '/%5cevil',
  '/%2Fevil',
  ' /write',
  '/..//evil',
  '/.//evil',
  '/a\u0000b',
  `/${'a'.repeat(600)}`,
  '',
  null,
  undefined,
])('%j gives the fallback', (next) => {
  expect(safeNextPath(next, '/')).toBe('/')
})
