import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp } from '../support/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const mina = await signUp(app, 'Mina')
  const post = { mood: 'Calm', content: 'payapa ang dagat ngayong gabi. '.repeat(10) }
  await mina.client.from('public_posts').insert(Array.from({ length: 20 }, () => post))
})
afterAll(() => app.stop())

const read = (limit: number, encoding: string) =>
  app.fetch(`/rest/v1/wall_posts?select=content&limit=${limit}`, {
    headers: { apikey: app.keys.anonKey, 'accept-encoding': encoding },
  })

it('sends a page of posts packed to a client that takes it, and the same text to one that does not', async () => {
  const packed = await read(20, 'gzip, br')
  const plain = await (await read(20, 'identity')).text()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('Accept-Encoding')
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(plain)
  expect(bytes.length).toBeLessThan(plain.length / 3)
})

it('leaves a short answer as it is', async () => {
  expect((await read(1, 'gzip')).headers.get('content-encoding')).toBeNull()
})
