import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let mina: Person
let file: Blob
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  file = await picture()
})
afterAll(() => app.stop())

const headers = (token = mina.token) => ({
  apikey: app.keys.anonKey,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})
const send = (method: string, path: string, body: object, token?: string) =>
  app.fetch(path, { method, headers: headers(token), body: JSON.stringify(body) })

it('a lock that somebody holds is a 503 with Retry-After in every dialect, and no fault', async () => {
  await app.owner.query('begin')
  await app.owner.query('lock table public.public_posts, storage.objects, realtime.messages')
  await app.owner.query('select from auth.users for update')
  const answers = {
    rest: send('POST', '/rest/v1/public_posts', { mood: 'Calm', content: 'payapa' }),
    functions: send('POST', '/functions/v1/withdraw', { id: randomUUID() }),
    auth: send('PUT', '/auth/v1/user', { data: { theme: 'dark' } }),
    storage: app.fetch(`/storage/v1/object/avatars/${mina.id}/one.png`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'image/png' },
      body: file,
    }),
    realtime: send(
      'POST',
      '/realtime/v1/api/broadcast',
      { messages: [{ topic: 'polls:global', event: 'vote', payload: {} }] },
      app.keys.serviceKey,
    ),
  }
  const told = await Promise.all(
    Object.entries(answers).map(async ([dialect, answer]) => {
      const { status, headers: said } = await answer
      return [dialect, status, said.has('retry-after')]
    }),
  )
  await app.owner.query('rollback')
  expect(told).toEqual(Object.keys(answers).map((dialect) => [dialect, 503, true]))
  expect(app.logged).toEqual([])
})
