import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

let app: TestApp
let mina: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
})
afterAll(() => app.stop())

const call = (
  path: string,
  address: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  app.app.fetch(
    new Request(`http://emote.test${path}`, {
      ...init,
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json', ...init.headers },
    }),
    address,
  )

/** Most transactions that ran at one time, while `work` runs, of those that `belongs` accepts. */
async function mostAtOnce(
  belongs: (claims: { role: string; sub?: string }) => boolean,
  work: () => Promise<unknown>,
) {
  const as = app.db.as.bind(app.db)
  let running = 0
  let most = 0
  const spy = vi.spyOn(app.db, 'as').mockImplementation(async (claims, ...asked) => {
    if (!belongs(claims)) return as(claims, ...asked)
    most = Math.max(most, ++running)
    return as(claims, ...asked).finally(() => running--)
  })
  await work()
  spy.mockRestore()
  return most
}

it('an account runs three transactions at a time, in all gateways together', async () => {
  const headers = { authorization: `Bearer ${mina.token}` }
  const post = JSON.stringify({ mood: 'Joy', content: 'isa lang' })
  const asMina = (n: number) => [
    call('/rest/v1/public_posts', `192.0.${n}.1`, { method: 'POST', headers, body: post }),
    call('/rest/v1/wall_posts?limit=1', `192.0.${n}.2`, { headers }),
    call('/functions/v1/withdraw', `192.0.${n}.3`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: randomUUID() }),
    }),
    call('/storage/v1/object/info/avatars/wala.png', `192.0.${n}.4`, { headers }),
  ]
  const most = await mostAtOnce(
    ({ sub }) => sub === mina.id,
    () => Promise.all([1, 2, 3, 4].flatMap(asMina)),
  )
  expect(most).toBe(3)
})

const isVisitor = ({ role }: { role: string }) => role === 'anon'
const read = (query: string) => (_: unknown, n: number) =>
  call(`/rest/v1/${query}&limit=${n + 1}`, `10.0.${n}.1`)
const many = (query: string) => () => Promise.all(Array.from({ length: 16 }, read(query)))

it('visitors of many networks leave most connections to people, and few of them walk a table at a time', async () => {
  // The test's pool has eight connections: half of the usual sixteen.
  expect(await mostAtOnce(isVisitor, many('wall_posts?mood=eq.Joy&order=seq.desc'))).toBe(3)
  expect(await mostAtOnce(isVisitor, many('wall_search?codename=ilike.*a*'))).toBe(1)
  expect(await mostAtOnce(isVisitor, many('wall_comments?order=content'))).toBe(1)
})

it('wrong log-ins of one network do not shut another network out', async () => {
  const logIn = (address: string, word: string) =>
    call('/auth/v1/token?grant_type=password', address, {
      method: 'POST',
      body: JSON.stringify({ email: mina.email, password: word }),
    })
  const flood = Array.from({ length: 90 }, () => logIn('192.0.2.1', 'maling-hula-1'))
  const [mine, ...others] = await Promise.all([logIn('203.0.113.9', mina.password), ...flood])
  expect(mine.status).toBe(200)
  const refused = others.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(90 - 68)
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
})

const search = (n: number, address: string) =>
  call(`/rest/v1/wall_search?codename=ilike.*a*&limit=${n + 1}`, address)

it('a flood of searches of one network refuses no search of another', async () => {
  const flood = Array.from({ length: 300 }, (_, n) => search(n, '10.2.0.1'))
  const mine = await search(0, '10.3.0.1')
  expect(mine.status).toBe(200)
  const refused = (await Promise.all(flood)).filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
})

it('a flood of readiness checks is one check', async () => {
  const checks = vi.spyOn(app.db, 'asService')
  const flood = Array.from({ length: 40 }, (_, n) => call('/readyz', `10.1.${n}.1`))
  const answers = await Promise.all(flood)
  const asked = checks.mock.calls.length
  checks.mockRestore()
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(asked).toBe(1)
})
