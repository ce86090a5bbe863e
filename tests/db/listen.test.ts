import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../../src/server/db/listen.ts'
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

/** Stands between the server and PostgreSQL; a connection made silent passes nothing on and is not closed. */
async function startCable() {
  const sockets: Socket[] = []
  const silence = new Set<Socket>()
  const cable = createServer((near) => {
    const far = createConnection(`${test.login.host}/.s.PGSQL.5432`)
    sockets.push(near, far)
    near.on('data', (bytes) => silence.has(near) || far.write(bytes)).on('error', () => {})
    far.on('data', (bytes) => silence.has(near) || near.write(bytes)).on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('close', () => silence.has(near) || near.destroy())
  })
  cable.listen(join(folder, '.s.PGSQL.5432'))
  await once(cable, 'listening')
  return {
    goSilent: () => sockets.forEach((socket) => silence.add(socket)),
    stop() {
      for (const socket of sockets) socket.destroy()
      cable.close()
    },
  }
}

it('notices a connection that died without a word, and looks back before it hears on', async () => {
  const cable = await startCable()
  const told: string[] = []
  let wake = () => {}
  const tell = (what: string) => {
    told.push(what)
    wake()
  }
  const until = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve))
  }
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
