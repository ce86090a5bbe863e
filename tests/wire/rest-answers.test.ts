import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// Statuses and headers, without a client library.
let app: TestApp
let mina: Person
let posts: string[]
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  posts = ['isa', 'dalawa', 'tatlo'].map(() => crypto.randomUUID())
  for (const [n, content] of ['isa', 'dalawa', 'tatlo'].entries()) {
    const post = { id: posts[n], user_id: mina.id, mood: 'Calm', content }
    // oxlint-disable-next-line no-await-in-loop -- in this order on the wall
    await mina.client.from('public_posts').insert(post).throwOnError()
  }
})
afterAll(() => app.stop())

function ask(path: string, init: RequestInit & { as?: Person } = {}): Promise<Response> {
  const headers = new Headers({ apikey: app.keys.anonKey })
  if (init.as) headers.set('authorization', `Bearer ${init.as.token}`)
  for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, String(value))
  if (typeof init.body === 'string' && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  return app.fetch(`/rest/v1/${path}`, { ...init, headers })
}
const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, { method, as: mina, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
const get = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })
const object = 'application/vnd.pgrst.object+json'

describe('reading', () => {
  it('answers 200 with the range and no total', async () => {
    const response = await get('public_posts?select=content&order=seq')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-range')).toBe('0-2/*')
    expect(response.headers.get('preference-applied')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toContain('Authorization')
    expect(await response.json()).toEqual([{ content: 'isa' }, { content: 'dalawa' }, { content: 'tatlo' }])
  })

  it('answers 206 when the total is greater', async () => {
    const response = await get('public_posts?select=content&order=seq&limit=1&offset=1', {
      prefer: 'count=exact',
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('1-1/3')
    expect(response.headers.get('preference-applied')).toBe('count=exact')
    expect(await response.json()).toEqual([{ content: 'dalawa' }])
  })

  it('answers */* and */0 when nothing matches', async () => {
    expect((await get('public_posts?mood=eq.Joy')).headers.get('content-range')).toBe('*/*')
    const counted = await get('public_posts?mood=eq.Joy', { prefer: 'count=exact' })
    expect([counted.status, counted.headers.get('content-range')]).toEqual([200, '*/0'])
  })

  it('answers 416 when the offset is past the total, and for a negative limit', async () => {
    const past = await get('public_posts?offset=9', { prefer: 'count=exact' })
    expect(past.status).toBe(416)
    expect(await past.json()).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 3 rows.',
      hint: null,
    })
    expect((await get('public_posts?limit=-1')).status).toBe(416)
  })

  it('answers HEAD with the headers alone', async () => {
    const response = await ask('public_posts?mood=eq.Calm', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-2/3'])
    expect(await response.text()).toBe('')
  })

  it('answers one object, or 406 with the number of rows', async () => {
    const one = await get(`public_posts?select=content&id=eq.${posts[0]}`, { accept: object })
    expect(one.headers.get('content-type')).toBe(`${object}; charset=utf-8`)
    expect(await one.json()).toEqual({ content: 'isa' })
    const many = await get('public_posts?select=content', { accept: object })
    expect(many.status).toBe(406)
    expect(many.headers.get('proxy-status')).toBe('PostgREST; error=PGRST116')
    expect(await many.json()).toEqual({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 3 rows',
      hint: null,
    })
  })

  it('accepts the schema public by name and refuses others', async () => {
    const named = await get('public_posts?limit=1', { 'accept-profile': 'public' })
    expect([named.status, named.headers.get('content-profile')]).toEqual([200, 'public'])
    const other = await get('users', { 'accept-profile': 'auth' })
    expect(other.status).toBe(406)
    expect(await other.json()).toMatchObject({ code: 'PGRST106', message: 'Invalid schema: auth' })
    const written = await send('POST', 'users', {}, { 'content-profile': 'auth' })
    expect(await written.json()).toMatchObject({ code: 'PGRST106' })
  })

  it('serves the first media type it can, by quality', async () => {
    const accepts = [
      'text/html, */*;q=0.8',
      'application/json; charset=utf-8',
      'application/vnd.pgrst.array+json',
    ]
    for (const accept of accepts) expect((await get('public_posts?limit=1', { accept })).status).toBe(200)
  })

  it('reads at most 1,000 rows', async () => {
    await app.owner.query(
      `insert into public.public_posts (author_id, user_id, mood, content)
       select $1, $1, 'Anger', 'galit ' || n from generate_series(1, 1003) as n`,
      [mina.id],
    )
    const response = await get('public_posts?select=content&mood=eq.Anger&limit=5000', {
      prefer: 'count=exact',
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-999/1003'])
    expect(await response.json()).toHaveLength(1_000)
  })
})

async function readContents(query: string): Promise<string[]> {
  const response = await get(`public_posts?select=content&mood=eq.Calm&order=seq&${query}`)
  const rows: { content: string }[] = await response.json()
  return rows.map(({ content }) => content)
}

describe('filters', () => {
  it.each([
    ['content=eq.isa', ['isa']],
    ['content=neq.isa', ['dalawa', 'tatlo']],
    ['content=not.eq.isa', ['dalawa', 'tatlo']],
    ['content=in.(isa,"tatlo")', ['isa', 'tatlo']],
    ['content=in.("isa" dalawa,isa)', ['isa']],
    ['content=not.in.(isa,tatlo)', ['dalawa']],
    ['content=gt.isa', ['tatlo']],
    ['content=gte.isa', ['isa', 'tatlo']],
    ['content=lt.isa', ['dalawa']],
    ['content=lte.isa', ['isa', 'dalawa']],
    ['template_url=is.null', ['isa', 'dalawa', 'tatlo']],
    ['template_url=not.is.null', []],
    ['anonymous=is.false', ['isa', 'dalawa', 'tatlo']],
    ['anonymous=is.true', []],
    ['or=(content.eq.isa,and(content.gte.t,anonymous.is.false))', ['isa', 'tatlo']],
    ['not.or=(content.eq.isa,content.eq.dalawa)', ['tatlo']],
    ['and=(content.not.eq.isa,not.or(content.eq.tatlo))', ['dalawa']],
    ['content=eq.wala,"%20(dito)', []],
    ['order=content.desc.nullslast', null],
  ])('%s', async (query, expected) => {
    if (expected) expect(await readContents(query)).toEqual(expected)
    else expect((await get(`public_posts?select=content&${query}`)).status).toBe(200)
  })

  it('select names columns beside "*", each name once', async () => {
    const one = await get(`public_posts?id=eq.${posts[1]}&select=*,words:content,mood`)
    const text = await one.text()
    const [all] = await (await get(`public_posts?id=eq.${posts[1]}&select=*`)).json()
    expect(JSON.parse(text)).toEqual([{ ...all, words: 'dalawa' }])
    expect(text.match(/"mood"/g)).toHaveLength(1)
    const kept = await send(
      'PATCH',
      `public_posts?id=eq.${posts[1]}&select=*,words:content,id,id`,
      { mood: 'Calm' },
      { prefer: 'return=representation' },
    )
    expect(await kept.json()).toMatchObject([{ id: posts[1], words: 'dalawa', content: 'dalawa' }])
  })

  it('renames columns and keeps quoted names', async () => {
    const response = await get(`public_posts?select=words:content,"mood"&id=eq.${posts[1]}`)
    expect(await response.json()).toEqual([{ words: 'dalawa', mood: 'Calm' }])
  })
})

const sadden = (atMost: number) =>
  send(
    'PATCH',
    'public_posts?content=in.(isa,dalawa)',
    { mood: 'Sadness' },
    {
      prefer: `handling=strict,max-affected=${atMost}`,
    },
  )
const make = (content: string) => ({ user_id: mina.id, mood: 'Calm', content })

describe('writing', () => {
  it('inserts with 201 and nothing, the row, or its address', async () => {
    const bare = await send('POST', 'diary_posts', make('a'))
    expect([bare.status, bare.headers.get('content-range'), await bare.text()]).toEqual([201, '*/*', ''])
    expect(bare.headers.get('content-type')).toBeNull()
    const full = await send('POST', 'diary_posts?select=content', make('b'), {
      prefer: 'return=representation,count=exact',
    })
    expect([full.status, full.headers.get('content-range')]).toEqual([201, '*/1'])
    expect(full.headers.get('preference-applied')).toBe('return=representation, count=exact')
    expect(await full.json()).toEqual([{ content: 'b' }])
    const located = await send('POST', 'diary_posts', make('c'), { prefer: 'return=headers-only' })
    const location = located.headers.get('location') ?? ''
    expect(location).toMatch(/^\/diary_posts\?id=eq\.[0-9a-f-]{36}$/)
    const found = await ask(`${location.slice(1)}&select=content`, { as: mina })
    expect(await found.json()).toEqual([{ content: 'c' }])
  })

  it('inserts many rows, with defaults for absent columns when missing=default', async () => {
    const id = crypto.randomUUID()
    const rows = [{ ...make('may id'), id }, make('walang id')]
    const response = await send(
      'POST',
      'diary_posts?columns=id,user_id,mood,content&select=id,content',
      rows,
      {
        prefer: 'return=representation,missing=default',
      },
    )
    expect(response.status).toBe(201)
    const made: { id: string; content: string }[] = await response.json()
    expect(made.map(({ content }) => content)).toEqual(['may id', 'walang id'])
    expect(made[0]?.id).toBe(id)
    expect(made[1]?.id).toMatch(/^[0-9a-f-]{36}$/)
    // Without `missing=default` an absent key is null, which the key column refuses. Nothing of the request is stored.
    const others = [{ ...make('unang hanay'), id: crypto.randomUUID() }, make('walang id')]
    const refused = await send('POST', 'diary_posts?columns=id,user_id,mood,content', others)
    expect([refused.status, (await refused.json()).code]).toEqual([400, '23502'])
    const stored = await ask('diary_posts?content=like.*hanay', { as: mina })
    expect(await stored.json()).toEqual([])
  })

  it('inserts nothing for an empty array', async () => {
    const response = await send('POST', 'diary_posts', [], { prefer: 'return=representation' })
    expect([response.status, await response.json()]).toEqual([201, []])
  })

  it('keeps the notation of numbers', async () => {
    await app.owner.query('create table public.exact (id int primary key, n numeric, big bigint)')
    await app.owner.query('grant all on public.exact to authenticated')
    const fresh = await startOver()
    const body = '[{"id":1,"n":0.10000000000000000001,"big":9007199254740993}]'
    const headers = {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${mina.token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    }
    const response = await fresh('/rest/v1/exact', { method: 'POST', headers, body })
    expect(await response.text()).toContain('"n":0.10000000000000000001,"big":9007199254740993')
  })

  it('updates with 204 and a range, or 200 and the rows', async () => {
    const bare = await send(
      'PATCH',
      `public_posts?id=eq.${posts[0]}`,
      { mood: 'Regret' },
      { prefer: 'count=exact' },
    )
    expect([bare.status, bare.headers.get('content-range')]).toEqual([204, '0-0/1'])
    const full = await send(
      'PATCH',
      `public_posts?id=eq.${posts[0]}&select=mood`,
      { mood: 'Calm' },
      {
        prefer: 'return=representation',
      },
    )
    expect([full.status, await full.json()]).toEqual([200, [{ mood: 'Calm' }]])
    const none = await send('PATCH', `public_posts?id=eq.${crypto.randomUUID()}`, { mood: 'Joy' })
    expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/*'])
    const empty = await send(
      'PATCH',
      `public_posts?id=eq.${posts[0]}`,
      {},
      { prefer: 'return=representation' },
    )
    expect([empty.status, await empty.json()]).toEqual([200, []])
  })

  it('merges an upsert with 201 for a new row and 200 for an existing one', async () => {
    const row = { ...make('unang sulat'), id: crypto.randomUUID() }
    const columns = 'id,user_id,mood,content'
    await app.owner.query('grant update (id, user_id) on public.diary_posts to authenticated')
    const upsert = (resolution: string, content: string) =>
      send('POST', `diary_posts?on_conflict=id&columns=${columns}&select=content`, [{ ...row, content }], {
        prefer: `return=representation,resolution=${resolution}`,
      })
    const made = await upsert('merge-duplicates', 'unang sulat')
    expect([made.status, await made.json()]).toEqual([201, [{ content: 'unang sulat' }]])
    const merged = await upsert('merge-duplicates', 'ikalawang sulat')
    expect([merged.status, await merged.json()]).toEqual([200, [{ content: 'ikalawang sulat' }]])
    expect(merged.headers.get('preference-applied')).toBe(
      'return=representation, resolution=merge-duplicates',
    )
    const ignored = await upsert('ignore-duplicates', 'ikatlong sulat')
    expect([ignored.status, await ignored.json()]).toEqual([201, []])
    const bare = await send('POST', 'diary_posts?on_conflict=id', row, {
      prefer: 'resolution=merge-duplicates',
    })
    expect([bare.status, await bare.text()]).toEqual([200, ''])
  })

  it('undoes a write of several rows when one object was asked for', async () => {
    const many = await send(
      'PATCH',
      'public_posts?content=in.(isa,dalawa)',
      { mood: 'Joy' },
      {
        accept: object,
        prefer: 'return=representation',
      },
    )
    expect([many.status, (await many.json()).code]).toEqual([406, 'PGRST116'])
    expect(await (await get('public_posts?mood=eq.Joy')).json()).toEqual([])
  })

  it('undoes a write that touched more than max-affected allows', async () => {
    const refused = await sadden(1)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'PGRST124', details: 'The query affects 2 rows' })
    expect(await (await get('public_posts?mood=eq.Sadness')).json()).toEqual([])
    const allowed = await sadden(2)
    expect([allowed.status, allowed.headers.get('preference-applied')]).toEqual([
      204,
      'handling=strict, max-affected=2',
    ])
  })
})

/** The same database behind a server that has read the catalogue again. */
async function startOver(): Promise<(path: string, init: RequestInit) => Promise<Response>> {
  const { restGateway } = await import('../../src/server/rest/index.ts')
  const { loadSchema } = await import('../../src/server/rest/schema.ts')
  const { readClaims } = await import('../../src/server/http/claims.ts')
  const gateway = restGateway({
    db: app.db,
    schema: await loadSchema(app.db),
    keys: app.keys,
    limits: 'relaxed',
  })
  return async (path, init) => {
    const request = new Request(new URL(path, 'http://emote.test'), init)
    return gateway(request, await readClaims(request, app.keys, 'http://emote.test/auth/v1'))
  }
}
