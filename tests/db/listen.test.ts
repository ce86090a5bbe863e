import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../src/server/db/listen.ts'
import { createBell } from '../support/live.ts'
import { startCable } from '../support/network.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'emote-listen-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

it('a listener notices a connection that died silently, and looks back before it hears the next notification', async () => {
  const cable = await startCable(
    { path: `${test.login.host}/.s.PGSQL.5432` },
    { path: join(folder, '.s.PGSQL.5432') },
  )
  const told: string[] = []
  const bell = createBell()
  const tell = (what: string) => {
    told.push(what)
    bell.ring()
  }
  const until = (count: number) => bell.until(() => told.length >= count)
  const stop = await listen({ ...test.login, host: folder }, 'news', tell, () => tell('resumed'))
  await test.owner.query(`notify news, 'one'`)
  await until(1)
  cable.goSilent()
  await test.owner.query(`notify news, 'missed'`)
  await until(2)
  await test.owner.query(`notify news, 'two'`)
  await until(3)
  expect(told).toEqual(['one', 'resumed', 'two'])
  cable.goSilent()
  await stop()
  cable.stop()
})
