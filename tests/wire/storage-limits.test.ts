import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { picture } from '../support/small-picture.ts'

let app: TestApp
let cast: Person[]
let face: Blob

beforeAll(async () => {
  app = await startApp({ settings: { limits: 'strict', accessTokenSeconds: 3_600 } })
  face = await picture()
  cast = await Promise.all(['Ana', 'Ben', 'Cora'].map((name) => signUp(app, name)))
})
afterAll(() => app.stop())

async function upload(person: Person): Promise<Response> {
  const { data } = await person.client.auth.getSession()
  return app.fetch(`/storage/v1/object/avatars/${person.id}/face.png`, {
    method: 'PUT',
    headers: { apikey: app.keys.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    body: face,
  })
}

it('takes thirty files of a person and sixty of a network in ten minutes, then says when to come back', async () => {
  const [ana, ben, cora] = cast as [Person, Person, Person]
  const times = async (person: Person, count: number) => {
    const statuses = []
    // oxlint-disable-next-line no-await-in-loop -- in turn, to know which one is refused
    for (let at = 0; at < count; at++) statuses.push((await upload(person)).status)
    return statuses
  }
  expect(new Set(await times(ana, 30))).toEqual(new Set([200]))
  const refused = await upload(ana)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ statusCode: '429', error: 'SlowDown', code: 'SlowDown' })
  expect(new Set(await times(ben, 30))).toEqual(new Set([200]))
  expect((await upload(cora)).status).toBe(429)
  app.advance(600_000)
  expect((await upload(ana)).status).toBe(200)
  expect((await upload(cora)).status).toBe(200)
})

it('does not count what the policies refuse, nor the service', async () => {
  const [ana, ben] = cast as [Person, Person, Person]
  app.advance(600_000)
  const strange = Array.from({ length: 70 }, () =>
    ana.client.storage.from('avatars').upload(`${ben.id}/x.png`, face),
  )
  const codes = new Set(
    (await Promise.all(strange)).map(({ error }) => error && 'code' in error && error.code),
  )
  expect(codes).toEqual(new Set(['AccessDenied']))
  expect((await upload(ana)).status).toBe(200)
  const service = app.client(app.keys.serviceKey).storage.from('chat-files')
  const texts = Array.from({ length: 31 }, (_, at) => service.upload(`n${at}.txt`, new Blob(['Kumusta?'])))
  expect((await Promise.all(texts)).filter(({ error }) => error)).toEqual([])
})
