import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person
let named = 0
/** A post of Mina's. */
let post: string

beforeAll(async () => {
  app = await startApp({ patient: true })
  mina = await signUp(app, 'Mina')
})
// New reporters for each test, because reports count for an hour.
beforeEach(async () => {
  ben = await signUp(app, `Ben${++named}`)
  carlo = await signUp(app, `Carlo${named}`)
  post = await write('public_posts', { mood: 'Calm', content: 'mahapding salita' })
})
afterAll(() => app.stop())

async function write(table: string, row: object): Promise<string> {
  const id = randomUUID()
  const { error } = await mina.client.from(table).insert({ id, ...row })
  if (error) throw new Error(error.message)
  return id
}

const report = (fields: object = {}) => ({
  reported_item_type: 'public_post',
  reported_item_id: post,
  reason: 'spam',
  ...fields,
})

async function call(init: RequestInit, path = '/functions/v1/submit-report') {
  const response = await app.fetch(path, init)
  const body: unknown = await response.json()
  return { status: response.status, body, headers: response.headers }
}

const headers = () => ({ apikey: app.keys.anonKey, authorization: `Bearer ${ben.token}` })

/** Sends a body as text, with this token. */
function send(text: string, token = ben.token, type = 'application/json') {
  const sent = { ...headers(), authorization: `Bearer ${token}`, 'content-type': type }
  return call({ method: 'POST', headers: sent, body: text })
}

const submit = (fields: object = {}, person = ben) => send(JSON.stringify(report(fields)), person.token)

/** Reports with this token. */
const visitor = (authorization: string) =>
  call({
    method: 'POST',
    headers: { apikey: app.keys.anonKey, authorization, 'content-type': 'application/json' },
    body: JSON.stringify(report()),
  })

const refusal = (status: number, error: unknown) => ({ status, body: { success: false, error } })
const signedOut = 'You must be logged in to submit a report.'
const noReason = 'Please select a reason for the report.'

async function stored(person = ben) {
  const columns = 'reported_item_type, reported_item_id, reason, details, status'
  const { data } = await person.client.from('reports').select(columns).order('created_at')
  return data
}

