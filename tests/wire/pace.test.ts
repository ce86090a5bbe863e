import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestLimits, writeLimits } from '../../src/server/http/limits.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

const day = 86_400_000
let app: TestApp
let mina: Person
let karlo: Person
beforeAll(async () => {
  app = await startApp({ settings: { limits: 'strict', accessTokenSeconds: 200_000 }, stoppedClock: true })
  mina = await signUp(app, 'Mina')
  app.advance(day + 1)
  karlo = await signUp(app, 'Karlo')
})
afterAll(() => app.stop())

const post = (content: string) => ({ mood: 'Joy', content })
const rows = (number: number) => Array.from({ length: number }, (_, n) => post(`${n}`))
const write = (person: Person, content = 'isa') => person.client.from('public_posts').insert(post(content))
const tally = (answers: { status: number }[]) => ({
  stored: answers.filter(({ status }) => status === 201).length,
  slowed: answers.filter(({ status }) => status === 429).length,
})
const inTurn = async <T>(times: number, work: () => PromiseLike<T>): Promise<T[]> => {
  const answers: T[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person writes
  for (let n = 0; n < times; n++) answers.push(await work())
  return answers
}

describe('the pace of writes', () => {
  it('is tighter on the first day of an account, and told in seconds', async () => {
    expect(tally(await inTurn(12, () => write(karlo)))).toEqual({ stored: 10, slowed: 2 })
    expect(tally(await inTurn(32, () => write(mina)))).toEqual({ stored: 30, slowed: 2 })
    const response = await app.fetch('/rest/v1/public_posts', {
      method: 'POST',
      headers: {
        apikey: app.keys.anonKey,
        authorization: `Bearer ${karlo.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(post('isa pa')),
    })
    const wait = Number(response.headers.get('retry-after'))
    expect([response.status, await response.json()]).toEqual([
      429,
      { code: 'PT429', message: `Too many writes: try again in ${wait} seconds`, details: null, hint: null },
    ])
    // One of ten an hour.
    expect(wait).toBe(360)
    app.advance(wait * 1_000)
    expect((await write(karlo)).status).toBe(201)
  })

  it('bounds codenames apart from the rest of the profile', async () => {
    const berta = await signUp(app, 'Berta')
    const set = (row: object) => berta.client.from('user_profiles').update(row).eq('id', berta.id)
    // The first is the one of her sign-up.
    const renames = await inTurn(10, () => set({ codename: 'Alon' }))
    expect(renames.map(({ status }) => status)).toEqual([...Array<number>(9).fill(204), 429])
    expect(renames.at(-1)?.error?.message).toBe('Too many writes: try again in 360 seconds')
    expect((await set({ invisible: true })).status).toBe(204)
  })

  it('counts parallel writes one by one, and failed ones too', async () => {
    const ligaya = await signUp(app, 'Ligaya')
    const bad = () => ligaya.client.from('public_posts').insert({ mood: 'Joy', content: '' })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, bad),
      ...Array.from({ length: 15 }, () => write(ligaya)),
    ])
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 400 || status === 201)).toHaveLength(10)
  })

  it('bounds comments, reactions, blocks, reports, withdrawals, polls and votes, each by a bucket of its own', async () => {
    const ana = await signUp(app, 'Ana')
    const { data } = await app.client().from('wall_posts').select('id').eq('mood', 'Joy').limit(1)
    const post_id = String(data?.[0]?.id)
    const from = (table: string) => ana.client.from(table)
    const call = async (name: string, body: () => object) => {
      const { response } = await ana.client.functions.invoke(name, { body: body() })
      return { status: response?.status === 429 ? 429 : 201 }
    }
    const report = () => ({ reported_item_type: 'public_post', reported_item_id: post_id, reason: 'spam' })
    const kinds: [allowed: number, () => PromiseLike<{ status: number }>][] = [
      [20, () => from('post_comments').insert({ post_id, content: 'kapit lang' })],
      [100, () => from('post_reactions').delete().eq('post_id', post_id)],
      [20, () => from('user_blocks').delete().eq('blocked_id', randomUUID())],
      [10, () => call('submit-report', report)],
      [30, () => call('withdraw', () => ({ id: randomUUID() }))],
      [5, () => call('create-poll', () => ({ question: 'kape?', options: ['oo', 'hindi'] }))],
      [60, () => call('vote-on-poll', () => ({ poll_id: post_id, option_index: 0 }))],
    ]
    const slowed = await Promise.all(
      kinds.map(async ([allowed, work]) => {
        const answers = await inTurn(allowed + 2, work)
        return (
          answers.map(({ status }) => status).lastIndexOf(429) -
          answers.findIndex(({ status }) => status === 429)
        )
      }),
    )
    // Exactly the last two of each kind.
    expect(slowed).toEqual(kinds.map(() => 1))
    const { error, response } = await ana.client.functions.invoke('submit-report', { body: report() })
    expect(error).not.toBeNull()
    const wait = Number(response?.headers.get('retry-after'))
    expect(await response?.json()).toEqual({
      success: false,
      error: `Pahinga muna saglit. Puwede ulit pagkalipas ng ${Math.ceil(wait / 60)} minuto.`,
    })
  })

  it('bounds checkouts, proofs, messages to us, downloads and tries to leave, each by a bucket of its own', async () => {
    const luz = await signUp(app, 'Luz')
    const ask = async (path: string, method: string, body?: object) => {
      const headers = {
        apikey: app.keys.anonKey,
        authorization: `Bearer ${luz.token}`,
        'content-type': 'application/json',
      }
      const response = await app.fetch(path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, wait: Number(response.headers.get('retry-after')) }
    }
    // Each is refused for its content too, and a refused try counts.
    const kinds: [allowed: number, path: string, method: string, body?: object][] = [
      [5, '/functions/v1/paymongo-create-session', 'POST', {}],
      [10, '/rest/v1/manual_payments', 'POST', { plan: 'libre' }],
      [3, '/functions/v1/send-contact-email', 'POST', {}],
      [6, '/functions/v1/my-data?kulang=1', 'GET'],
      [10, '/functions/v1/delete-user-data', 'POST', {}],
    ]
    const answers = await Promise.all(
      kinds.map(([allowed, ...asked]) => inTurn(allowed + 1, () => ask(...asked))),
    )
    expect(answers.map((each) => each.findIndex(({ status }) => status === 429))).toEqual(
      kinds.map(([allowed]) => allowed),
    )
    for (const each of answers) expect(each.at(-1)?.wait).toBeGreaterThan(0)
  })

  it('bounds messages in rooms: a burst, and the messages of an hour', async () => {
    const dina = await signUp(app, 'Dina')
    // The database slows accounts in their first day by its own clock.
    await app.owner.query(`update auth.users set created_at = now() - interval '2 days' where id = $1`, [
      dina.id,
    ])
    const room = dina.client.from('live_chat_messages')
    const message = () => room.insert({ wall_id: 'general', message_text: 'isa' })
    const burst = await inTurn(32, message)
    expect(tally(burst)).toEqual({ stored: 30, slowed: 2 })
    expect(burst.at(-1)?.error?.message).toBe('Too many writes: try again in 2 seconds')
    app.advance(2_000)
    expect((await message()).status).toBe(201)
    expect((await room.delete().eq('id', randomUUID())).status).toBe(204)
  })

  it('has a row for every relation that people may write', async () => {
    const found = await app.owner.query<{ name: string; verb: 'POST' | 'PATCH' | 'DELETE' }>(
      `select c.relname as name, v.verb from pg_class c,
         lateral (values ('POST', has_any_column_privilege('authenticated', c.oid, 'insert')),
           ('PATCH', has_any_column_privilege('authenticated', c.oid, 'update')),
           ('DELETE', has_table_privilege('authenticated', c.oid, 'delete'))) as v (verb, allowed)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p', 'm', 'f') and v.allowed`,
    )
    expect(found.rows.length).toBeGreaterThan(15)
    expect(found.rows.filter(({ name, verb }) => !writeLimits[name]?.paces[verb])).toEqual([])
  })

  it('takes one row a request, and a thousand only in a diary', async () => {
    const refused = await mina.client.from('public_posts').insert(rows(2))
    expect([refused.status, refused.error?.message]).toEqual([400, 'More than 1 row in one request'])
    expect((await mina.client.from('diary_posts').insert(rows(1_000))).status).toBe(201)
    expect((await mina.client.from('diary_posts').insert(rows(1_001))).status).toBe(400)
  })

  it.each(['post_reactions', 'post_comments', 'public_posts'] as const)(
    'a change of %s touches few rows, so that it holds few posts of others',
    async (table) => {
      const ben = await signUp(app, `Ben${table.length}`)
      const cora = await signUp(app, `Cora${table.length}`)
      const most = requestLimits.changedRows
      await app.owner.query(
        `with posts as (insert into public.public_posts (author_id, user_id, mood, content)
             select $1, $1, 'Calm', 'marami' from generate_series(0, $3) returning id),
           comments as (insert into public.post_comments (post_id, user_id, content) select id, $2, 'marami' from posts)
         insert into public.post_reactions (post_id, user_id, emoji) select id, $2, '👍' from posts`,
        [table === 'public_posts' ? cora.id : ben.id, cora.id, most],
      )
      const change = table === 'post_reactions' ? { emoji: '😢' } : { content: 'iba na' }
      const { data } = await cora.client.from(table).select('id').eq('user_id', cora.id)
      const all = (data ?? []).map(({ id }) => id as string)
      expect(all).toHaveLength(most + 1)
      const tooMany = {
        status: 400,
        error: { code: '54000', message: `More than ${most} rows in one change` },
      }
      expect(await cora.client.from(table).update(change).eq('user_id', cora.id)).toMatchObject(tooMany)
      expect(await cora.client.from(table).delete().eq('user_id', cora.id)).toMatchObject(tooMany)
      expect((await cora.client.from(table).update(change).in('id', all.slice(1))).status).toBe(204)
      expect((await cora.client.from(table).delete().in('id', all.slice(1))).status).toBe(204)
    },
  )
})
