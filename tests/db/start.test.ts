import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { runServer, type ServerRun } from '../support/nodes.ts'

let test: TestDatabase
let folder: string
let running: ServerRun
beforeAll(async () => {
  test = await createDatabase(1)
  folder = await mkdtemp(join(tmpdir(), 'emote-start-'))
  running = await start('first')
  await running.ready
})
afterAll(async () => {
  running.process.kill('SIGTERM')
  await running.ended
  await test.drop()
  await rm(folder, { recursive: true })
})

/** A node on the test's database with a DATA_DIR of this name. */
function start(name: string, settings: NodeJS.ProcessEnv = {}): Promise<ServerRun> {
  const { host, database } = test.login
  const url = `postgres://postgres@localhost/${database}?host=${encodeURIComponent(String(host))}`
  return runServer({ DATABASE_URL: url, DATABASE_POOL: '10', DATA_DIR: join(folder, name), ...settings })
}

/** The node's output when it refuses to start. */
async function refusal(node: ServerRun): Promise<string> {
  expect(await node.ended).toBe(1)
  return node.lines.join('\n')
}

it("the pool's login logs no words and compiles nothing, whatever the settings of the server", async () => {
  const loud = [
    'log_parameter_max_length = -1',
    'log_parameter_max_length_on_error = -1',
    'log_error_verbosity = verbose',
    'log_min_messages = info',
    'log_min_error_statement = info',
    'auto_explain.log_min_duration = 0',
    'jit = on',
  ]
  for (const setting of loud) await test.owner.query(`alter database ${test.login.database} set ${setting}`)
  const client = new Client({ ...test.login, user: 'authenticator' })
  await client.connect()
  const { rows } = await client.query<{ value: string }>(
    'select current_setting(name) as value from unnest($1::text[]) as name',
    [loud.map((setting) => setting.split(' ')[0])],
  )
  await client.end()
  expect(rows.map(({ value }) => value)).toEqual(['0', '0', 'terse', 'log', 'panic', '-1', 'off'])
})

it('a taken port is refused by name before a database is made', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = String(typeof address === 'object' && address?.port)
  const node = await runServer({ PORT: port, DATA_DIR: join(folder, 'taken') })
  expect(await refusal(node)).toContain(
    `Emote cannot listen on PORT ${port} of HOST 127.0.0.1: another program`,
  )
  await expect(readdir(join(folder, 'taken'))).rejects.toThrow('ENOENT')
  holder.close()
})

it('a pool larger than the server of the database is refused by name', async () => {
  const node = await start('first', { DATABASE_POOL: '200' })
  expect(await refusal(node)).toMatch(/DATABASE_POOL is 200, but PostgreSQL has 96 connections/)
})

it('a node with other secrets is refused by name, unless the secrets are replaced on purpose', async () => {
  expect(await refusal(await start('second'))).toContain('DATA_DIR/secrets.json is not the one')
  const person = `insert into auth.users (email) values ('tao@example.test') returning id`
  await test.owner.query(
    `with person as (${person}) insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret)
      select id, kind, 'verified', kind, case kind when 'totp' then ''::bytea end from person, unnest(array['totp', 'recovery_code', 'webauthn']) as kind`,
  )
  const replacing = await start('second', { SECRETS_REPLACED: '1' })
  await replacing.ready
  // The lost secrets sealed the keys of authenticator apps. A security key has its own.
  const { rows } = await test.owner.query(
    'select factor_type, has_second_step from auth.mfa_factors as f join auth.users as u on u.id = f.user_id',
  )
  expect(rows).toEqual([{ factor_type: 'webauthn', has_second_step: true }])
  expect(replacing.lines[0]).toContain('SECRETS_REPLACED')
  replacing.process.kill('SIGTERM')
  await replacing.ended
  // The first node's secrets are the right ones again.
  await test.owner.query('delete from app.node_secrets')
})

it('a start that meets a locked table says what waits, and serves when it is free', async () => {
  await test.owner.query('begin; lock table realtime.messages')
  const node = await start('first')
  await expect.poll(() => node.lines.join(), { interval: 20 }).toContain('reads the newest events')
  await test.owner.query('rollback')
  await node.ready
  node.process.kill('SIGTERM')
  expect(await node.ended).toBe(0)
})

it('after a newer release migrated the database, a node of the older one goes on, and no other starts', async () => {
  await test.owner.query(`insert into app.migrations (name, checksum) values ('9999_future.sql', '-')`)
  expect(await refusal(await start('first'))).toContain('migration 9999_future.sql ran in it')
  expect((await fetch(`${running.origin}/readyz`)).status).toBe(200)
})
