import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDatabaseError } from '../../src/server/db/door.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { directRow } from '../support/direct.ts'

// A spent id stays spent: no late request brings deleted or withdrawn words back.
let app: TestApp
let mina: Person
let ben: Person
let named = 0
beforeAll(async () => {
  app = await startApp({ patient: true })
})
beforeEach(async () => {
  mina = await signUp(app, `Mina${++named}`)
  ben = await signUp(app, `Ben${named}`)
})
afterAll(() => app.stop())

const tables = ['public_posts', 'diary_posts'] as const
type Table = (typeof tables)[number]
const words = (id: string = randomUUID()) => ({ id, mood: 'Calm', content: 'payapa' })
const send = (of: Person, table: Table, row: object | object[]) => of.client.from(table).insert(row)
const withdraw = async (of: Person, id: unknown) => {
  const { data, error } = await of.client.functions.invoke<unknown>('withdraw', { body: { id } })
  if (error) throw new Error(String(error))
  return data
}
const spent = { status: 410, error: { code: 'PT410', message: 'This id is used up' } }

const count = async (table: Table, id: string) =>
  (await app.owner.query(`select from public.${table} where id = $1`, [id])).rowCount
const head = async (of: Person) => {
  const { rows } = await app.owner.query<{ rev: number; entries: number; count: number }>(
    `select h.rev::int, h.entries, count(d)::int as count
     from public.diary_heads h left join public.diary_posts d on d.user_id = h.id where h.id = $1 group by h.id`,
    [of.id],
  )
  return rows[0]
}
const spentIds = async () => (await app.owner.query('select from app.spent_ids')).rowCount

describe.each(tables)('%s', (table) => {
  it('refuses a deleted id with PT410, apart from an id that exists', async () => {
    const row = words()
    await send(mina, table, row).throwOnError()
    expect(await send(mina, table, row)).toMatchObject({ status: 409, error: { code: '23505' } })
    await mina.client.from(table).delete().eq('id', row.id).throwOnError()
    expect(await send(mina, table, row)).toMatchObject(spent)
    expect(await count(table, row.id)).toBe(0)
    await send(mina, table, { ...row, id: randomUUID() }).throwOnError()
  })

  it('removes a stored row, and refuses one that has not arrived yet', async () => {
    const [arrived, late] = [words(), words()]
    await send(mina, table, arrived).throwOnError()
    for (const { id } of [arrived, late, late]) expect(await withdraw(mina, id)).toEqual({ success: true })
    for (const row of [arrived, late]) expect(await send(mina, table, row)).toMatchObject(spent)
    expect(await count(table, arrived.id)).toBe(0)
  })

  it("keeps another person's row, now and later", async () => {
    const row = words()
    await send(mina, table, row).throwOnError()
    await withdraw(ben, row.id)
    expect(await count(table, row.id)).toBe(1)
    // A client that missed the answer still learns that its post exists.
    expect(await send(mina, table, row)).toMatchObject({ status: 409 })
    await mina.client.from(table).update({ content: 'iba na' }).eq('id', row.id).throwOnError()
    await mina.client.from(table).delete().eq('id', row.id).throwOnError()
    expect(await count(table, row.id)).toBe(0)
  })

  it('remembers no ids of a deleted account', async () => {
    await send(mina, table, words()).throwOnError()
    await send(mina, table, words()).throwOnError()
    const before = await spentIds()
    await app.owner.query('delete from auth.users where id = $1', [mina.id])
    expect(await spentIds()).toBe(before)
  })
})