describe('a report', () => {
  it('arrives from the official client as the specification sends it, and its reporter can read it', async () => {
    const details = `tingnan ninyo ${'🌧'.repeat(986)}`
    const { data, error } = await ben.client.functions.invoke('submit-report', {
      body: { ...report({ details }), reporter_id: ben.id },
    })
    expect(error).toBeNull()
    expect(data).toEqual({ success: true, message: expect.stringContaining('Natanggap') })
    expect(await stored()).toEqual([{ ...report({ details }), status: 'open' }])
    expect(await stored(carlo)).toEqual([])
    const { data: hidden } = await carlo.client.from('reports').select('id')
    expect(hidden).toEqual([])
  })

  it('may name a comment, omit the details, and come with a token alone', async () => {
    const comment = await write('post_comments', { post_id: post, content: 'isa pa' })
    const body = JSON.stringify(report({ reported_item_type: 'post_comment', reported_item_id: comment }))
    const sent = {
      authorization: `Bearer ${ben.token}`,
      'content-type': 'application/json; charset=utf-8',
    }
    expect(await call({ method: 'POST', headers: sent, body })).toMatchObject({ status: 200 })
    expect(await submit({ details: null })).toMatchObject({ status: 200 })
    expect(await stored()).toMatchObject([
      { reported_item_type: 'post_comment', details: null },
      { reported_item_type: 'public_post', details: null },
    ])
  })

  it('counts a null reporter as the caller', async () => {
    expect(await submit({ reporter_id: null })).toMatchObject({ status: 200 })
    expect(await stored()).toHaveLength(1)
  })

  it('keeps a copy of the reported words for moderators only', async () => {
    await submit()
    const { rows } = await app.owner.query(
      'select reported_user_id, reported_content from public.reports where reporter_id = $1',
      [ben.id],
    )
    expect(rows).toEqual([{ reported_user_id: mina.id, reported_content: 'mahapding salita' }])
    for (const column of ['reporter_id', 'reported_user_id', 'reported_content'])
      expect(await ben.client.from('reports').select(column)).toMatchObject({ status: 403 })
  })

  it("is refused in another person's name", async () => {
    for (const reporter_id of [mina.id, randomUUID(), ''])
      expect(await submit({ reporter_id })).toMatchObject(refusal(403, 'You can only report as yourself.'))
    expect([await stored(), await stored(mina)]).toEqual([[], []])
  })

  it('needs a reason from the list', async () => {
    for (const reason of [undefined, null, '', 'Spam', 'constructor', 7, ['spam']])
      expect(await submit({ reason })).toMatchObject(refusal(400, noReason))
  })

  it('of a missing item fails, and so does a report of a direct message', async () => {
    const missing = refusal(404, 'Failed to submit report.')
    expect(await submit({ reported_item_id: randomUUID() })).toMatchObject(missing)
    expect(await submit({ reported_item_type: 'post_comment' })).toMatchObject(missing)
    expect(await submit({ reported_item_type: 'direct_message' })).toMatchObject(missing)
  })

  it('can be made once by each person while it is open', async () => {
    expect(await submit()).toMatchObject({ status: 200 })
    expect(await submit({ reason: 'other' })).toMatchObject(
      refusal(409, 'Na-report mo na ito. Tinitingnan na namin.'),
    )
    expect(await submit({}, carlo)).toMatchObject({ status: 200 })
    expect([await stored(), await stored(carlo)]).toMatchObject([[{ reason: 'spam' }], [{ reason: 'spam' }]])
  })

  it('is stored once when it is sent sixty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => submit()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
    expect(await stored()).toHaveLength(1)
  })

  it('is refused after the thirtieth of an hour', async () => {
    const posts = Array.from({ length: 40 }, () => ({ id: randomUUID(), mood: 'Calm', content: 'isa' }))
    await Promise.all(posts.map((row) => mina.client.from('public_posts').insert(row).throwOnError()))
    const answers = await Promise.all(posts.map(({ id }) => submit({ reported_item_id: id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(await submit()).toMatchObject(
      refusal(429, 'Ang dami mo nang na-report ngayon. Subukan ulit mamaya.'),
    )
    expect(await submit({}, carlo)).toMatchObject({ status: 200 })
    await app.owner.query(
      `update public.reports set created_at = created_at - interval '61 minutes' where reporter_id = $1`,
      [ben.id],
    )
    expect(await submit()).toMatchObject({ status: 200 })
  })

  it('becomes gone when the author deletes the item, which then cannot be reported any more', async () => {
    await submit()
    await mina.client.from('public_posts').delete().eq('id', post)
    expect(await stored()).toMatchObject([{ status: 'gone' }])
    const { data } = await ben.client.from('reports').select('resolved_at').single()
    // The day only: items deleted at one moment belong to one person.
    expect(data?.resolved_at).toMatch(/T00:00:00\+00:00$/)
    expect(await submit()).toMatchObject({ status: 404 })
  })

  it('of an item that is being deleted fails, and none stays open', async () => {
    const comment = await write('post_comments', { post_id: post, content: 'aalis' })
    for (const [type, table, id] of [
      ['post_comment', 'post_comments', comment],
      ['public_post', 'public_posts', post],
    ] as const) {
      await app.owner.query('begin')
      await app.owner.query(`delete from public.${table} where id = $1`, [id])
      const late = submit({ reported_item_type: type, reported_item_id: id })
      await waitingForLocks(app)
      await app.owner.query('commit')
      expect(await late).toMatchObject(refusal(404, 'Failed to submit report.'))
    }
    expect(await stored()).toEqual([])
  })

  it('is closed by a simultaneous deletion', async () => {
    await app.owner.query('begin')
    await app.owner.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: ben.id }),
    ])
    await app.owner.query(`select app.submit_report('public_post', $1, 'spam', null)`, [post])
    const deleting = mina.client
      .from('public_posts')
      .delete()
      .eq('id', post)
      .then(({ status }) => status)
    await waitingForLocks(app)
    await app.owner.query('commit')
    expect(await deleting).toBe(204)
    expect(await stored()).toMatchObject([{ status: 'gone' }])
  })

  it('does not deadlock with the deletion of either account', async () => {
    const reported_item_id = await write('post_comments', { post_id: post, content: 'hindi aalis' })
    for (const [leaving, reporter] of [
      [mina, ben],
      [carlo, carlo],
    ] as const) {
      await app.owner.query('begin')
      await app.owner.query('select from auth.users where id = $1 for update', [leaving.id])
      const reporting = submit({ reported_item_type: 'post_comment', reported_item_id }, reporter)
      await waitingForLocks(app)
      const item = 'select from public.post_comments where id = $1 for update nowait'
      await expect(app.owner.query(item, [reported_item_id])).resolves.toMatchObject({ rowCount: 1 })
      await app.owner.query('commit')
      expect(await reporting).toMatchObject({ status: 200 })
    }
  })

  it('loses the words of a deleted account, of the reporter and of the reported person', async () => {
    const [reporter, author] = [await signUp(app, `Fe${named}`), await signUp(app, `Gia${named}`)]
    const theirs = randomUUID()
    await author.client.from('public_posts').insert({ id: theirs, mood: 'Calm', content: 'kanila' })
    await submit({ details: 'sabi ko' }, reporter)
    await submit({ reported_item_id: theirs, details: 'sabi ko' })
    for (const { id } of [reporter, author])
      await app.owner.query('delete from auth.users where id = $1', [id])
    const { rows } = await app.owner.query(
      `select details, reported_content, status from public.reports where reported_item_id in ($1, $2)
       order by created_at`,
      [post, theirs],
    )
    expect(rows).toEqual([
      { details: null, reported_content: 'mahapding salita', status: 'open' },
      { details: 'sabi ko', reported_content: null, status: 'gone' },
    ])
  })

  it("fails with its specified words when its author's account is deleted meanwhile", async () => {
    const leaving = await signUp(app, `Dan${named}`)
    const id = randomUUID()
    await leaving.client.from('public_posts').insert({ id, mood: 'Calm', content: 'huli' })
    await app.owner.query('begin')
    await app.owner.query('delete from auth.users where id = $1', [leaving.id])
    const late = submit({ reported_item_id: id })
    await waitingForLocks(app)
    await app.owner.query('commit')
    expect(await late).toMatchObject(refusal(404, 'Failed to submit report.'))
  })
})

