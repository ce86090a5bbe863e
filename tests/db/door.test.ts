import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable, isDatabaseError, openDoor } from '../../src/server/db/door.ts'
import { startCable } from '../support/network.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase(4)
})
afterAll(() => test.drop())

const visitor = { role: 'anon' } as const
const throwAtOnce = () => {
  throw new Error('before the first statement')
}
const codeOf = (error: unknown) => (isDatabaseError(error) ? error.code : String(error))

const raise = (code: string) => ({ text: `do $$ begin raise sqlstate '${code}'; end $$` })

const divide = (n: number) =>
  test.db.asService(async (tx) => {
    const [, { rows }] = await Promise.all([
      tx.query({ text: 'select 1 / $1::int', values: [n] }),
      tx.last({ text: 'select $1::int as n', values: [n] }),
    ])
    return rows
  })

describe('the door to the database', () => {
  it('sets role and claims for the transaction and nothing after it', async () => {
    const { rows } = await test.db.as(visitor, (tx) =>
      tx.last({ text: 'select current_user::text as who, auth.role() as claim' }),
    )
    expect(rows).toEqual([{ who: 'anon', claim: 'anon' }])
    const raw = openDoor({ ...test.login, user: 'authenticator' }, 1)
    await raw.asService((tx) => tx.last({ text: 'select 1' }))
    const after = await raw.as(visitor, (tx) => tx.last({ text: 'select current_user::text as who' }))
    expect(after.rows).toEqual([{ who: 'anon' }])
    await raw.close()
  })

  it('has a login that may do nothing by itself', async () => {
    const { rows } = await test.owner.query(
      `select rolsuper or rolbypassrls or rolcreaterole or rolinherit as strong,
        exists (select from pg_class where relowner = r.oid) as owns,
        has_table_privilege(r.oid, 'public.public_posts', 'select') as reads
       from pg_roles r where rolname = 'authenticator'`,
    )
    expect(rows).toEqual([{ strong: false, owns: false, reads: false }])
  })

  it('refuses a session that does not exist before anything of the transaction runs', async () => {
    const stranger = { role: 'authenticated', sub: randomUUID(), session_id: randomUUID() } as const
    const attempt = test.db.as(stranger, (tx) => tx.last({ text: 'select 1' }))
    await expect(attempt.catch(codeOf)).resolves.toBe('PT401')
  })

  it('rolls back when the work throws, and keeps the connection clean', async () => {
    await test.owner.query('create table app.marks (n int); grant all on app.marks to service_role')
    const attempt = test.db.asService(async (tx) => {
      await tx.query({ text: 'insert into app.marks values (1)' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await expect(
      test.db.asService((tx) => tx.last({ text: 'select * from app.marks' })),
    ).resolves.toMatchObject({ rowCount: 0 })
  })

  it('runs a transaction again after a deadlock, and stores it once', async () => {
    await test.owner.query('create table app.tries (n int); grant all on app.tries to service_role')
    let runs = 0
    await test.db.asService(async (tx) => {
      runs++
      await tx.query({ text: 'insert into app.tries values ($1)', values: [runs] })
      if (runs < 3) await tx.query(raise('40P01'))
    })
    const { rows } = await test.db.asService((tx) => tx.last({ text: 'select n from app.tries' }))
    expect(rows).toEqual([{ n: 3 }])
  })

  it.each([
    ['40P01', 4],
    ['40001', 4],
    ['55P03', 1],
    ['23505', 1],
    ['PT401', 1],
  ])('gives %s back after %i runs', async (code, expected) => {
    let runs = 0
    const attempt = test.db.asService((tx) => {
      runs++
      return tx.last(raise(code))
    })
    await expect(attempt.catch(codeOf)).resolves.toBe(code)
    expect(runs).toBe(expected)
  })

  it('releases its connection when the work throws before its first statement', async () => {
    const attempts = Array.from({ length: 12 }, () => test.db.asService(throwAtOnce).catch(String))
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['Error: before the first statement']))
    expect(test.db.connections().waiting).toBe(0)
    await expect(test.db.asService((tx) => tx.last({ text: 'select 1 as one' }))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    })
  })

  it('answers a refused statement with its own SQLSTATE, not with the aborted transaction', async () => {
    const attempt = test.db.as(visitor, async (tx) => {
      const first = tx.query({ text: 'select 1/0' })
      const second = tx.last({ text: 'select 1' })
      await first
      return second
    })
    await expect(attempt.catch(codeOf)).resolves.toBe('22012')
  })

  it('commits a statement before the transaction, which does not run when it fails', async () => {
    await test.owner.query('create table app.firsts (n int unique); grant all on app.firsts to service_role')
    const before = { text: 'insert into app.firsts values (1) returning current_user' }
    const who = { text: 'select current_user::text as who' }
    const lost = test.db.as(visitor, (tx) => tx.last(raise('23514')), { before })
    await expect(lost.catch(codeOf)).resolves.toBe('23514')
    let answered = false
    const refused = test.db.as(
      visitor,
      async (tx) => {
        await tx.query(who)
        answered = true
      },
      { before },
    )
    await expect(refused.catch(codeOf)).resolves.toBe('23505')
    expect(answered).toBe(false)
    const { rows } = await test.db.as(visitor, (tx) => tx.last(who), {
      before: { text: 'delete from app.firsts' },
    })
    expect(rows).toEqual([{ who: 'anon' }])
    expect((await test.owner.query('select from app.firsts')).rowCount).toBe(0)
  })

  it('ends a statement that runs longer than its time', async () => {
    const attempt = test.db.as(visitor, (tx) => tx.last({ text: 'select pg_sleep(5)' }), { timeoutMs: 50 })
    await expect(attempt.catch(codeOf)).resolves.toBe('57014')
  })

  it('ends a statement that waits for a lock well before its time is over', async () => {
    await test.owner.query('create table app.held (n int); grant all on app.held to service_role')
    await test.owner.query('begin; lock table app.held')
    const attempt = test.db.asService((tx) => tx.last({ text: 'insert into app.held values (1)' }))
    const code = await attempt.catch(codeOf)
    await test.owner.query('rollback')
    expect(code).toBe('55P03')
  })

  it('cannot write in a read-only transaction', async () => {
    const attempt = test.db.asService((tx) => tx.last({ text: 'insert into app.marks values (2)' }), {
      readOnly: true,
    })
    await expect(attempt.catch(codeOf)).resolves.toBe('25006')
  })

  it('answers the same from prepared statements, for each role', async () => {
    const text = 'select current_user::text as who, $1::int as n'
    for (let n = 0; n < 12; n++) {
      const asVisitor = await test.db.as(visitor, (tx) => tx.last({ text, values: [n] }))
      const asService = await test.db.asService((tx) => tx.last({ text, values: [n] }))
      expect([asVisitor.rows, asService.rows]).toEqual([[{ who: 'anon', n }], [{ who: 'service_role', n }]])
    }
  })

  it('does not prepare a long statement, which any stranger can make up', async () => {
    const door = openDoor({ ...test.login, user: 'authenticator' }, 1)
    const short = 'select 1 as short'
    const long = `select 1 as long ${' '.repeat(2_000)}`
    for (const text of [short, long])
      for (let use = 0; use < 8; use++) await door.asService((tx) => tx.last({ text }))
    const { rows } = await door.asService((tx) =>
      tx.last({
        text: `select btrim(statement) as text from pg_prepared_statements where statement like 'select 1 as %'`,
      }),
    )
    expect(rows).toEqual([{ text: short }])
    await door.close()
  })

  it('does not prepare a statement that must be planned with its values', async () => {
    const door = openDoor({ ...test.login, user: 'authenticator' }, 1)
    for (let use = 0; use < 8; use++)
      await door.asService((tx) =>
        tx.last({ text: 'select $1::text as sought', values: ['a'], unnamed: true }),
      )
    const { rows } = await door.asService((tx) =>
      tx.last({ text: `select from pg_prepared_statements where statement like 'select $1::text as %'` }),
    )
    expect(rows).toEqual([])
    await door.close()
  })

  it('records prepared names correctly when a refusal skips later statements', async () => {
    for (let n = 0; n < 8; n++) {
      await expect(divide(0).catch(codeOf)).resolves.toBe('22012')
      await expect(divide(n + 1)).resolves.toEqual([{ n: n + 1 }])
    }
  })

  it('closes a connection whose statement could not be encoded', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const attempt = test.db.asService((tx) => tx.last({ text: 'select $1::text', values: [endless] }))
    await expect(attempt).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(test.db.asService((tx) => tx.last({ text: 'select 1 as one' }))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    })
  })

  it('reports that PostgreSQL is away, and works again when it is back', async () => {
    const held = test.db.asService((tx) => tx.last({ text: 'select pg_sleep(10)' }), { timeoutMs: 20_000 })
    const failed = held.catch((error: unknown) => error)
    for (let cut = 0; cut === 0;) {
      const { rowCount } = await test.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`,
      )
      cut = rowCount ?? 0
    }
    expect(await failed).toBeInstanceOf(DatabaseUnavailable)
    await expect(test.db.asService((tx) => tx.last({ text: 'select 1 as one' }))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    })
  })

  it('closes a connection that died silently', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'emote-door-'))
    const cable = await startCable(
      { path: `${test.login.host}/.s.PGSQL.5432` },
      { path: join(folder, '.s.PGSQL.5432') },
    )
    const door = openDoor({ ...test.login, user: 'authenticator', host: folder }, 1)
    const ask = () => door.asService((tx) => tx.last({ text: 'select 1 as one' }), { timeoutMs: 100 })
    await ask()
    cable.goSilent()
    await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await door.close()
    cable.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('reads an answer that arrived while this process was paused', async () => {
    const door = openDoor({ ...test.login, user: 'authenticator' }, 1)
    const ask = () => door.asService((tx) => tx.last({ text: 'select 1 as one' }), { timeoutMs: 100 })
    await ask()
    const late = ask()
    // The write has reached PostgreSQL by now.
    await setImmediate()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
    await expect(late).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await door.close()
  })

  it('hears notifications, and listens again after its connection was cut', async () => {
    const heard: string[] = []
    let resumed!: () => void
    const back = new Promise<void>((resolve) => (resumed = resolve))
    const waiting: ((payload: string) => void)[] = []
    const next = () => new Promise<string>((resolve) => waiting.push(resolve))
    const stop = await test.db.listen(
      'news',
      (payload) => {
        heard.push(payload)
        waiting.shift()?.(payload)
      },
      () => resumed(),
    )
    const first = next()
    await test.owner.query(`notify news, 'one'`)
    await first
    await test.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    )
    await back
    const second = next()
    await test.owner.query(`notify news, 'two'`)
    await second
    expect(heard).toEqual(['one', 'two'])
    await stop()
  })
})
