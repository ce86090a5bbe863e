import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBlobId } from '../../src/server/providers/files/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let ana: Person
const text = 'Kumusta ka ngayong araw?'

beforeAll(async () => {
  app = await startApp()
  ana = await signUp(app, 'Ana')
  const service = app.client(app.keys.serviceKey).storage
  const up = async (bucket: string, key: string, body: Blob, cacheControl = '3600') =>
    expect((await service.from(bucket).upload(key, body, { cacheControl })).error).toBeNull()
  await up('avatars', 'a/face.png', await picture(), '999999999')
  await up('avatars', 'a/brief.jpg', await picture('jpeg'), '30')
  await up('chat-files', 'a/note.txt', new Blob([text]))
})
afterAll(() => app.stop())

const open = '/storage/v1/object/public/avatars/a/face.png'
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(path, { method, headers })
const asService = () => ({ apikey: app.keys.serviceKey, authorization: `Bearer ${app.keys.serviceKey}` })
const note = (headers: Record<string, string> = {}, method = 'GET') =>
  get('/storage/v1/object/chat-files/a/note.txt', { ...asService(), ...headers }, method)
const saved = async (query: string) => (await get(`${open}?${query}`)).headers.get('content-disposition')
const code = async (path: string) =>
  ((await (await get(`/storage/v1/object/public/${path}`)).json()) as { code: string }).code

describe('a public file', () => {
  it('has safe headers, may be embedded, and is cached for a week at most', async () => {
    const answer = await get(open)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('content-range'),
      'cache-control': 'public, max-age=604800',
      'content-length': String((await answer.arrayBuffer()).byteLength),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const brief = await get('/storage/v1/object/public/avatars/a/brief.jpg')
    expect(brief.headers.get('cache-control')).toBe('public, max-age=30')
  })

  it('is saved under a requested name, whose signs are escaped', async () => {
    expect(await saved('download=')).toBe('attachment')
    expect(await saved('download=me.png')).toBe(`attachment; filename="me.png"; filename*=UTF-8''me.png`)
    expect(await saved('download=%22%3B%20x%3D%0D%0ASet-Cookie%3A%20a%3Db')).toBe(
      `attachment; filename="__ x___Set-Cookie_ a_b"; filename*=UTF-8''%22%3B%20x%3D%0D%0ASet-Cookie%3A%20a%3Db`,
    )
    expect(await saved('download=%ed%a0%80')).toContain('attachment')
  })

  it('is told apart from a missing one, and a private bucket looks like a missing one', async () => {
    expect(await code('avatars/a/none.png')).toBe('NoSuchKey')
    expect(await code('chat-files/a/note.txt')).toBe('NoSuchBucket')
    expect(await code('nowhere/a.png')).toBe('NoSuchBucket')
  })

  it("shows its data without a key, and not its owner's metadata", async () => {
    await ana.client.storage
      .from('avatars')
      .upload(`${ana.id}/x.png`, await picture(), { metadata: { note: 'akin lang' } })
    const answer = await get(`/storage/v1/object/info/public/avatars/${ana.id}/x.png`)
    expect(await answer.json()).toMatchObject({ content_type: 'image/png', metadata: {} })
    const stranger = await signUp(app, 'Ben')
    const seen = await stranger.client.storage.from('avatars').info(`${ana.id}/x.png`)
    expect(JSON.stringify(seen.data)).not.toContain('akin')
  })
})

describe('a private file', () => {
  it('is never cached, and is saved instead of shown unless it is a picture', async () => {
    const answer = await note()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Authorization, apikey',
      'x-content-type-options': 'nosniff',
    })
    expect(await answer.text()).toBe(text)
  })

  it('needs a key and a live session', async () => {
    const path = '/storage/v1/object/payment-proofs/a/b.png'
    expect(await (await get(path)).json()).toMatchObject({ code: 'AccessDenied' })
    const bad = await get(path, { apikey: app.keys.anonKey, authorization: 'Bearer a.b.c' })
    expect([bad.status, await bad.json()]).toMatchObject([400, { code: 'InvalidJWT', statusCode: '400' }])
    const cora = await signUp(app, 'Cora')
    await cora.client.auth.signOut()
    const over = await get(path, { apikey: app.keys.anonKey, authorization: `Bearer ${cora.token}` })
    expect(await over.json()).toMatchObject({ code: 'InvalidJWT', message: 'session_not_found' })
  })
})

