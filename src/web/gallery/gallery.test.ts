import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const web = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${web}/${path}`, 'utf8')
const shown = globSync('gallery/*.tsx', { cwd: web }).map(read).join('\n')
const components = globSync('ui/**/*.tsx', { cwd: web }).flatMap((path) =>
  [...read(path).matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name]) => ({ path, name })),
)

describe('the gallery', () => {
  it('shows every component of src/web/ui', () => {
    expect(components.length).toBeGreaterThan(25)
    expect(components.filter(({ name }) => !new RegExp(`<${name}[\\s>]`).test(shown))).toEqual([])
  })
})
