import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp } from '../support/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const mina = await signUp(app, 'Mina')
  const post = { mood: 'Calm', content: 'payapa ang dagat ngayong gabi. '.repeat(10) }
  const posting = Array.from({ length: 20 }, () =>
    mina.client.from('public_posts').insert(post).throwOnError(),
  )
  await Promise.all(posting)
})
afterAll(() => app.stop())

const read = (limit: number, encoding: string) =>
  app.fetch(`/rest/v1/wall_posts?select=content&limit=${limit}`, {
    headers: { apikey: app.keys.anonKey, 'accept-encoding': encoding },
  })

it('a page of posts is compressed for a client that accepts it, and has the same text for others', async () => {
  const packed = await read(20, 'gzip, br')
  const plain = await (await read(20, 'identity')).text()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('Accept-Encoding')
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(plain)
  expect(bytes.length).toBeLessThan(plain.length / 3)
})

it('a short answer is not compressed', async () => {
  expect((await read(1, 'gzip')).headers.get('content-encoding')).toBeNull()
})