describe('our own drawings', () => {
  it('are shown, and run no script', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const spooled = await app.files.spool(new Blob([drawing]).stream(), 1_000)
    const id = newBlobId(spooled.sha256)
    await app.owner.query('insert into storage.blobs (id, size) values ($1, $2)', [id, spooled.size])
    await app.files.put(id, spooled.path)
    const metadata = {
      eTag: `"${spooled.sha256}"`,
      size: spooled.size,
      mimetype: 'image/svg+xml',
      cacheControl: 'max-age=3600',
      lastModified: new Date().toISOString(),
    }
    const place = async (bucket: string) =>
      app.owner.query(
        'insert into storage.objects (bucket_id, name, blob_id, metadata) values ($1, $2, $3, $4)',
        [bucket, 'drawing.svg', id, metadata],
      )
    await Promise.all([place('card-templates'), place('avatars')])
    const shown = await get('/storage/v1/object/public/card-templates/drawing.svg')
    expect(shown.headers.get('content-disposition')).toBeNull()
    expect(shown.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    const elsewhere = await get('/storage/v1/object/public/avatars/drawing.svg')
    expect(elsewhere.headers.get('content-disposition')).toBe('attachment')
    const sent = await ana.client.storage.from('avatars').upload(`${ana.id}/d.svg`, new Blob([drawing]))
    expect(sent.error).toMatchObject({ code: 'InvalidMimeType' })
  })
})

describe('conditional and range requests', () => {
  it('get 304 when the client has the file', async () => {
    const etag = (await get(open)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await get(open, { 'if-none-match': known })
      expect([known, answer.status, answer.headers.get('etag')]).toEqual([known, 304, etag])
    }
    expect((await get(open, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get(open, { 'if-none-match': etag }, 'HEAD')).status).toBe(304)
  })

  it('get the headers alone for HEAD', async () => {
    const [head, whole] = await Promise.all([note({}, 'HEAD'), note()])
    expect(await head.text()).toBe('')
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers))
    const missing = await get('/storage/v1/object/avatars/none.png', asService(), 'HEAD')
    expect([missing.status, await missing.text()]).toEqual([400, ''])
  })

  const end = text.length - 1
  it.each([
    ['bytes=0-4', `bytes 0-4/${text.length}`, text.slice(0, 5)],
    ['bytes=3-', `bytes 3-${end}/${text.length}`, text.slice(3)],
    ['bytes=-5', `bytes ${text.length - 5}-${end}/${text.length}`, text.slice(-5)],
    ['bytes=-999', `bytes 0-${end}/${text.length}`, text],
    ['bytes=5-999', `bytes 5-${end}/${text.length}`, text.slice(5)],
    [`bytes=${end}-${end}`, `bytes ${end}-${end}/${text.length}`, text.slice(-1)],
  ])('get the range %s', async (range, contentRange, part) => {
    const answer = await note({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(part.length))
    expect(await answer.text()).toBe(part)
  })

  it.each([
    'bytes=0-1,3-4',
    'bytes=',
    'bytes=-',
    'bytes=4-2',
    'bytes=a-b',
    'lines=0-1',
    'bytes=0x1-2',
    'bytes= 0-1',
  ])('get the whole file for %s', async (range) => {
    const answer = await note({ range })
    expect([answer.status, await answer.text()]).toEqual([200, text])
  })

  it.each(['bytes=999-', `bytes=${text.length}-`, 'bytes=-0', 'bytes=99999999999999-'])(
    'get 416 for %s',
    async (range) => {
      const answer = await note({ range })
      expect(answer.status).toBe(416)
      expect(answer.headers.get('content-range')).toBe(`bytes */${text.length}`)
      expect(await answer.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' })
    },
  )

  it('get the whole file when it changed meanwhile', async () => {
    const etag = (await note()).headers.get('etag')!
    expect((await note({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await note({ range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
  })

  it('get NoSuchKey when the bytes are gone', async () => {
    const { rows } = await app.owner.query<{ blob_id: string }>(
      "select blob_id from storage.objects where name = 'a/brief.jpg'",
    )
    await app.files.remove(rows.map(({ blob_id: id }) => id))
    const answer = await get('/storage/v1/object/public/avatars/a/brief.jpg')
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'NoSuchKey' }])
  })
})
