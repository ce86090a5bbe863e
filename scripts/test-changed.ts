/**
 * `npm run test:changed`: what a change touches, in about a minute. The change is everything since the upstream main branch, uncommitted
 * and new files included; without an upstream, everything since the last commit.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suitesFor } from './test-map.ts'

const began = Date.now()
const changed = changedFiles()
if (changed.length === 0) {
  console.log('No file differs from the base.')
  process.exit(0)
}
const present = changed.filter((file) => existsSync(file))
const scripts = present.filter((file) => /\.(tsx?|mjs)$/.test(file))
const rooms = [...new Set(scripts.map(roomOf))]
const suites = suitesFor(changed)

if (rooms.length > 0) run('tsc', '-b', ...rooms)
if (scripts.length > 0) run('oxlint', '--type-aware', ...scripts)
run('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...present)
run('vitest', 'related', '--run', '--project', 'unit', '--passWithNoTests', ...scripts)
if (suites.some((suite) => suite.startsWith('tests/journeys/'))) run('node', 'scripts/build.ts')
if (suites.length > 0) run('vitest', 'run', '--project', 'server', '--project', 'journeys', ...suites)
const seconds = Math.round((Date.now() - began) / 1_000)
console.log(`\n${changed.length} changed files checked in ${seconds} s. \`npm test\` runs everything.`)

function changedFiles(): string[] {
  const upstream = ['origin/HEAD', 'origin/main'].find((name) => git('rev-parse', '-q', '--verify', name))
  const base = (upstream && git('merge-base', 'HEAD', upstream)) || 'HEAD'
  const names = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(names.join('\n').split('\n').filter(Boolean))]
}

/** Standard output without the last line break; empty when git refuses. */
function git(...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** The TypeScript project that a file belongs to. */
function roomOf(file: string): string {
  if (file.includes('.test.')) return 'tests'
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
    if (existsSync(join(folder, 'tsconfig.json'))) return folder
  return 'scripts'
}

function run(command: string, ...words: string[]): void {
  console.log(`\n› ${[command, ...words].join(' ')}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