describe('a caller', () => {
  it('is refused without a session: a visitor, a signed-out person, an expired or invalid token', async () => {
    await carlo.client.auth.signOut()
    const payload: object = JSON.parse(Buffer.from(ben.token.split('.')[1] ?? '', 'base64url').toString())
    const old = await app.keys.sign({ ...payload, exp: Math.floor(Date.now() / 1_000) - 1 })
    for (const token of [app.keys.anonKey, app.keys.serviceKey, carlo.token, old, 'abc', `${ben.token}x`])
      expect(await visitor(`Bearer ${token}`)).toMatchObject(refusal(401, signedOut))
    const { error } = await app.client().functions.invoke('submit-report', { body: report() })
    expect(error).toBeInstanceOf(FunctionsHttpError)
  })

  it('is refused with a false key or none', async () => {
    const body = JSON.stringify(report())
    const type = { 'content-type': 'application/json' }
    const { authorization } = headers()
    expect(await call({ method: 'POST', headers: type, body })).toMatchObject(
      refusal(401, 'No API key found in request'),
    )
    expect(
      await call({ method: 'POST', headers: { ...type, authorization, apikey: 'false' }, body }),
    ).toMatchObject(refusal(401, 'Invalid API key'))
  })
})

describe('the gateway', () => {
  it('knows only the functions of its list', async () => {
    for (const name of [
      '',
      'submit',
      'submit-report/',
      'submit-report/x',
      '%73ubmit-report',
      '__proto__',
      'constructor',
    ])
      expect(await call({ method: 'POST', headers: headers() }, `/functions/v1/${name}`)).toMatchObject(
        refusal(404, 'There is no such function'),
      )
  })

  it('accepts POST only', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await call({ method, headers: headers() })
      expect(answer).toMatchObject(refusal(405, 'Functions are called by POST'))
      expect(answer.headers.get('allow')).toBe('POST')
    }
    const head = await app.fetch('/functions/v1/submit-report', { method: 'HEAD', headers: headers() })
    expect([head.status, await head.text()]).toEqual([405, ''])
  })

  it('admits browsers of other origins, ignores regions, and forbids caching', async () => {
    const asked = await app.fetch('/functions/v1/submit-report', { method: 'OPTIONS' })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toContain('x-region')
    const { data } = await ben.client.functions.invoke('submit-report', {
      body: report(),
      headers: { 'x-region': 'ap-southeast-1' },
    })
    expect(data).toMatchObject({ success: true })
    const again = await submit()
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect(again.headers.get('cache-control')).toBe('no-store')
  })

  it('accepts JSON up to 64 KiB and no other type', async () => {
    const text = JSON.stringify(report())
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'])
      expect(await send(text, ben.token, type)).toMatchObject({ status: 415, body: { success: false } })
    const untyped = { method: 'POST', headers: headers(), body: Buffer.from(text) }
    expect(await call(untyped)).toMatchObject({ status: 415 })
    expect(await send(text + ' '.repeat(65_536))).toMatchObject({ status: 413, body: { success: false } })
    expect(await stored()).toEqual([])
  })

  it('answers any input with a sentence, never with a fault', async () => {
    const hostile = [
      '',
      'null',
      '[]',
      '"x"',
      '7',
      '{',
      '{}',
      '['.repeat(60_000),
      '{"a":'.repeat(40) + '1' + '}'.repeat(40),
      JSON.stringify(report({ details: 'a\u0000b' })),
      JSON.stringify(report({ details: 'a\ud800b' })),
      JSON.stringify(report({ details: '🌧'.repeat(1_001) })),
      JSON.stringify(report({ details: { $gt: '' } })),
      JSON.stringify(report({ reported_item_id: `${randomUUID()}'; --` })),
      JSON.stringify(report({ reported_item_id: 7 })),
      JSON.stringify(report({ reported_item_type: 'user' })),
      JSON.stringify([report()]),
      JSON.stringify(report({ reporter_id: 7 })),
      JSON.stringify(report({ status: 'removed' })),
      JSON.stringify(report()).replace('{', '{"__proto__":{"reason":"spam"},'),
      JSON.stringify(report({ ['🌧'.repeat(5_000)]: 1 })),
    ]
    for (const text of hostile) {
      const { status, body } = await send(text)
      expect({ text: text.slice(0, 80), status, body }).toMatchObject({
        status: 400,
        body: { success: false, error: expect.stringMatching(/^.{10,120}$/u) },
      })
    }
    for (const text of ['null', '[]', '7', JSON.stringify([report()])])
      expect(await send(text)).toMatchObject(refusal(400, 'The body must be a JSON object.'))
    const headersOfJson = { ...headers(), 'content-type': 'application/json' }
    const broken = { method: 'POST', headers: headersOfJson, body: Buffer.from([0x22, 0xff, 0x22]) }
    expect(await call(broken)).toMatchObject({ status: 400 })
    expect(await stored()).toEqual([])
  })

  it("answers its own fault with the specified words, and logs it without anybody's words", async () => {
    await app.owner.query('alter function app.submit_report rename to submit_report_away')
    const answer = await submit({ details: 'lihim na salita' })
    await app.owner.query('alter function app.submit_report_away rename to submit_report')
    expect(answer).toMatchObject(refusal(500, 'An unexpected error occurred.'))
    expect(app.logged.filter((line) => line.startsWith('Fault in functions: '))).toHaveLength(1)
    for (const word of ['lihim', 'mahapding', post, ben.id, mina.id])
      expect(app.logged.join('\n')).not.toContain(word)
  })
})
