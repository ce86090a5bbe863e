import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findThawed, freeze } from '../../scripts/schema/frozen.ts'
import { generate } from '../../scripts/schema/generate.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrations = join(root, 'database/migrations')

describe('what is generated from the migrations', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createDatabase(1)
  })
  afterAll(() => test.drop())
  const stale = async () => {
    const files = Object.entries(await generate(test.owner))
    const read = await Promise.all(files.map(([path]) => readFile(join(root, path), 'utf8')))
    return files.filter(([, text], index) => text !== read[index]).map(([path]) => path)
  }

  it('is up to date (otherwise: npm run schema)', async () => {
    await expect(stale()).resolves.toEqual([])
  })

  it.each([
    [
      'alter table public.post_comments add column mood app.mood',
      ['database/schema.sql', 'src/shared/rows.ts'],
    ],
    [
      'grant select (is_free) on public.usage_ai_refinements to authenticated',
      ['database/schema.sql', 'src/shared/rows.ts'],
    ],
    [
      'grant update (codename) on public.public_posts to authenticated',
      ['database/schema.sql', 'src/shared/database.ts'],
    ],
    [
      'alter trigger after_40_count_added on public.post_comments rename to after_15_count',
      ['database/schema.sql'],
    ],
    [
      `create or replace function app.slug_of(mood app.mood) returns text language sql immutable return 'kalma'`,
      ['database/schema.sql'],
    ],
  ])('is found stale after: %s', async (change, files) => {
    // `generate` rolls its transaction back, and this change with it.
    await test.owner.query(`begin; ${change}`)
    await expect(stale()).resolves.toEqual(files)
  })
})

describe('a column of a view', () => {
  it('may be null when its source may be null, or an outer join or an expression can make it null', async () => {
    const test = await createDatabase(1)
    await test.owner.query(`begin;
      create view public.probes as select p.id, p.template_url, f.id as joined, coalesce(f.codename, '-') as constant,
        coalesce(f.codename, f.avatar_url) as either, w.codename as nested, lower(p.codename) as computed
      from public.public_posts p join public.wall_posts w on w.id = p.id left join public.user_profiles f on f.id = p.user_id;
      grant select on public.probes to authenticated`)
    const rows = (await generate(test.owner))['src/shared/rows.ts'] ?? ''
    await test.drop()
    expect(/type Probe = {\n([^}]*)}/.exec(rows)?.[1]?.trim().split('\n  ')).toEqual([
      'id: string',
      'template_url: string | null',
      'joined: string | null',
      'constant: string',
      'either: string | null',
      'nested: string',
      'computed: string | null',
    ])
  })
})

describe('a migration that was landed', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emote-frozen-'))
    await cp(migrations, folder, { recursive: true })
    return () => rm(folder, { recursive: true })
  })
  const path = (name: string) => join(folder, name)

  it('is frozen (otherwise: npm run schema -- --freeze)', async () => {
    await expect(findThawed(migrations)).resolves.toEqual([])
  })

  it('is reported when it was changed, even by one blank line, and cannot be frozen again', async () => {
    await appendFile(path('0006_posts.sql'), '\n')
    const changed = '0006_posts.sql is frozen and was changed. Undo the change and write a new migration.'
    await expect(findThawed(folder)).resolves.toEqual([changed])
    await expect(freeze(folder)).rejects.toThrow(changed)
  })

  it('is reported when it was removed', async () => {
    await rm(path('0016_jobs.sql'))
    await expect(findThawed(folder)).resolves.toEqual([
      '0016_jobs.sql is frozen and was removed. Restore it.',
    ])
  })

  it('is reported until it is frozen when it is new', async () => {
    await writeFile(path('9000_marks.sql'), 'create table app.marks (n int);')
    await expect(findThawed(folder)).resolves.toEqual([
      '9000_marks.sql is new. Run: npm run schema -- --freeze',
    ])
    await freeze(folder)
    await expect(findThawed(folder)).resolves.toEqual([])
  })
})
