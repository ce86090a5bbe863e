import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const sources = tracked.filter((path) => /^src\/.*\.tsx?$/.test(path))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The room of a source file: the longest of these that it lies in. */
const gateways = ['auth', 'rest', 'realtime', 'storage', 'functions', 'jobs', 'pages'].map(
  (name) => `src/server/${name}`,
)
const serverRooms = ['src/server/db', 'src/server/http', 'src/server/providers', 'src/server/refine']
function roomOf(path: string): string {
  const feature = /^src\/web\/features\/[\w-]+/.exec(path)?.[0]
  const fixed = [
    'src/shared',
    'src/web/lib',
    'src/web/domain',
    'src/web/ui',
    'src/web/app',
    ...serverRooms,
    ...gateways,
  ]
  return feature ?? fixed.find((room) => path.startsWith(`${room}/`)) ?? dirname(path)
}

/** The import law: which rooms a room may reach, itself aside. */
function reaches(room: string): (target: string) => boolean {
  if (room === 'src/shared') return () => false
  if (room === 'src/web/lib') return (target) => target === 'src/shared'
  if (room === 'src/web/domain' || room === 'src/web/ui')
    return (target) => ['src/shared', 'src/web/lib'].includes(target)
  if (room.startsWith('src/web/features/'))
    return (target) => ['src/shared', 'src/web/lib', 'src/web/domain', 'src/web/ui'].includes(target)
  if (room === 'src/web/app') return (target) => target === 'src/shared' || target.startsWith('src/web/')
  if (serverRooms.includes(room)) return (target) => target === 'src/shared'
  if (gateways.includes(room)) return (target) => target === 'src/shared' || serverRooms.includes(target)
  if (room === 'src/server') return (target) => target === 'src/shared' || target.startsWith('src/server/')
  return () => false
}

const importPattern = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Files that may be longer than 400 lines, with the reason. */
const longFiles: Record<string, string> = {}

describe('the house', () => {
  it('keeps the import law', () => {
    const wrong = sources
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(importPattern)].map(([, specifier = '']) => ({
          path,
          target: normalize(join(dirname(path), specifier)),
        })),
      )
      .filter(({ path, target }) => roomOf(path) !== roomOf(target) && !reaches(roomOf(path))(roomOf(target)))
      .map(({ path, target }) => `${path} may not import ${target}`)
    expect(wrong).toEqual([])
  })

  it('opens the database in one place only', () => {
    const knowing = sources
      .filter((path) => !path.includes('.test.') && /from 'pg'/.test(read(path)))
      .map(roomOf)
    expect(new Set(knowing)).toEqual(new Set(['src/server/db']))
  })

  it('reads the environment in main.ts only', () => {
    const reading = sources.filter((path) => path.startsWith('src/') && /process\.env\b/.test(read(path)))
    // embedded.ts hands PATH to the child process it starts.
    expect(reading.toSorted()).toEqual(['src/server/db/embedded.ts', 'src/server/main.ts'])
  })

  it('keeps files small', () => {
    const lengths = sources.map((path) => ({ path, lines: read(path).split('\n').length }))
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    expect(
      lengths.filter(({ path, lines }) => lines > 400 && !longFiles[path]).map(({ path }) => path),
    ).toEqual([])
    expect(at(0.9)).toBeLessThanOrEqual(250)
    expect(at(0.5)).toBeLessThanOrEqual(90)
  })

  it('names things by what they are', () => {
    const vague = tracked.filter((path) =>
      /(^|\/)(utils?|helpers?|misc|common|managers?|services?)(\.|\/)/i.test(path),
    )
    expect(vague).toEqual([])
  })

  it('leaves no debts and no addresses of any one machine', () => {
    const text = tracked.filter(
      (path) => /\.(ts|tsx|sql|css|md|json|mjs|html)$/.test(path) && path !== 'tests/house.test.ts',
    )
    const debts = text.filter((path) =>
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|\bas any\b/.test(read(path)),
    )
    expect(debts).toEqual([])
    expect(/https?:\/\//.exec(read('package-lock.json'))?.[0] ?? 'no host').toBe('no host')
  })

  it('has at most 18 scripts', () => {
    const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(18)
  })
})
