import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { conversationOf, directRow, listed, meet, textsOf, write } from '../support/direct.ts'

let app: TestApp
let mina: Person
let ben: Person
let conversation: string

beforeAll(async () => {
  app = await startApp({ patient: true })
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
  conversation = conversationOf(mina, ben)
})
beforeEach(async () => {
  await app.owner.query('delete from public.user_blocks')
  await app.owner.query('delete from public.conversation_members')
})
afterAll(() => app.stop())

const messages = ({ client }: Person) => client.from('direct_messages')
/** How many answers have each status. */
const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  )
const accept = (person: Person) =>
  person.client.from('conversation_members').update({ state: 'open' }).eq('conversation_id', conversation)

/** Holds the conversation's lock until both wait for it, in this order. */
async function inThisOrder<A, B>(first: () => PromiseLike<A>, second: () => PromiseLike<B>): Promise<[A, B]> {
  await app.owner.query('begin')
  await app.owner.query('select app.lock_talk($1)', [`dm-${conversation}`])
  const one = Promise.resolve(first())
  await waitingForLocks(app)
  const other = Promise.resolve(second())
  await waitingForLocks(app, 2)
  await app.owner.query('commit')
  return Promise.all([one, other])
}

describe('at the same moment', () => {
  it('both write the first message: one conversation, and both know each other', async () => {
    const answers = await Promise.all([write(mina, ben, 'una'), write(ben, mina, 'una rin')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    for (const [person, other] of [
      [mina, ben],
      [ben, mina],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- two of them
      expect(await listed(person, other)).toMatchObject({
        state: 'open',
        is_pending: false,
        unread: 1,
        last_seq: 2,
      })
  })

  it('a stranger sends ten messages, and three are stored', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(ben, mina)))
    expect(tally(answers)).toEqual({ 201: 3, 403: 7 })
    expect(await listed(mina, ben)).toMatchObject({ state: 'request', unread: 3 })
  })

  it('a new account tries to begin eight conversations, and five begin', async () => {
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into auth.users (id, email) select gen_random_uuid(), 'rami-' || n || '@example.test' from generate_series(1, 8) as n returning id`,
    )
    const answers = await Promise.all(rows.map(({ id }) => write(mina, { id })))
    expect(tally(answers)).toEqual({ 201: 5, 429: 3 })
  })

  it('both react, and neither reaction is lost', async () => {
    await meet(mina, ben)
    const row = directRow(mina, ben)
    await messages(mina).insert(row).throwOnError()
    const react = (person: Person, emoji: string) =>
      messages(person)
        .update({ reactions: { [person.id]: [emoji] } })
        .eq('id', row.id)
        .throwOnError()
    const taps = ['👍', '❤️', '😂', '😮'].flatMap((emoji) => [react(mina, emoji), react(ben, emoji)])
    await Promise.all([...taps, messages(mina).update({ text: 'iba na' }).eq('id', row.id).throwOnError()])
    await Promise.all([react(mina, '😢'), react(ben, '😡')])
    expect((await messages(ben).select('text, reactions').eq('id', row.id).single()).data).toEqual({
      text: 'iba na',
      reactions: { [mina.id]: ['😢'], [ben.id]: ['😡'] },
    })
  })

  it('thirty messages of both people get thirty numbers in the order of their times, and all are unread', async () => {
    await meet(mina, ben)
    const thirty = Array.from({ length: 30 }, (_, n) => (n % 2 ? write(mina, ben) : write(ben, mina)))
    for (const { status } of await Promise.all(thirty)) expect(status).toBe(201)
    const { data } = await messages(mina).select('seq').order('created_at').throwOnError()
    expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1))
    expect([await listed(mina, ben), await listed(ben, mina)]).toMatchObject([{ unread: 16 }, { unread: 16 }])
  })

  it('a message is sent twice under one id: it is stored and counted once', async () => {
    await meet(mina, ben)
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(mina, ben, 'minsan', id)))
    expect(tally(answers)).toEqual({ 201: 1, 409: 7 })
    expect(await listed(ben, mina)).toMatchObject({ unread: 2, last_seq: 3 })
  })

  it('one accepts while the other writes, deletes and is read: the numbers are right', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids.slice(0, 2))
      // oxlint-disable-next-line no-await-in-loop -- in order
      await write(ben, mina, 'hi', id).throwOnError()
    const answers = await Promise.all([
      accept(mina),
      write(ben, mina, 'nandito ako', ids[2]),
      messages(ben).delete().eq('id', ids[0]),
      write(mina, ben, 'hello'),
    ])
    for (const { error } of answers) expect(error).toBeNull()
    expect(await listed(mina, ben)).toMatchObject({ state: 'open', unread: 2 })
    expect(await listed(ben, mina)).toMatchObject({ is_pending: false, unread: 1 })
  })

  it('one deletes an account while the other writes: neither waits for ever, and nothing is left', async () => {
    const lito = await signUp(app, `Lito${randomUUID().slice(0, 6)}`)
    await meet(mina, lito)
    const writes = Array.from({ length: 6 }, () => write(mina, lito))
    const [, ...answers] = await Promise.all([
      app.db.asService((tx) => tx.last({ text: 'delete from auth.users where id = $1', values: [lito.id] })),
      ...writes,
    ])
    for (const { status } of answers) expect([201, 404]).toContain(status)
    const { rowCount } = await app.owner.query(
      `select from public.conversation_members as m full join public.direct_messages as d using (conversation_id)
       where conversation_id = $1`,
      [conversationOf(mina, lito)],
    )
    expect(rowCount).toBe(0)
  })
})

const block = () => mina.client.from('user_blocks').insert({ blocked_id: ben.id })

describe('a block', () => {
  it('lets in the message that came before it, and refuses the one that came after it', async () => {
    await meet(mina, ben)
    const [before] = await inThisOrder(() => write(ben, mina, 'bago pa'), block)
    expect(before).toMatchObject({ status: 201 })
    await mina.client.from('user_blocks').delete().eq('blocked_id', ben.id).throwOnError()
    const [, after] = await inThisOrder(block, () => write(ben, mina, 'huli na'))
    expect(after).toMatchObject({ status: 403, error: { code: 'PT403' } })
    await mina.client.from('user_blocks').delete().eq('blocked_id', ben.id).throwOnError()
    expect(await textsOf(mina, mina, ben)).toEqual(['hi', 'hello', 'bago pa'])
  })
})
