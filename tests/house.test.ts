import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brokenImports } from './support/import-law.ts'
import { rules, type Tree } from './support/house-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Findings that stand until their file is mended. This list only shrinks. */
const standing = ['tests/wire/reconnects.test.ts:']
const fresh = (findings: string[]) =>
  findings.filter((finding) => !standing.some((start) => finding.startsWith(start)))

function readTree(): Tree {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')
  const text = /\.(ts|tsx|sql|css|md|json|mjs|html)$/
  return new Map(
    paths
      .filter((path) => path && existsSync(join(root, path)))
      .map((path) => [path, text.test(path) ? readFileSync(join(root, path), 'utf8') : '']),
  )
}

describe('the house', () => {
  const tree = readTree()

  it.each(rules)('keeps the rule: $name', ({ check }) => {
    expect(fresh(check(tree))).toEqual([])
  })

  it('has no exception that nothing needs', () => {
    const findings = rules.flatMap(({ check }) => check(tree))
    expect(standing.filter((start) => !findings.some((finding) => finding.startsWith(start)))).toEqual([])
  })

  it.each(rules)('refuses a tree that breaks the rule: $name', ({ check, wrong, says }) => {
    expect(check(new Map(Object.entries(wrong)))).toEqual([says])
  })

  it('keeps the import law', async () => {
    expect(await brokenImports(root, ['src', 'tests', 'scripts', 'bench'])).toEqual([])
  })
})
