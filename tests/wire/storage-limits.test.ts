import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLimiter } from '../../src/server/http/limiter.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let cast: Person[]
let face: Blob

beforeAll(async () => {
  app = await startApp({ settings: { limits: 'strict', accessTokenSeconds: 3_600 }, stoppedClock: true })
  face = await picture()
  cast = await Promise.all(['Ana', 'Ben', 'Cora', 'Dan'].map((name) => signUp(app, name)))
  // The first day of an account is tighter.
  await app.owner.query("update auth.users set created_at = created_at - interval '2 days'")
})
afterAll(() => app.stop())

async function upload(person: Person, body: BodyInit = face, type = 'image/png'): Promise<Response> {
  const { data } = await person.client.auth.getSession()
  const init = {
    method: 'PUT',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': type,
    },
    body,
    duplex: 'half',
  }
  return app.fetch(`/storage/v1/object/avatars/${person.id}/face.png`, init)
}

/** An endless body, read chunk by chunk. Without a next chunk its sender is silent, or leaves. */
function slowly(next: (piece: number, leave: () => void) => string | undefined): ReadableStream<Uint8Array> {
  let piece = 0
  return new ReadableStream(
    {
      pull(to) {
        const words = next(piece++, () => to.error(new Error('gone')))
        if (words === undefined) return new Promise(() => {})
        to.enqueue(Buffer.from(words))
        return undefined
      },
    },
    { highWaterMark: 0 },
  )
}

const field = '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3'
it.each([
  ['bytes', 'x', 'image/png'],
  ['a field, before its file begins', field, 'multipart/form-data; boundary=b'],
])('a sender who drips %s is cut off', async (_, begin, type) => {
  const dan = cast[3]!
  const drip = slowly((piece) => {
    if (piece === 0) return begin
    app.advance(11_000)
    return piece < 4 ? '0' : undefined
  })
  const answer = await upload(dan, drip, type)
  app.advance(-44_000)
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidRequest' }])
})

it('a file is stored while 33 others arrive slowly, three at a time for each person', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `Mabagal${at}`)
  const slow = await Promise.all(names.map((name) => signUp(app, name)))
  const arriving: (() => void)[] = []
  const { promise: allThere, resolve } = Promise.withResolvers<void>()
  const hold = () =>
    slowly((_, leave) => {
      if (arriving.push(leave) === 33) resolve()
      return undefined
    })
  const held = slow.flatMap((person) => [1, 2, 3, 4].map(() => upload(person, hold())))
  await allThere
  const dan = cast[3]!
  expect((await upload(dan)).status).toBe(200)
  expect(arriving).toHaveLength(33)
  // Waiting uploads enter when one has left.
  for (let at = 0; at < held.length; at++) {
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => arriving.length).toBeGreaterThan(at)
    arriving[at]?.()
  }
  expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([400]))
})

it('a person may upload thirty files in ten minutes, then gets Retry-After, and others may go on', async () => {
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
  // The same network, after two people sent all that they may.
  expect((await upload(cora)).status).toBe(200)
  app.advance(600_000)
  expect((await upload(ana)).status).toBe(200)
})

it('a network may upload as much as sixty people', async () => {
  const { db, keys } = app
  const moment = new Date()
  class Full extends Error {}
  const limiter = createLimiter({ db, secret: keys.secret, mode: 'strict', refuse: () => new Full() })
  const send = (from: string) =>
    limiter
      .take(moment, ['uploadAccount', randomUUID()], ['uploadNetwork', from])
      .then(() => 'ok')
      .catch((error: unknown) => (error instanceof Full ? 'full' : error))
  const sent = await Promise.all(Array.from({ length: 1_802 }, () => send('10.1.2.0/24')))
  expect(sent.filter((answer) => answer !== 'ok')).toEqual(['full', 'full'])
  expect(await send('10.1.3.0/24')).toBe('ok')
})

it("refused uploads and the service's uploads do not count", async () => {
  const [ana, ben] = cast as [Person, Person, Person]
  app.advance(600_000)
  const strange = Array.from({ length: 60 }, () =>
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
