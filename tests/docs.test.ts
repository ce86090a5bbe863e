import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { authEntries } from '../src/server/auth-settings.ts'
import { printLimits } from '../scripts/limits/print.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const pages = tracked.filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it.each(pages)('every link in %s leads to a file', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
    ([, target = '']) => target,
  )
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})

it('no two decisions share a number, and each has the same head', () => {
  const decisions = tracked.filter((path) => path.startsWith('docs/decisions/'))
  const numbers = decisions.map((path) => path.slice(15, 19))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  const head = /^# (\d{4}) .+\n\nStatus: \w+ · Date: [\d-]{10}\n\n## Problem\n/
  expect(decisions.filter((path) => head.exec(read(path))?.[1] !== path.slice(15, 19))).toEqual([])
})

it('every path that a file names exists', () => {
  // These two hold wrong trees on purpose; a document may name a file to be written, NNNN.
  const texts = tracked.filter(
    (path) => /\.(ts|tsx|mjs|md|css|sql)$/.test(path) && !/house-rules|walls\.test/.test(path),
  )
  const named = texts.flatMap((text) =>
    [
      ...read(text).matchAll(/(?<![\w./@-])(?:src|tests|bench|database|docs|scripts)\/[\w./-]+\.\w{2,4}\b/g),
    ].map(([path]) => ({ text, path })),
  )
  const known = new Set(tracked)
  expect(named.filter(({ path }) => !known.has(path) && !path.includes('NNNN'))).toEqual([])
})

it('the systemd unit signals the server alone, leaves it time to stop, and systemd understands every line', () => {
  const unit = read('docs/emote.service')
  expect(unit).toMatch(/^KillMode=mixed$/m)
  // Web sockets 2 s, requests 5 s, mails 5 s, then PostgreSQL.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30)
  expect(existsSync(join(root, /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1] ?? ''))).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'emote-unit-'))
  const copy = join(folder, 'emote.service')
  const here = unit
    .replace('/srv/emote/node_modules/.bin/node', process.execPath)
    .replaceAll('/srv/emote', '/')
  writeFileSync(copy, here.replace('User=emote', 'User=root'))
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  // A machine without systemd cannot check it.
  const said = error ? [] : stderr.split('\n').filter((line) => line.includes('emote.service'))
  expect(said).toEqual([])
})

/** The tests that a section of wire.md links, by their link text. */
function linkedTests(section: string): Map<string, string> {
  const links = section.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.test\.ts)\)/g)
  return new Map([...links].map(([, name = '', path = '']) => [name, read(path)]))
}

/** Test names in the tables whose last column is headed "Test": `calls "upload"; races`. */
function citations(section: string): { file: string; title: string }[] {
  const tables = section.split(/\n\n+/).filter((block) => /^\|.*\| Test \|$/m.test(block))
  const cells = tables.flatMap((table) => table.split('\n').map((row) => row.split('|').at(-2) ?? ''))
  const cited = cells.flatMap((cell) => [...cell.matchAll(/([a-z0-9 -]*)"([^"]+)"/gi)])
  return cited.map(([, file = '', title = '']) => ({ file: file.trim(), title }))
}

it('docs/limits.md is up to date (otherwise: npm run limits)', () => {
  expect(read('docs/limits.md')).toBe(printLimits())
})

it.each(['.env.example', 'docs/operating.md'])('%s names every setting of accounts', (page) => {
  expect(Object.keys(authEntries).filter((name) => !read(page).includes(name))).toEqual([])
})

describe('docs/wire.md', () => {
  const sections = read('docs/wire.md').split(/^## /m).slice(1)
  const named = sections.map((section) => [section.split('\n')[0], section] as const)
  it.each(named)('cites tests that exist: %s', (_, section) => {
    const tests = linkedTests(section)
    const missing = citations(section).filter(({ file, title }) => {
      const candidates = tests.has(file) ? [tests.get(file) ?? ''] : [...tests.values()]
      return !candidates.some((text) => text.includes(title.replace(/…$/, '')))
    })
    expect(missing).toEqual([])
  })
})
