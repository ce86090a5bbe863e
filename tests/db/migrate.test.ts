import { copyFile, cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../src/server/db/migrate.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

const migrations = fileURLToPath(new URL('../../database/migrations', import.meta.url))
let test: TestDatabase
let folder: string
beforeEach(async () => {
  test = await createDatabase(1)
  folder = await mkdtemp(join(tmpdir(), 'emote-migrations-'))
  await cp(migrations, folder, { recursive: true })
  return async () => {
    await test.drop()
    await rm(folder, { recursive: true })
  }
})
const path = (name: string) => join(folder, name)

describe('a database that was migrated', () => {
  it('takes each new file once', async () => {
    await writeFile(path('9000_marks.sql'), 'create table app.marks (n int);')
    await expect(migrate(test.login, folder)).resolves.toEqual(['9000_marks.sql'])
    await expect(migrate(test.login, folder)).resolves.toEqual([])
  })

  it('refuses the code of an older release, and names the newer file', async () => {
    await writeFile(path('9000_marks.sql'), 'create table app.marks (n int);')
    await migrate(test.login, folder)
    await rm(path('9000_marks.sql'))
    await expect(migrate(test.login, folder)).rejects.toThrow(
      /This code is older than the database: migration 9000_marks\.sql ran in it/,
    )
  })

  it('waits for a transaction that holds a lock, names it without its words, and tries again', async () => {
    await writeFile(path('9000_marks.sql'), 'alter table app.spent_ids add column mark int;')
    await test.owner.query(`begin; lock table app.spent_ids; select 'lihim ni Mina'`)
    const logged: string[] = []
    const log = async (line: string) => {
      logged.push(line)
      await test.owner.query('rollback')
    }
    const ran = await migrate(test.login, folder, { lockMs: 20, log: (line) => void log(line) })
    expect(ran).toEqual(['9000_marks.sql'])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(
      /9000_marks\.sql waits for a lock.* process \d+ .*lock table app\.spent_ids; select/,
    )
    expect(logged[0]).not.toContain('lihim')
  })

  it('refuses a file that was changed after it ran, by name', async () => {
    await copyFile(path('0004_moods.sql'), path('0006_posts.sql'))
    await expect(migrate(test.login, folder)).rejects.toThrow(
      'Migration 0006_posts.sql was changed after it ran in this database.',
    )
  })

  it('refuses the files of another checkout, and says what to do', async () => {
    await rename(path('0006_posts.sql'), path('0006_walls.sql'))
    await expect(migrate(test.login, folder)).rejects.toThrow(
      /0006_posts\.sql was removed .* start with an empty DATA_DIR/,
    )
  })

  it('keeps nothing of a file that fails, and names it', async () => {
    await writeFile(path('9000_half.sql'), 'create table app.half (n int); select 1 / 0;')
    await expect(migrate(test.login, folder)).rejects.toThrow(
      'Migration 9000_half.sql failed: division by zero',
    )
    const { rows } = await test.owner.query(`select to_regclass('app.half') as half`)
    expect(rows).toEqual([{ half: null }])
  })
})
