import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenImports } from './support/import-law.ts'

// The compiler, dependency-cruiser and oxlint each get code that breaks every wall once.

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** The output of a tool of node_modules/.bin, with or without findings. */
async function printed(tool: string, ...words: string[]): Promise<string> {
  try {
    return (await run(join(root, 'node_modules/.bin', tool), words, { cwd: root, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

describe('the compiler', () => {
  // The folder lies in the project, so imports find node_modules.
  const folder = join(root, '.cache/walls')
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const browser = ['window.name', 'document.title', 'localStorage.length']
  const node = ['process.env', 'Buffer.alloc(1)', '__dirname']
  it.each([
    {
      room: 'src/shared',
      knows: ['Temporal.Now'],
      refuses: [...browser, ...node, "fetch('/')", 'setTimeout'],
    },
    { room: 'src/server', knows: ["fetch('/')", 'process.env'], refuses: ['window.name', 'document.title'] },
    { room: 'src/server/rest', knows: ['process.env'], refuses: ['window.name', 'document.title'] },
    { room: 'src/web/lib', knows: browser, refuses: [...node, '<br />', 'import.meta.env'] },
    { room: 'src/web/domain', knows: browser, refuses: [...node, '<br />', 'import.meta.env'] },
    { room: 'src/web/ui', knows: browser, refuses: node },
    { room: 'src/web/features/wall', knows: browser, refuses: node },
    { room: 'src/web/app', knows: browser, refuses: node },
    { room: 'src/web/worker', knows: ['caches.keys()'], refuses: [...node, 'document.title', 'window.name'] },
  ])('gives $room only what its environment has', async ({ room, knows, refuses }) => {
    const place = join(folder, room)
    await write(place, {
      'tsconfig.json': JSON.stringify({
        extends: join(root, room, 'tsconfig.json'),
        compilerOptions: { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true },
        files: ['lines.tsx'],
        include: [],
      }),
      'lines.tsx': [...refuses, ...knows].map((line, at) => `export const a${at} = ${line}`).join('\n'),
    })
    const refused = (await printed('tsc', '-p', place)).matchAll(/lines\.tsx\((\d+),/g)
    expect([...new Set([...refused].map(([, line]) => Number(line)))]).toEqual(refuses.map((_, at) => at + 1))
  })

  it.each([
    { room: 'src/server', foreign: /lib\.dom\.d\.ts/ },
    { room: 'src/web/app', foreign: /@types\/node\// },
    { room: 'src/shared', foreign: /lib\.dom\.d\.ts|\/node_modules\/(?!@typescript)/ },
    { room: 'src/web/worker', foreign: /lib\.dom\.d\.ts|@types\/node\// },
  ])('lets no package bring another environment into $room', async ({ room, foreign }) => {
    const files = (await printed('tsc', '-p', room, '--listFilesOnly')).split('\n')
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => foreign.test(file))).toEqual([])
  })

  it('refuses a feature that imports a feature', async () => {
    await write(folder, {
      'src/web/features/wall/tsconfig.json': JSON.stringify({
        extends: join(root, 'src/web/features/wall/tsconfig.json'),
        files: ['wrong.ts'],
        include: [],
        references: [{ path: join(root, 'src/web/domain') }, { path: join(root, 'src/web/ui') }],
      }),
      'src/web/features/wall/wrong.ts': `import type {} from '${join(root, 'src/web/features/diary/Diary.tsx')}'`,
    })
    expect(await printed('tsc', '-p', join(folder, 'src/web/features/wall'), '--noEmit')).toContain('TS6307')
  })
})

describe('dependency-cruiser', () => {
  const wrong = {
    'src/shared/a.ts': "import '../web/lib/a.ts'",
    'src/shared/packages.ts': "import { readFile } from 'node:fs'",
    'src/web/worker/a.ts': "import '../lib/a.ts'",
    'src/web/lib/a.ts': "import type { A } from '../domain/draft/a.ts'",
    'src/web/domain/draft/a.ts': "import { A } from '../../ui/A.tsx'",
    'src/web/domain/diary/a.ts': "import type { A } from '../outbox/a.ts'",
    'src/web/domain/outbox/a.ts': "import { b } from '../diary/b.ts'",
    'src/web/domain/diary/b.ts': '',
    'src/web/ui/A.tsx': "import { A } from '../domain/diary/b.ts'",
    'src/web/features/wall/A.tsx': "import { A } from '../diary/A.tsx'",
    'src/web/features/wall/A.test.ts': "import { A } from '../diary/A.tsx'",
    'src/web/features/diary/A.tsx': "export const load = () => import('../wall/B.tsx')",
    'src/web/features/wall/B.tsx': '',
    'src/web/gallery/A.tsx': "import { A } from '../app/a.ts'",
    'src/web/app/a.ts': "import type { A } from '../../server/app.ts'",
    'src/server/app.ts': "import '../web/lib/a.ts'",
    'src/server/http/a.ts': "import '../providers/a.ts'",
    'src/server/providers/a.ts': '',
    'src/server/files/a.ts': "import '../rest/a.ts'",
    'src/server/payments/a.ts': "import '../rest/a.ts'",
    'src/server/refine/a.ts': "import type { A } from '../http/a.ts'",
    'src/server/rest/a.ts': "import '../auth/a.ts'",
    'src/server/auth/a.ts': "import { Pool } from 'pg'",
    'src/server/db/door.ts': "import { Pool } from 'pg'",
    'src/server/main.ts': "import '../../tests/support/a.ts'",
    'src/server/jobs/a.ts': "import type { B } from './b.ts'",
    'src/server/jobs/b.ts': "export const load = () => import('./a.ts')",
    'tests/support/a.ts': '',
  }
  let folder: string
  let found: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emote-walls-'))
    await write(folder, wrong)
    found = await brokenImports(folder, ['src', 'tests'])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    'shared-imports-nothing: src/shared/a.ts → src/web/lib/a.ts',
    'shared-has-no-packages: src/shared/packages.ts → fs',
    'worker-imports-nothing: src/web/worker/a.ts → src/web/lib/a.ts',
    'lib-is-the-ground: src/web/lib/a.ts → src/web/domain/draft/a.ts',
    'domain-has-no-screen: src/web/domain/draft/a.ts → src/web/ui/A.tsx',
    'ui-has-no-data: src/web/ui/A.tsx → src/web/domain/diary/b.ts',
    'a-feature-is-alone: src/web/features/wall/A.tsx → src/web/features/diary/A.tsx',
    'a-feature-is-alone: src/web/features/wall/A.test.ts → src/web/features/diary/A.tsx',
    'a-feature-is-alone: src/web/features/diary/A.tsx → src/web/features/wall/B.tsx',
    'the-gallery-shows-ui: src/web/gallery/A.tsx → src/web/app/a.ts',
    'app-joins-the-web: src/web/app/a.ts → src/server/app.ts',
    'the-server-is-no-web: src/server/app.ts → src/web/lib/a.ts',
    'http-knows-the-door: src/server/http/a.ts → src/server/providers/a.ts',
    'files-and-mail-know-the-door: src/server/files/a.ts → src/server/rest/a.ts',
    'payments-know-the-door: src/server/payments/a.ts → src/server/rest/a.ts',
    'vendors-are-alone: src/server/refine/a.ts → src/server/http/a.ts',
    'a-gateway-is-alone: src/server/rest/a.ts → src/server/auth/a.ts',
    'pg-is-behind-the-door: src/server/auth/a.ts → pg',
    'the-product-needs-no-tests: src/server/main.ts → tests/support/a.ts',
    'no-circle-of-files: src/server/jobs/a.ts → src/server/jobs/b.ts → src/server/jobs/a.ts',
    'no-circle-of-domains: src/web/domain/diary → src/web/domain/outbox → src/web/domain/diary',
  ])('refuses %s', (line) => {
    expect(found).toContain(line)
  })

  it('lets the database folder know pg', () => {
    expect(found.filter((line) => line.includes('src/server/db/door.ts → pg'))).toEqual([])
  })
})

describe('oxlint', () => {
  it('refuses a long function, a default export and a barrel', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'emote-lint-'))
    const calls = Array.from({ length: 61 }, (_, at) => `  console.log(${at})`).join('\n')
    await write(folder, {
      'a.ts': `export function long() {\n${calls}\n}\n`,
      'b.ts': 'export default 1\n',
      'c.ts': "export * from './a.ts'\n",
    })
    const lines = (await printed('oxlint', '-c', join(root, '.oxlintrc.json'), '-f', 'unix', folder)).split(
      '\n',
    )
    await rm(folder, { recursive: true })
    expect(
      lines.map((line) => /(\w\.ts):.*\[Error\/(.*)\]$/.exec(line)?.slice(1).join(' ')).filter(Boolean),
    ).toEqual(
      expect.arrayContaining([
        'a.ts eslint(max-lines-per-function)',
        'b.ts import(no-default-export)',
        'c.ts oxc(no-barrel-file)',
      ]),
    )
  })
})