describe('a diary', () => {
  it('stores all rows of a request or none', async () => {
    const table = 'diary_posts'
    const rows = Array.from({ length: 1_000 }, () => words())
    await withdraw(mina, rows[700]?.id)
    expect(await send(mina, table, rows)).toMatchObject(spent)
    expect(await count(table, rows[0]?.id ?? '')).toBe(0)
    await send(mina, table, rows.toSpliced(700, 1)).throwOnError()
  })

  it('counts withdrawn entries, and no refused ones', async () => {
    const [kept, taken] = [words(), words()]
    await send(mina, 'diary_posts', [kept, taken]).throwOnError()
    await withdraw(mina, taken.id)
    await withdraw(mina, randomUUID())
    expect(await head(mina)).toEqual({ rev: 3, entries: 1, count: 1 })
    await send(mina, 'diary_posts', [words(), taken])
    expect(await head(mina)).toEqual({ rev: 3, entries: 1, count: 1 })
  })

  it('accepts an imported entry under its old id, and can delete it again', async () => {
    const row = words()
    await send(mina, 'diary_posts', row).throwOnError()
    const entries = () => mina.client.from('diary_posts')
    await entries().delete().eq('id', row.id).throwOnError()
    const bring = () => entries().upsert({ ...row, brought: true }, { ignoreDuplicates: true })
    for (const _ of ['once', 'twice']) await bring().throwOnError()
    expect(await count('diary_posts', row.id)).toBe(1)
    expect(await send(mina, 'diary_posts', row)).toMatchObject({ status: 409 })
    await withdraw(mina, row.id)
    expect(await count('diary_posts', row.id)).toBe(0)
    expect(await send(mina, 'diary_posts', row)).toMatchObject(spent)
  })
})

const comment = async (id: string = randomUUID()) => {
  const { data } = await ben.client.from('public_posts').insert({ mood: 'Calm', content: 'a' }).select('id')
  return { id, post_id: String(data?.[0]?.id), user_id: mina.id, content: 'yakap' }
}
const say = (row: object) => mina.client.from('post_comments').insert(row)
const stored = async (id: string) =>
  (await app.owner.query('select from public.post_comments where id = $1', [id])).rowCount

describe('a comment', () => {
  it('does not return after it was deleted or withdrawn, whether it had arrived or not', async () => {
    const [deleted, arrived, late] = [await comment(), await comment(), await comment()]
    for (const row of [deleted, arrived]) await say(row).throwOnError()
    expect(await say(arrived)).toMatchObject({ status: 409, error: { code: '23505' } })
    await mina.client.from('post_comments').delete().eq('id', deleted.id).throwOnError()
    for (const { id } of [arrived, late, late]) expect(await withdraw(mina, id)).toEqual({ success: true })
    for (const row of [deleted, arrived, late]) {
      expect(await say(row)).toMatchObject(spent)
      expect(await stored(row.id)).toBe(0)
    }
  })

  it('of another person stays, and one below a deleted post is not remembered', async () => {
    const row = await comment()
    await say(row).throwOnError()
    await withdraw(ben, row.id)
    expect(await stored(row.id)).toBe(1)
    const before = Number(await spentIds())
    await ben.client.from('public_posts').delete().eq('id', row.post_id).throwOnError()
    // The post's own id.
    expect(await spentIds()).toBe(before + 1)
  })

  it('that is being stored is seen by its withdrawal', async () => {
    const { id, post_id } = await comment()
    const sending = await begin()
    const text = 'insert into public.post_comments (id, post_id, user_id, content) values ($1, $2, $3, $4)'
    await sending.query(text, [id, post_id, mina.id, 'yakap'])
    const taking = withdraw(mina, id)
    await waitingForLocks(app)
    await commit(sending)
    await taking
    expect(await stored(id)).toBe(0)
  })
})

it('a message that another person withdraws is still known to the person who sends it again', async () => {
  const { client } = mina
  const inRoom = { id: randomUUID(), wall_id: 'general', message_text: 'musta' }
  const inPrivate = directRow(mina, ben)
  const sendBoth = () =>
    Promise.all([
      client.from('live_chat_messages').insert(inRoom),
      client.from('direct_messages').insert(inPrivate),
    ])
  for (const { error } of await sendBoth()) expect(error).toBeNull()
  for (const { id } of [inRoom, inPrivate]) await withdraw(ben, id)
  const known = { status: 409, error: { code: '23505' } }
  expect(await sendBoth()).toMatchObject([known, known])
})

