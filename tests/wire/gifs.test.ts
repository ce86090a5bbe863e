import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'

let app: TestApp
let mina: Person

beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
})
afterAll(() => app.stop())

async function ask(query: string, { token = mina.token, method = 'GET', on = app } = {}) {
  const headers = { apikey: on.keys.anonKey, authorization: `Bearer ${token}` }
  const response = await on.fetch(`/functions/v1/gifs${query}`, { method, headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('stickers', () => {
  it('arrive in the official client in the shape of GIPHY, popular ones or those looked for', async () => {
    const { data, error } = await mina.client.functions.invoke<{
      data: { id: string; images: { fixed_height_small: { url: string } } }[]
    }>('gifs?kind=trending', { method: 'GET' })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      pagination: { total_count: 30, count: 12, offset: 0 },
      meta: { status: 200, msg: 'OK' },
    })
    const [first] = data?.data ?? []
    expect(first?.images.fixed_height_small.url).toMatch(/^http:\/\/emote\.test\/stickers\/[a-z-]+\.svg$/)
    expect(await ask('?kind=search&q=%20hug&limit=1&offset=0')).toMatchObject({
      status: 200,
      body: { data: [{ id: 'yakap' }], pagination: { count: 1 } },
    })
    expect(await ask('?kind=search&q=%F0%9F%A7%8B')).toMatchObject({ status: 200, body: { data: [] } })
  })

  it.each([
    ['', 'kind'],
    ['?kind=random', 'kind'],
    ['?kind=search', 'q'],
    ['?kind=trending&q=yakap', 'q'],
    ['?kind=trending&rating=r', 'rating'],
    ['?kind=trending&api_key=x', 'api_key'],
    ['?kind=trending&kind=search', 'kind'],
    ['?kind=trending&limit=0', 'limit'],
    ['?kind=trending&limit=25', 'limit'],
    ['?kind=trending&limit=1e1', 'limit'],
    ['?kind=trending&offset=-1', 'offset'],
    ['?kind=trending&offset=5000', 'offset'],
    ['?kind=trending&%ED%A0%80=1', '���'],
  ])('refuse the query %s by name', async (query, name) => {
    const error = `The parameter "${name}" is missing, unknown or wrong.`
    expect(await ask(query)).toEqual({ status: 400, body: { success: false, error } })
  })

  it('refuse blank words and those beyond 50 letters', async () => {
    for (const q of ['', '%20', '%E2%80%8B', 'a'.repeat(51)])
      expect(await ask(`?kind=search&q=${q}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('50 letra') },
      })
    expect(await ask(`?kind=search&q=${'a'.repeat(50)}`)).toMatchObject({ status: 200 })
  })

  it('are for people with a session, and read by GET only', async () => {
    const ben = await signUp(app, 'Ben')
    await ben.client.auth.signOut()
    for (const token of [app.keys.anonKey, ben.token])
      expect(await ask('?kind=trending', { token })).toEqual({
        status: 401,
        body: { success: false, error: 'Not authenticated' },
      })
    expect(await ask('?kind=trending', { method: 'POST' })).toMatchObject({
      status: 405,
      body: { error: 'This function is called by GET' },
    })
  })

  it('fail with the specified words when GIPHY cannot be reached, and its pictures are allowed then', async () => {
    const giphy = { apiKey: 'key-of-giphy', baseUrl: 'http://127.0.0.1:1' }
    const other = await startApp({ giphy })
    try {
      const { token } = await signUp(other, 'Carlo')
      expect(await ask('?kind=search&q=lihim', { token, on: other })).toEqual({
        status: 502,
        body: { success: false, error: 'GIFs failed to load' },
      })
      expect(other.logged).toEqual([expect.stringMatching(/^GIFs: GIPHY failed: \w+$/)])
      const config = await other.fetch('/config.json')
      expect(config.headers.get('content-security-policy')).toContain('https://*.giphy.com')
      expect(await config.json()).toMatchObject({ features: { gifs: 'giphy' } })
    } finally {
      await other.stop()
    }
    const policy = (await app.fetch('/config.json')).headers.get('content-security-policy')
    expect(policy).not.toContain('giphy')
  })
})
