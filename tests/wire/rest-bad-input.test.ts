import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// Any bad input gets a clear error in this dialect, stores nothing, and causes no fault.
let app: TestApp
let mina: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  // A row to read: PostgreSQL refuses some patterns only when it compares.
  await mina.client.from('public_posts').insert({ mood: 'Calm', content: 'nandito ako' })
})
afterAll(() => app.stop())

function send(method: string, path: string, body?: BodyInit): Promise<Response> {
  return app.fetch(`/rest/v1/${path}`, {
    method,
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${mina.token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body }),
  })
}

async function stored(): Promise<number> {
  const { rows } = await app.owner.query<{ n: number }>(
    `select (select count(*) from public.public_posts)::int + (select count(*) from public.diary_posts)::int as n`,
  )
  return rows[0]?.n ?? -1
}

const good = '"mood":"Joy","content":"x"'
const bodies: [string, string][] = [
  ['nothing', ''],
  ['white space', '  \n'],
  ['half an object', '{"mood":'],
  ['a trailing comma', `{${good},}`],
  ['single quotes', `{'mood':'Joy'}`],
  ['a comment', `{${good}} // ok`],
  ['two values', `{${good}}{${good}}`],
  ['NaN', `{${good},"id":NaN}`],
  ['a number of a hundred thousand digits', '{"mood":"Joy","content":[1e131071]}'],
  ['a text', '"post"'],
  ['a number', '7'],
  ['null', 'null'],
  ['true', 'true'],
  ['an array of null', '[null]'],
  ['an array of arrays', '[[1]]'],
  ['an array of mixed things', `[{${good}},7]`],
  ['objects with other keys', `[{${good}},{"mood":"Joy"}]`],
  ['two empty objects', '[{},{}]'],
  ['an empty object', '{}'],
  ['a column that is not there', `{${good},"wala":1}`],
  ['the key __proto__', `{${good},"__proto__":{"is_premium":true}}`],
  ['the key constructor', `{${good},"constructor":{"prototype":{"is_premium":true}}}`],
  ['the key toString', `{${good},"toString":1}`],
  ['an empty key', `{${good},"":1}`],
  ['a key with a quote', `{${good},"a\\"; drop table x; --":1}`],
  ['a mood that is not one', '{"mood":"Happy","content":"x"}'],
  ['a mood of null', '{"mood":null,"content":"x"}'],
  ['content of null', '{"mood":"Joy","content":null}'],
  ['blank content', '{"mood":"Joy","content":" \\n\\t "}'],
  ['content too long', `{"mood":"Joy","content":"${'ñ'.repeat(20_001)}"}`],
  ['NUL in a text', '{"mood":"Joy","content":"a\\u0000b"}'],
  ['a lone surrogate', '{"mood":"Joy","content":"a\\ud83d"}'],
  ['NUL in a key', `{${good},"a\\u0000":1}`],
  ['NUL in a doubled key', '{"content":"a\\u0000b","mood":"Joy","content":"x","user_id":"x"}'],
  ['an id that is not one', `{${good},"id":"1"}`],
  ['an id of a number', `{${good},"id":1}`],
  ['an id of an object', `{${good},"id":{"a":1}}`],
  ['a user_id that is not one', `{${good},"user_id":"' or 1=1 --"}`],
  ['a number too big', `{${good},"id":1e999999}`],
  ['a template of another site', `{${good},"template_url":"https://evil.example/a.svg"}`],
  ['a template that climbs', `{${good},"template_url":"/templates/../galit-1.svg"}`],
  ['33 levels', `{${good},"id":${'['.repeat(33)}${']'.repeat(33)}}`],
  ['100,000 levels', '['.repeat(100_000)],
  [
    '100,000 levels behind a doubled key',
    `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)},"id":"x",${good}}`,
  ],
  ['1,001 rows', `[${Array(1_001).fill(`{${good}}`).join()}]`],
]