describe('a caller of withdraw', () => {
  it('needs a session, and names one id', async () => {
    const { data, error } = await app.client().functions.invoke('withdraw', { body: { id: randomUUID() } })
    expect([data, error?.context.status]).toEqual([null, 401])
    for (const body of [{}, { id: 7 }, { id: 'x' }, { id: randomUUID(), from: 'public_posts' }]) {
      const answer = await mina.client.functions.invoke('withdraw', { body })
      expect(answer.error?.context.status).toBe(400)
    }
  })
})

/** Her connection, in an open transaction. */
async function begin(): Promise<Client> {
  const client = new Client(app.login)
  await client.connect()
  await client.query('begin')
  await client.query(
    `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
    [JSON.stringify({ sub: mina.id, role: 'authenticated' })],
  )
  return client
}
async function commit(client: Client): Promise<void> {
  await client.query('commit')
  await client.end()
}

it('a withdrawal leaves the account to others, who can block and report the person meanwhile', async () => {
  const taking = await begin()
  await taking.query('select app.withdraw($1)', [randomUUID()])
  // The lock of a row that refers to her account, taken without waiting.
  await app.owner.query('select from auth.users where id = $1 for key share nowait', [mina.id])
  await commit(taking)
})

describe.each(tables)('withdraw at the moment of an insert: %s', (table) => {
  const insert = `insert into public.${table} (id, mood, content) values ($1, 'Calm', 'payapa')`
  it('waits for an arriving row, and removes it', async () => {
    const id = randomUUID()
    const sending = await begin()
    await sending.query(insert, [id])
    const taking = withdraw(mina, id)
    await waitingForLocks(app)
    await commit(sending)
    expect(await taking).toEqual({ success: true })
    expect(await count(table, id)).toBe(0)
  })

  it.each(['select app.withdraw($1)', `delete from public.${table} where id = $1`])(
    'refuses a row that arrives later: %s',
    async (going) => {
      const row = words()
      if (going.startsWith('delete')) await send(mina, table, row).throwOnError()
      const taking = await begin()
      await taking.query(going, [row.id])
      const sending = send(mina, table, row).then((answer) => answer)
      await waitingForLocks(app)
      await commit(taking)
      expect(await sending).toMatchObject(spent)
      expect(await count(table, row.id)).toBe(0)
    },
  )

  it('leaves nothing behind in either order, five hundred times', async () => {
    const claims = JSON.parse(Buffer.from(mina.token.split('.')[1] ?? '', 'base64url').toString()) as object
    const run = (text: string, id: string) =>
      app.db.as({ ...claims, role: 'authenticated' }, (tx) => tx.last({ text, values: [id] }))
    const seen = { stored: 0, refused: 0 }
    const sendOne = async (id: string) => {
      const code = await run(insert, id).then(
        () => '',
        (error: unknown) => (isDatabaseError(error) ? error.code : String(error)),
      )
      if (code !== '') expect(code).toBe('PT410')
      seen[code === '' ? 'stored' : 'refused']++
    }
    const takeOne = (id: string) => run('select app.withdraw($1)', id)
    const round = async (number: number) => {
      const id = randomUUID()
      await Promise.all((number % 2 ? [sendOne, takeOne] : [takeOne, sendOne]).map((start) => start(id)))
      return id
    }
    const ids: string[] = []
    for (let number = 0; number < 500; number += 4)
      // oxlint-disable-next-line no-await-in-loop -- four pairs at a time, of eight connections
      ids.push(...(await Promise.all([0, 1, 2, 3].map((more) => round(number + more)))))
    const left = await app.owner.query(`select from public.${table} where id = any($1)`, [ids])
    expect(left.rowCount).toBe(0)
    expect(seen.stored + seen.refused).toBe(500)
    // Both orders occurred.
    expect(Math.min(seen.stored, seen.refused)).toBeGreaterThan(10)
  })
})
