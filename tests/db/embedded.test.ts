import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { makePrivate } from '../../src/server/db/embedded/folders.ts'
import { runServer } from '../support/nodes.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emote-embedded-'))
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const log = () => {}
const execute = promisify(execFile)
const nobody = 65_534
const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

it('a folder is served by one server only, and the second is told which folder', async () => {
  const first = await startEmbedded({ dataDir, log })
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
    `Another Emote server is running on DATA_DIR ${dataDir}`,
  )
  await first.stop()
})

it("only the server's own account may connect, over the socket, and no program of another account reads the files", async () => {
  const server = await startEmbedded({ dataDir, log })
  const client = new Client(server.owner)
  await client.connect()
  const rules = await client.query('select type, user_name, auth_method, error from pg_hba_file_rules')
  expect(rules.rows).toEqual([
    { type: 'local', user_name: ['postgres', 'authenticator'], auth_method: 'peer', error: null },
  ])
  const accounts = await client.query('select distinct sys_name, error from pg_ident_file_mappings')
  expect(accounts.rows).toEqual([{ sys_name: userInfo().username, error: null }])
  await client.end()
  await server.stop()
  const { uid, mode } = await stat(join(dataDir, 'postgres'))
  expect([uid === nobody, mode & 0o777]).toEqual([false, 0o700])
})

it('the folder of the socket is never a link, whose target would change its owner', async () => {
  const link = join(dataDir, 'link')
  await symlink('/tmp', link)
  const before = await stat('/tmp')
  await expect(makePrivate(link, {})).rejects.toThrow('is a link or belongs to another account')
  expect((await stat('/tmp')).mode).toBe(before.mode)
})

it('a server that root starts becomes the owner of DATA_DIR, like its PostgreSQL and the commands beside it', async () => {
  const owned = await mkdtemp(join(tmpdir(), 'emote-owned-'))
  await chmod(owned, 0o755)
  const owner = process.getuid?.() === 0 ? nobody : process.getuid?.()
  if (owner === nobody) await chown(owned, nobody, nobody)
  const server = await runServer({ DATA_DIR: owned })
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
    await rm(owned, { recursive: true })
  })
  await server.ready
  const made = ['secrets.json', 'pg_hba.conf', 'postgres/postmaster.pid'].map((name) =>
    stat(join(owned, name)),
  )
  expect((await Promise.all(made)).map(({ uid }) => uid)).toEqual([owner, owner, owner])
  const admin = fileURLToPath(new URL('../../scripts/admin.ts', import.meta.url))
  const asked = execute(process.execPath, [admin, 'payments'], {
    env: { PATH: process.env['PATH'], DATA_DIR: owned },
  })
  expect(await asked).toEqual({ stdout: 'No payment waits.\n', stderr: '' })
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // The server stops PostgreSQL last.
  await expect(stat(join(owned, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
})

it('PostgreSQL is started again when it ends by itself', async () => {
  let restarted!: () => void
  const again = new Promise<void>((resolve) => (restarted = resolve))
  const server = await startEmbedded({ dataDir, log: () => restarted() })
  const before = await postmaster()
  process.kill(before, 'SIGKILL')
  await again
  for (let up = false; !up;) {
    const client = new Client({ ...server.owner, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    up = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
  }
  expect(await postmaster()).not.toBe(before)
  // The server still holds the folder. Otherwise a second server would stop its PostgreSQL.
  const client = new Client(server.owner)
  await client.connect()
  for (let held = 0; held === 0;) {
    const { rowCount } = await client.query(`select from pg_locks where locktype = 'advisory' and granted`)
    held = rowCount ?? 0
  }
  await client.end()
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow('Another Emote server is running')
  await server.stop()
})

it('acknowledged rows survive a server that is killed while it writes, and the next server takes the folder over', async () => {
  const writer = fileURLToPath(new URL('../support/endless-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = 0
  for await (const chunk of child.stdout) {
    acknowledged = Number(String(chunk).trim().split('\n').at(-1))
    if (acknowledged >= 200) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const lines: string[] = []
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  const client = new Client(server.owner)
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select max(n)::int as n from written')
  await client.end()
  await server.stop()
  expect(acknowledged).toBeGreaterThanOrEqual(200)
  expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
  expect(lines[0]).toMatch(/^The last server was killed/)
})