describe('bodies', () => {
  it.each(bodies)('%s', async (_name, body) => {
    const before = await stored()
    for (const table of ['public_posts', 'diary_posts']) {
      const response = await send('POST', table, body)
      await expectRefused(response)
    }
    expect(await stored()).toBe(before)
  })

  it('store none of a batch when one row is refused', async () => {
    const before = await stored()
    await expectRefused(await send('POST', 'diary_posts', `[{${good}},{${good}},{"mood":"x","content":"x"}]`))
    expect(await stored()).toBe(before)
  })

  it('of 10 MB are refused with 413 before they are read whole', async () => {
    const response = await send('POST', 'diary_posts', `{"mood":"Joy","content":"${'a'.repeat(10_000_000)}"}`)
    expect(response.status).toBe(413)
    await expectRefused(response)
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    }
    const request = new Request('http://emote.test/rest/v1/diary_posts', init)
    expect((await app.app.fetch(request)).status).toBe(413)
    expect(pulled).toBeLessThan(40)
  })

  it('are refused when they are not UTF-8', async () => {
    await expectRefused(await send('POST', 'diary_posts', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])))
  })

  it('with a doubled key count the last one, and change no prototype', async () => {
    const response = await send(
      'POST',
      'diary_posts?select=content',
      `{"mood":"Joy","content":"una","content":"huli"}`,
    )
    expect([response.status, await response.json()]).toEqual([201, [{ content: 'huli' }]])
    await send(
      'POST',
      'diary_posts',
      `{${good},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('keep every storable text exactly', async () => {
    const words = [
      '🫂👩‍👩‍👧',
      'e\u0301 ñ',
      '\u202eabc',
      `'"; drop table public_posts; --`,
      '%_\\',
      '<script>',
      '$1 {a} \\u0041',
    ]
    for (const content of words) {
      const { data, error } = await mina.client
        .from('diary_posts')
        .insert({ mood: 'Joy', content })
        .select('content')
        .single()
      expect({ error, content: data?.content }).toEqual({ error: null, content })
    }
  })
})

const queries = [
  'id=eq.1',
  'id=eq.',
  'id=in.(1,2)',
  `id=eq.' or 1=1 --`,
  `id=eq.%00`,
  `id=eq.%ed%a0%80`,
  `id=eq.%ff`,
  `id=eq.%`,
  `id=like.*a*`,
  `seq=gt.abc`,
  `seq=gt.99999999999999999999`,
  `seq=eq.1e5`,
  `created_at=gt.kahapon`,
  `created_at=lt.2026-13-45`,
  `anonymous=eq.maybe`,
  `mood=is.true`,
  `reaction_counts=eq.{`,
  `content=like.%5C`,
  `__proto__=eq.1`,
  `constructor=eq.1`,
  `select=__proto__`,
  `order=__proto__`,
  `select=%22`,
  `order=,`,
  `select=id,,mood`,
  `select=:id`,
  `select=a:`,
  `=`,
  `=eq.1`,
  `&&&=`,
  `or=((((((`,
  `or=(${'"'.repeat(999)})`,
  `and=(id.eq.")`,
  `limit=`,
  `limit=0x10`,
  `limit=1.5`,
  `limit=99999999999999999999`,
  `offset=-1`,
  `order=id;drop table public_posts`,
  `select=id from auth.users--`,
  `${'('.repeat(5_000)}=eq.1`,
  `or=${'('.repeat(5_000)}`,
]

describe('queries', () => {
  it.each(queries.map((query) => [query.slice(0, 60), query]))('?%s', async (_name, query) => {
    for (const method of ['GET', 'DELETE']) await expectRefused(await send(method, `public_posts?${query}`))
  })

  it('cost linear time when they are wrong and long', async () => {
    // The grammar is parsed once from left to right: 16 KB of the worst input takes as long as other 16 KB.
    const worst = ['or=(', 'select=', 'order=', 'mood=in.(', 'content=eq.'].flatMap((start) =>
      ['(', '"', ',', '.', 'not.', 'and(', '\\', ':', '%28'].map((piece) =>
        (start + piece.repeat(16_000)).slice(0, 16_000),
      ),
    )
    for (const query of worst) expect((await send('GET', `public_posts?${query}`)).status).toBeLessThan(500)
  })
})

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  const body: unknown = await response.json()
  expect(body).toEqual({
    code: expect.stringMatching(/^(PGRST\d{3}|[0-9A-Z]{5})$/),
    message: expect.stringMatching(/./),
    details: expect.toSatisfy((details) => details === null || typeof details === 'string'),
    hint: expect.toSatisfy((hint) => hint === null || typeof hint === 'string'),
  })
  expect(app.logged).toEqual([])
}
