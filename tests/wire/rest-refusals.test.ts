import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// The API refuses what it does not offer, by name.
let app: TestApp
let mina: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
})
afterAll(() => app.stop())

type Refusal = { code: string; message: string; details: string | null; hint: string | null }

async function refusal(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<{ status: number; headers: Headers } & Refusal> {
  const response = await app.fetch(`/rest/v1/${path}`, {
    method,
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${mina.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: Refusal = await response.json()
  expect(Object.keys(answer).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${answer.code}`)
  return { status: response.status, headers: response.headers, ...answer }
}

describe('the address', () => {
  it.each([
    ['GET', '', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
    ['POST', 'rpc/erase_everything', 404, 'PGRST202', 'public.erase_everything'],
    ['GET', 'rpc/take', 404, 'PGRST202', 'public.take'],
    ['GET', 'passwords', 404, 'PGRST205', "'public.passwords'"],
    ['GET', 'constructor', 404, 'PGRST205', "'public.constructor'"],
    ['GET', '__proto__', 404, 'PGRST205', "'public.__proto__'"],
    ['GET', 'public_posts/1', 404, 'PGRST125', 'Invalid path'],
    ['GET', 'auth.users', 404, 'PGRST205', "'public.auth.users'"],
    ['PUT', 'public_posts?id=eq.1', 405, 'PGRST117', 'PUT'],
    ['POST', 'wall_posts', 405, 'PGRST117', 'POST'],
    ['PATCH', 'wall_posts?id=eq.1', 405, 'PGRST117', 'PATCH'],
    ['DELETE', 'wall_posts?id=eq.1', 405, 'PGRST117', 'DELETE'],
  ])('%s /%s is %i %s', async (method, path, status, code, word) => {
    const refused = await refusal(method, path, {}, method === 'GET' ? undefined : {})
    expect(refused).toMatchObject({ status, code })
    expect(refused.message).toContain(word)
    expect(refused.headers.has('allow')).toBe(status === 405)
  })

  it('names the methods of its relation', async () => {
    const refused = await Promise.all([
      refusal('PUT', 'public_posts?id=eq.1', {}, {}),
      refusal('DELETE', 'wall_posts?id=eq.1'),
      refusal('PUT', 'wall_posts?id=eq.1', {}, {}),
    ])
    expect(refused.map(({ headers }) => headers.get('allow'))).toEqual([
      'GET, HEAD, POST, PATCH, DELETE',
      'GET, HEAD',
      'GET, HEAD',
    ])
  })
})

describe('the query', () => {
  const long = Array.from({ length: 101 }, (_, n) => `content=neq.${n}`).join('&')
  const deep = `or=${'(and'.repeat(10)}(mood.eq.Joy${')'.repeat(11)}`
  it.each(
    [
      ['select=*,post_comments(*)', 'PGRST127', '*'],
      ['select=id,post_comments(content)', 'PGRST127', 'post_comments(content)'],
      ['select=id,...user_profiles(email)', 'PGRST127', 'user_profiles'],
      ['select=id::text', 'PGRST127', 'id::text'],
      ['select=reaction_counts->>a', 'PGRST127', 'reaction_counts->>a'],
      ['select=id.count()', 'PGRST123', 'id.count()'],
      ['select=count()', 'PGRST123', 'count()'],
      ['select=', 'PGRST100', 'empty'],
      ['select=wala', '42703', 'public_posts.wala'],
      ['select=id&select=mood', 'PGRST100', '"select"'],
      ['wala=eq.1', '42703', 'public_posts.wala'],
      ['order=wala', '42703', 'public_posts.wala'],
      ['order=mood.up', 'PGRST100', 'mood.up'],
      ['order=post_comments(created_at)', 'PGRST127', 'post_comments(created_at)'],
      ['order=reaction_counts->a', 'PGRST127', 'reaction_counts->a'],
      ['mood=Joy', 'PGRST100', 'Joy'],
      ['mood=equals.Joy', 'PGRST100', '"equals"'],
      ['mood=not.not.eq.Joy', 'PGRST100', '"not"'],
      ['content=match.^a', 'PGRST127', '"match"'],
      ['content=ilike.*ulan*', 'PGRST127', '"ilike" on "public_posts.content"'],
      ['codename=not.like.Mina*', 'PGRST127', '"like" on "public_posts.codename"'],
      ['or=(mood.eq.Joy,and(codename.ilike.*a*,id.is.null))', 'PGRST127', '"ilike" on'],
      ['content=imatch.^a', 'PGRST127', '"imatch"'],
      ['content=fts.ulan', 'PGRST127', '"fts"'],
      ['content=wfts(english).ulan', 'PGRST127', '"wfts(english)"'],
      ['content=like(any).{a,b}', 'PGRST127', '"like(any)"'],
      ['content=isdistinct.a', 'PGRST127', '"isdistinct"'],
      ['reaction_counts=cs.{}', 'PGRST127', '"cs"'],
      ['reaction_counts->>a=eq.1', 'PGRST127', 'reaction_counts->>a'],
      ['template_url=is.unknown', 'PGRST127', 'is.unknown'],
      ['template_url=is.maybe', 'PGRST100', 'maybe'],
      ['post_comments.content=eq.a', 'PGRST108', "'post_comments'"],
      ['post_comments.limit=1', 'PGRST108', "'post_comments'"],
      ['mood=in.Joy', 'PGRST100', '"("'],
      ['mood=in.(Joy', 'PGRST100', 'the end'],
      ['mood=in.("Joy', 'PGRST100', 'the end'],
      ['or=(mood.eq."Joy,)', 'PGRST100', 'column.operator.value'],
      ['mood=in.(Joy)x', 'PGRST100', 'end here'],
      ['or=mood.eq.Joy', 'PGRST100', '"("'],
      ['or=(mood.eq.Joy', 'PGRST100', 'the end'],
      ['or=(mood.eq.Joy))', 'PGRST100', 'the end'],
      ['or=(mood)', 'PGRST100', 'column.operator.value'],
      ['or=()', 'PGRST100', 'column.operator.value'],
      [deep, 'PGRST100', 'nested deeper than 10'],
      [long, 'PGRST100', 'more than 100'],
      [`id=in.(${Array(301).fill(1).join()})`, 'PGRST100', 'more than 300'],
      [`select=${Array(102).fill('id').join()}`, 'PGRST100', 'more than 100'],
      [`content=eq.${'a'.repeat(17_000)}`, 'PGRST100', '16384'],
      ['limit=ten', 'PGRST100', 'ten'],
      ['limit=1e3', 'PGRST100', '1e3'],
      ['offset=10001', 'PGRST100', '10000'],
      ['columns=id', 'PGRST127', '"columns" with GET'],
      ['on_conflict=id', 'PGRST127', '"on_conflict" with GET'],
      ['%zz=eq.1', 'PGRST100', 'percent-encoded'],
    ].map(([query = '', ...rest]) => [query.slice(0, 60), query, ...rest]),
  )('?%s', async (_name, query, code, word) => {
    const refused = await refusal('GET', `public_posts?${query}`)
    expect(refused).toMatchObject({ status: 400, code })
    expect(`${refused.message} ${refused.details}`).toContain(word)
  })

  it('is accepted just inside the limits', async () => {
    const headers = { apikey: app.keys.anonKey }
    const deepest = `or=${'(and'.repeat(9)}(mood.eq.Joy${')'.repeat(10)}`
    const list = Array.from({ length: 300 }, () => crypto.randomUUID()).join('%2C')
    for (const query of [deepest, `id=in.(${list})`, long.slice(0, long.lastIndexOf('&')), 'offset=10000']) {
      const response = await app.fetch(`/rest/v1/public_posts?${query}`, { headers })
      expect([response.status, await response.text()]).toEqual([200, '[]'])
    }
  })

  it.each([
    ['PATCH', 'public_posts', '21000'],
    ['DELETE', 'public_posts', '21000'],
    ['DELETE', 'public_posts?id=eq.1&limit=1', 'PGRST127'],
    ['PATCH', 'public_posts?id=eq.1&order=id', 'PGRST127'],
    ['DELETE', 'public_posts?id=eq.1&offset=1', 'PGRST127'],
    ['PATCH', 'public_posts?id=eq.1&columns=mood', 'PGRST127'],
    ['POST', 'public_posts?id=eq.1', 'PGRST100'],
    ['POST', 'public_posts?or=(id.eq.1)', 'PGRST100'],
    ['POST', 'public_posts?on_conflict=id', 'PGRST100'],
  ])('%s /%s is 400 %s', async (method, path, code) => {
    expect(await refusal(method, path, {}, { mood: 'Joy' })).toMatchObject({ status: 400, code })
  })
})

describe('the headers', () => {
  it.each([
    ['text/csv', 'text/csv'],
    ['application/geo+json', 'application/geo+json'],
    ['application/vnd.pgrst.plan+json; for="application/json"', 'plan+json'],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'nulls=stripped'],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'nulls=stripped'],
  ])('Accept: %s is 406', async (accept, word) => {
    const refused = await refusal('GET', 'public_posts', { accept })
    expect(refused).toMatchObject({ status: 406, code: 'PGRST107' })
    expect(refused.message).toContain(word)
  })

  it.each([
    ['count=planned', 'count=planned'],
    ['count=estimated', 'count=estimated'],
    ['tx=rollback', 'tx=rollback'],
    ['timezone=Asia/Manila', 'timezone=Asia/Manila'],
    ['handling=strict, anything', 'anything'],
    ['handling=strict, max-affected=many', 'max-affected=many'],
  ])('Prefer: %s is 400', async (prefer, word) => {
    const refused = await refusal('GET', 'public_posts', { prefer })
    expect(refused).toMatchObject({ status: 400, code: 'PGRST122' })
    expect(refused.details).toContain(word)
  })

  it('ignores an unknown preference, and does not repeat it', async () => {
    const response = await app.fetch('/rest/v1/public_posts', {
      headers: { apikey: app.keys.anonKey, prefer: 'respond-async, handling=lenient' },
    })
    expect(response.headers.get('preference-applied')).toBe('handling=lenient')
  })

  it('Range: 0-9 is 400', async () => {
    const refused = await refusal('GET', 'public_posts', { range: '0-9' })
    expect(refused.details).toContain('"Range"')
  })

  it('a body that is not JSON by its type is 415', async () => {
    const refused = await refusal('POST', 'public_posts', { 'content-type': 'text/csv' }, {})
    expect(refused).toMatchObject({ status: 415, code: 'PGRST107' })
  })
})

describe('the caller', () => {
  it('gets 401 without a key, with a false key, and with a false or expired token', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = {
      iss: 'http://emote.test/auth/v1',
      aud: 'authenticated',
      role: 'authenticated',
      sub: mina.id,
    }
    const payload = Buffer.from(JSON.stringify({ ...claims, exp: now + 900 })).toString('base64url')
    const over = await app.keys.sign({ ...claims, session_id: crypto.randomUUID(), exp: now - 1 })
    const cases: [Record<string, string>, string][] = [
      [{ apikey: '', authorization: '' }, 'PGRST301'],
      [{ apikey: 'mali', authorization: `Bearer ${mina.token}` }, 'PGRST301'],
      [{ authorization: `Bearer ${none}.${payload}.` }, 'PGRST301'],
      [{ authorization: `Bearer ${mina.token.slice(0, -4)}AAAA` }, 'PGRST301'],
      [{ authorization: `Bearer ${over}` }, 'PGRST303'],
    ]
    for (const [headers, code] of cases) {
      const refused = await refusal('GET', 'public_posts', headers)
      expect(refused).toMatchObject({ status: 401, code })
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })

  it('gets 401 (visitors) or 403 (people) for a hidden column wherever it is named', async () => {
    const ways = [
      'select=author_id',
      'author_id=is.null',
      'order=author_id',
      `or=(id.is.null,author_id.eq.${mina.id})`,
    ]
    for (const way of ways) {
      expect(await refusal('GET', `public_posts?${way}`)).toMatchObject({ status: 403, code: '42501' })
      for (const method of ['GET', 'HEAD']) {
        const visitor = await app.fetch(`/rest/v1/public_posts?${way}`, {
          method,
          headers: { apikey: app.keys.anonKey, prefer: 'count=exact' },
        })
        expect(visitor.status).toBe(401)
        expect(visitor.headers.get('www-authenticate')).toBe('Bearer')
        expect(visitor.headers.get('content-range')).toBeNull()
      }
    }
  })

  it("cannot write other people's columns and rows", async () => {
    const other = crypto.randomUUID()
    const post = { mood: 'Joy', content: 'hiram na pangalan' }
    const attempts: [string, string, unknown][] = [
      ['POST', 'public_posts', { ...post, user_id: other }],
      ['POST', 'public_posts', { ...post, user_id: mina.id, codename: 'Emi' }],
      ['POST', 'public_posts', { ...post, author_id: other }],
      ['POST', 'public_posts', { ...post, created_at: '2020-01-01' }],
      ['POST', 'public_posts?columns=mood,content,author_id', [{ ...post, author_id: mina.id }]],
      ['POST', 'diary_posts', { ...post, user_id: other }],
      ['PATCH', `user_profiles?id=eq.${mina.id}`, { is_premium: true }],
      ['PATCH', `user_profiles?id=eq.${mina.id}`, { premium_until: '2099-01-01' }],
      ['PATCH', `public_posts?user_id=eq.${mina.id}`, { user_id: other }],
      ['DELETE', `user_profiles?id=eq.${mina.id}`, undefined],
    ]
    for (const [method, path, body] of attempts) {
      expect(await refusal(method, path, {}, body), `${method} ${path}`).toMatchObject({
        status: 403,
        code: '42501',
      })
    }
    const upsert = { id: mina.id, email: mina.email, is_premium: true }
    const merged = await refusal(
      'POST',
      'user_profiles?on_conflict=id',
      { prefer: 'resolution=merge-duplicates' },
      upsert,
    )
    expect(merged).toMatchObject({ status: 403, code: '42501' })
    const { rows } = await app.owner.query(
      `select * from public.public_posts where content = 'hiram na pangalan'`,
    )
    expect(rows).toEqual([])
  })

  it('is refused as soon as the session ends', async () => {
    const karlo = await signUp(app, 'Karlo')
    await app.owner.query('delete from auth.sessions where user_id = $1', [karlo.id])
    const { error, status } = await karlo.client.from('diary_posts').select('id')
    expect([status, error?.code]).toEqual([401, 'PT401'])
  })
})

describe('the database', () => {
  it('ends a slow statement with 504, and the connection serves on', async () => {
    await app.owner.query(`
      create function public.slow() returns boolean language sql stable as $$ select pg_sleep(2) is null $$;
      grant execute on function public.slow() to anon;
      create policy "slowly" on public.post_comments as restrictive for select to anon using (public.slow());
      insert into public.public_posts (id, author_id, user_id, mood, content) values ('${mina.id}', '${mina.id}', '${mina.id}', 'Joy', 'x');
      insert into public.post_comments (post_id, user_id, content) values ('${mina.id}', '${mina.id}', 'x')`)
    const { error, status } = await app.client().from('post_comments').select('id')
    expect([status, error?.code]).toEqual([504, '57014'])
    await app.owner.query('drop policy "slowly" on public.post_comments')
    expect((await app.client().from('post_comments').select('id')).data).toHaveLength(1)
  })

  it('answers 503 with Retry-After when it cannot be reached', async () => {
    const { restGateway } = await import('../../src/server/rest/index.ts')
    const { loadSchema } = await import('../../src/server/rest/schema.ts')
    const { openDoor } = await import('../../src/server/db/door.ts')
    const schema = await loadSchema(app.db)
    const closed = openDoor({ host: '/nonexistent', user: 'authenticator', database: 'none' }, 1)
    const request = new Request('http://emote.test/rest/v1/public_posts')
    const response = await restGateway({ db: closed, schema, keys: app.keys, limits: 'relaxed' })(request, {
      role: 'anon',
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ code: 'PGRST000' })
    await closed.close()
  })
})
