import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let ana: Person
let body: Blob

beforeAll(async () => {
  app = await startApp()
  ana = await signUp(app, 'Ana')
  body = await picture()
})
afterAll(() => app.stop())

const slashes = ['%2f', '%2F', '%5c', '%5C', '%252f', '%c0%af', '%ef%bc%8f']
const dots = ['..', '.', '...', '%2e%2e', '%2e', '.%2e', '%20', '..%20', '%2e%2e%20']
const upwards = ['..', '%2e%2e', '%2E%2E', '.%2e', '%2e.']
const doubled = ['%252e%252e', '%25', '%2500', '%25252e', '%2520', '%253f', '%2541', '%25%32%65']
const controls = Array.from({ length: 32 }, (_, code) => `%${code.toString(16).padStart(2, '0')}`)
const foreign = '%7f %80 %c2%80 %c2%a0 %e2%80%ae %e2%80%8b %ef%bb%bf %f0%9f%98%80 %c3%b1 %ff %c3%28 %ed%a0%80'
const broken =
  '% %z %u0041 %% %22 %23 %3c %3e %5b %5d %5e %60 %7b %7c %7d %7e %f4%90%80%80 " < > [ ] ^ ` { | } ~'
const letters = [...controls, ...foreign.split(' '), ...broken.split(' ')]
const endings = '. %20 %2e %20. .%20 .. /%20 /%2e%20 %2f %2f%2f ./x %20/x // / /. /.. //x'.split(' ')
const targets = ['etc/passwd', 'windows/win.ini', 'secrets.json', 'proc/self/environ']

/** Invalid names in an address (threat 48). One decoding leaves nothing that could climb or mislead. */
const corpus = [
  ...upwards.flatMap((up) => [`${up}/x`, `a/${up}/${up}/x`, `${up}/${up}/chat-files/x`]),
  ...dots.flatMap((word) => slashes.map((slash) => `a${slash}${word}${slash}x`)),
  ...doubled.flatMap((word) => [`${word}/x`, `a/${word}`, `a${word}b`]),
  ...letters.flatMap((letter) => [`a${letter}b.png`, `${letter}/a`, `a/a${letter}`]),
  ...endings.map((ending) => `a${ending}`),
  ...targets.flatMap((file) => [
    `..%2f..%2f${file}`,
    `%2f${file}`,
    `..%5c..%5c${file}`,
    `%252e%252e/${file}`,
  ]),
  'x'.repeat(1_025),
  `${'deep/'.repeat(205)}x`,
]

/** Sent raw: clients would normalise the address. */
async function send(method: string, path: string, contentType: string, bytes: Uint8Array) {
  const asked = request(app.origin, {
    method,
    path: `/storage/v1/object/${path}`,
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${ana.token}`,
      'content-type': contentType,
      'content-length': bytes.byteLength,
    },
  })
  asked.end(bytes)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const { code } = JSON.parse(await text(answer)) as { code?: string }
  return { status: answer.statusCode, code }
}

const post = (path: string, value: unknown, method = 'POST') =>
  send(method, path, 'application/json', Buffer.from(JSON.stringify(value)))

it('the corpus has 300 invalid names', () => expect(new Set(corpus).size).toBeGreaterThanOrEqual(300))

it('every invalid name is refused in an address', async () => {
  const bytes = new Uint8Array(await body.arrayBuffer())
  for (const name of corpus) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to name the one that passes
    const { status, code } = await send('POST', `avatars/${ana.id}/${name}`, 'image/png', bytes)
    // Plain dots were resolved before the gateway: the address then names a key that is not Ana's.
    expect([name, status]).toEqual([name, 400])
    expect(['InvalidKey', 'AccessDenied', 'NoSuchBucket']).toContain(code)
  }
})

it('every invalid name is refused in a body, where nothing is decoded', async () => {
  const fine = `${ana.id}/a`
  for (const name of corpus) {
    const key = `${ana.id}/${name}`
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all([
      post('move', { bucketId: 'avatars', sourceKey: fine, destinationKey: key }),
      post('copy', { bucketId: 'avatars', sourceKey: key, destinationKey: fine }),
      post('sign/avatars', { expiresIn: 60, paths: [key] }),
      post('avatars', { prefixes: [key] }, 'DELETE'),
    ])
    expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 400, 400, 400, 400])
    const told = key.length > 1_024 ? ['InvalidParameter', 'InvalidKey'] : ['InvalidKey']
    for (const { code } of answers) expect(told).toContain(code)
  }
})

it('ordinary names with every permitted letter are accepted', async () => {
  const mine = ana.client.storage.from('avatars')
  for (const name of ["a!-.*'()&$@=;:+,_ 9.png", 'con/nul.aux', '-rf', '..a', 'a..b/...c', 'x'.repeat(900)]) {
    const key = `${ana.id}/${name}`
    // oxlint-disable-next-line no-await-in-loop
    expect([name, (await mine.upload(key, body)).error]).toEqual([name, null])
    // oxlint-disable-next-line no-await-in-loop
    expect((await mine.download(key)).error).toBeNull()
    // oxlint-disable-next-line no-await-in-loop
    expect((await mine.remove([key])).data?.length).toBe(1)
  }
  // The whole name percent-encoded, with a question mark that is no query.
  const answer = await app.fetch(`/storage/v1/object/avatars/${encodeURIComponent(`${ana.id}/what?.png`)}`, {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, authorization: `Bearer ${ana.token}` },
    body,
  })
  expect(await answer.json()).toMatchObject({ Key: `avatars/${ana.id}/what?.png` })
})

it('no invalid name created a file outside the store', async () => {
  const found = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const stored = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(app.dataDir.length).split(sep).join('/'))
  expect(stored.length).toBeGreaterThan(0)
  for (const path of stored) expect(path).toMatch(/^\/files\/([0-9a-f]{2})\/\1[0-9a-f]{62}-[0-9a-f]{16}$/)
  const { rows } = await app.owner.query<{ name: string }>('select name from storage.objects')
  expect(rows).toEqual([{ name: `${ana.id}/what?.png` }])
})
