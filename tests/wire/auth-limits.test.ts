import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOneTimeToken } from '../../src/server/auth/one-time-tokens.ts'
import { readConfig } from '../../src/server/config.ts'
import { createLimiter } from '../../src/server/http/limiter.ts'
import type { LimitMode } from '../../src/server/http/limits.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { mailsTo, mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
beforeAll(async () => void (app = await startApp({ settings: { limits: 'strict' }, stoppedClock: true })))
afterAll(() => app.stop())

/** A request from `address`. */
const post = (
  path: string,
  body: unknown,
  address: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) =>
  app.app.fetch(
    new Request(`http://emote.test/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: app.keys.anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...headers,
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
    address,
  )
const logIn = async (email: string, word: string, address: string, headers?: Record<string, string>) => {
  const response = await post('/token?grant_type=password', { email, password: word }, address, headers)
  return {
    status: response.status,
    wait: Number(response.headers.get('retry-after')),
    body: await response.text(),
  }
}
const signUp = async (email: string, address: string) =>
  (await post('/signup', { email, password }, address)).status

describe('guessing at one address', () => {
  const email = 'biktima@example.test'
  const home = '203.0.113.7'
  beforeAll(() => signUp(email, home))

  it('is slowed for the guessing network, whatever its headers claim', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) {
      const forwarded = { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` }
      // The whole /24 counts as one.
      statuses.push((await logIn(email, `hula-${i}-x`, `192.0.2.${i + 1}`, forwarded)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
    const { wait, body } = await logIn(email, 'hula-15-x', '192.0.2.200')
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(JSON.parse(body)).toMatchObject({ code: 'over_request_rate_limit' })
  })

  it('does not lock the owner out, at home or elsewhere', async () => {
    expect((await logIn(email, password, home)).status).toBe(200)
    app.advance(600_000)
    expect((await logIn(email, password, '198.51.100.9')).status).toBe(200)
  })

  it('from a thousand networks gets at most twenty answers an hour', async () => {
    app.advance(7_200_000)
    let answered = 0
    for (let i = 0; i < 60; i++) {
      // A minute between two guesses: an hour in all.
      app.advance(60_000)
      if ((await logIn(email, `hula-${i}-y`, `10.0.${i}.1`)).status === 400) answered++
    }
    expect(answered).toBeGreaterThan(5)
    expect(answered).toBeLessThanOrEqual(20)
    expect((await logIn(email, password, home)).status).toBe(200)
  })

  it('is refused in the same way for an unknown address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await logIn('wala@example.test', 'hula-x-1', '172.16.0.1')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })

  it('counts parallel guesses one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => logIn('sabay@example.test', `hula-${i}-z`, '172.17.0.1')),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })
})

const cookieOf = (response: Response) =>
  /^emote-device=([^;]+);/.exec(response.headers.get('set-cookie') ?? '')?.[1]

it('a log-in on a new device is told to the owner by mail, once for each device', async () => {
  const [email, home] = ['bagong-device@example.test', '203.0.115.7']
  await signUp(email, home)
  const enter = async (headers: Record<string, string>, word = password, address = home) => {
    const response = await post('/token?grant_type=password', { email, password: word }, address, headers)
    await app.mails.idle()
    return { cookie: cookieOf(response), mails: (await mailsTo(app, email)).length }
  }
  const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
  const browser = { origin: 'http://emote.test', 'user-agent': agent }
  // A person who has just signed up may log out and in again.
  expect(await enter(browser)).toMatchObject({ mails: 0 })
  const age = `update auth.users set created_at = created_at - interval '2 hours' where email = $1`
  await app.owner.query(age, [email])
  expect(await enter(browser, 'mali-ito-8')).toEqual({ cookie: undefined, mails: 0 })
  const { cookie, mails } = await enter(browser)
  expect(mails).toBe(1)
  const { subject, text } = await mailTo(app, email)
  expect([subject, text]).toEqual([
    'May nag-log in sa Emote account mo',
    expect.stringContaining('Chrome · Android'),
  ])
  expect(await enter({ ...browser, cookie: `emote-device=${cookie}` })).toMatchObject({ mails: 1 })
  // Other clients keep no cookie: their network makes them new.
  expect(await enter({})).toMatchObject({ mails: 1 })
  expect(await enter({}, password, '198.51.100.9')).toMatchObject({ mails: 2 })
  expect(await enter({}, password, '198.51.100.9')).toMatchObject({ mails: 2 })
})

describe('a device that remembers the account', () => {
  const email = 'naaalala@example.test'
  const home = '203.0.114.7'
  const enter = async (address: string, word: string, cookie = '', name = email) => {
    const headers = cookie ? { cookie: `theme=gabi; emote-device=${cookie}` } : {}
    return post('/token?grant_type=password', { email: name, password: word }, address, headers)
  }
  const guess = async (address: string, cookie: string, name?: string) =>
    (await enter(address, 'mali-ito-8', cookie, name)).status
  let phone = ''
  let set: string | null
  beforeAll(async () => {
    await signUp(email, '203.0.113.9')
    const response = await enter(home, password)
    set = response.headers.get('set-cookie')
    phone = cookieOf(response) ?? ''
  })

  it('gets a cookie for log-ins alone, which no script can read', () => {
    expect(set).toMatch(
      /^emote-device=[\w-]{192}; Path=\/auth\/v1\/token; Max-Age=31104000; HttpOnly; SameSite=Strict$/,
    )
  })

  it("keeps the owner's way in while strangers guess from many networks, and from the same one", async () => {
    for (let i = 0; i < 11; i++) await guess(`10.9.${i}.1`, '')
    for (let i = 0; i < 11; i++) await guess(home, '')
    expect((await enter(home, password)).status).toBe(429)
    expect((await enter('10.9.99.1', password)).status).toBe(429)
    for (const address of [home, '10.9.99.1']) {
      const response = await enter(address, password, phone)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    }
  })

  it('has a bucket of its own, and does not help at another account', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push(await guess(`10.10.${i}.1`, phone))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    const other = 'iba-ito@example.test'
    await signUp(other, '203.0.115.9')
    for (let i = 0; i < 11; i++) await guess(`10.11.${i}.1`, phone, other)
    expect(await guess('10.11.99.1', phone, other)).toBe(429)
  })

  it('remembers several accounts in a cookie that tells neither who nor how many', async () => {
    app.advance(7_200_000)
    const second = 'kapatid-niya@example.test'
    const { refresh_token } = (await (
      await post('/signup', { email: second, password }, '203.0.116.9')
    ).json()) as { refresh_token: string }
    // A sign-up is remembered at the first refresh.
    const body = { refresh_token }
    const headers = { cookie: `emote-device=${phone}` }
    const refreshed = await post('/token?grant_type=refresh_token', body, '203.0.116.9', headers)
    const both = cookieOf(refreshed) ?? ''
    expect(both).toHaveLength(phone.length)
    for (const name of [email, second]) {
      const response = await enter('10.12.0.1', password, both, name)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    }
  })

  it('forgets after a year, and takes no cookie that the server did not make', async () => {
    const forged = [phone.slice(1), `${phone}A`, phone.toLowerCase(), 'x', 'A'.repeat(192), '%00', '']
    for (const cookie of forged) expect((await enter('10.13.0.1', password, cookie)).status).toBe(200)
    for (let i = 0; i < 11; i++) await guess('10.13.0.1', '')
    for (const cookie of forged) expect((await enter('10.13.0.1', password, cookie)).status).toBe(429)
    expect((await enter('10.13.0.1', password, phone)).status).toBe(200)
    app.advance(361 * 86_400_000)
    for (let i = 0; i < 11; i++) await guess('10.13.0.1', '')
    expect((await enter('10.13.0.1', password, phone)).status).toBe(429)
    app.advance(-361 * 86_400_000)
  })
})

describe('a network of many people', () => {
  it('may log in without limit while the passwords are right', async () => {
    await signUp('barkada@example.test', '100.64.0.1')
    for (let i = 0; i < 12; i++) {
      expect((await logIn('barkada@example.test', password, '100.64.0.2')).status).toBe(200)
    }
  })

  it('cannot try one password at many addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 66 }, (_, i) => logIn(`tao${i}@example.test`, 'isang-hula-1', '100.65.0.1')),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('gets the answer "already registered" twenty times, then none', async () => {
    await app.owner.query(
      "insert into auth.users (email) select format('kilala%s@example.test', n) from generate_series(0, 20) n",
    )
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push(await signUp(`kilala${i}@example.test`, '100.66.0.1'))
    expect(new Set(statuses)).toEqual(new Set([422]))
    expect(await signUp('kilala20@example.test', '100.66.0.1')).toBe(429)
    expect(await signUp('di-kilala@example.test', '100.66.0.1')).toBe(429)
    // Nor does a change of address tell more.
    const made = await post('/signup', { email: 'di-kilala@example.test', password }, '100.67.0.1')
    expect(made.status).toBe(200)
    const { access_token: token } = (await made.json()) as { access_token: string }
    const change = (from: string) =>
      app.app.fetch(
        new Request('http://emote.test/auth/v1/user', {
          method: 'PUT',
          headers: {
            apikey: app.keys.anonKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ email: 'kilala1@example.test', current_password: password }),
        }),
        from,
      )
    expect((await change('100.66.0.1')).status).toBe(429)
    expect((await change('100.67.0.1')).status).toBe(422)
  })

  it('loses no points for sign-ups of new addresses', async () => {
    for (let i = 0; i < 21; i++) expect(await signUp(`bagong${i}@example.test`, '100.68.0.1')).toBe(200)
  })

  it('may use any number of right codes, and thirty wrong ones in five minutes', async () => {
    const { rows } = await app.owner.query<{ id: string; email: string }>(
      `insert into auth.users (email, email_confirmed_at, email_proved_at)
        select format('kodigo%s@example.test', n), now(), now() from generate_series(0, 31) n returning id, email`,
    )
    const settings = readConfig({ PUBLIC_URL: 'http://emote.test' }).auth
    for (const { id: userId, email } of rows) {
      const asked = { userId, kind: 'magiclink', to: { email } } as const
      const { token, statement } = makeOneTimeToken({ keys: app.keys, settings }, asked, app.mailing.now())
      await app.owner.query(statement.text, [...(statement.values ?? [])])
      const right = { type: 'magiclink', email, token: token.code }
      expect((await post('/verify', right, '100.71.0.1')).status).toBe(200)
    }
    const wrong = { type: 'magiclink', email: 'wala@example.test', token: '000000' }
    const answers = await Promise.all(Array.from({ length: 31 }, () => post('/verify', wrong, '100.71.0.1')))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(30)
  })

  it('may ask for thirty mails in five minutes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 31 }, (_, i) =>
        post('/recover', { email: `sulat${i}@example.test` }, '100.69.0.1'),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }, () => 200),
      429,
    ])
    expect((await post('/recover', { email: 'sulat@example.test' }, '100.70.0.1')).status).toBe(200)
  })
})

describe('the stored buckets', () => {
  it('show no address and no network', async () => {
    const { rows } = await app.owner.query<{ row: string }>(
      'select to_jsonb(t)::text as row from auth.rate_limits t union all select to_jsonb(t)::text from auth.known_networks t',
    )
    expect(rows.length).toBeGreaterThan(10)
    const text = rows.map(({ row }) => row).join('\n')
    for (const plain of ['192.0.2', '203.0.113', 'biktima'])
      for (const form of [plain, Buffer.from(plain).toString('hex')]) expect(text).not.toContain(form)
    expect(app.logged.join('\n')).not.toMatch(/example\.test|192\.0\.2|203\.0\.113/)
  })

  it('are deleted once they are full again', async () => {
    // Mails requested above may still be counted.
    const left = async () => {
      await app.owner.query("select auth.prune(now() + interval '100 years', 1000)")
      const { rows } = await app.owner.query(
        ['rate_limits', 'known_networks', 'sessions', 'one_time_tokens']
          .map((table) => `select '${table}' as name from auth.${table}`)
          .join(' union all '),
      )
      return rows
    }
    await expect.poll(left).toEqual([])
    expect((await app.owner.query('select from auth.users')).rowCount).toBeGreaterThan(0)
  })
})

async function takeByHand() {
  await app.owner.query('begin')
  const { rows } = await app.owner.query<{ wait: number; wrote: boolean }>(
    `select auth.take(array[decode(md5('a bucket'), 'hex')], '{2}', '{60}', '2026-01-01') as wait, pg_current_xact_id_if_assigned() is not null as wrote`,
  )
  await app.owner.query('commit')
  return rows[0]
}

it('a refusal writes nothing, so a flood that is refused waits for no disk', async () => {
  const answers = [await takeByHand(), await takeByHand(), await takeByHand()]
  expect(answers).toEqual([
    { wait: 0, wrote: true },
    { wait: 0, wrote: true },
    { wait: 30, wrote: false },
  ])
})

const guess = { email: 'baha@example.test', password: 'isang-hula-1' }

describe('a flood', () => {
  it('of log-ins is refused with 503 at once, and queued log-ins get their answers', async () => {
    app.advance(7_200_000)
    const owner = 'tagarito@example.test'
    await signUp(owner, '100.81.0.1')
    const asked = { email: owner, password }
    const cookie = `emote-device=${cookieOf(await post('/token?grant_type=password', asked, '100.81.0.1'))}`
    const flood = Array.from({ length: 150 }, () => logIn('baha@example.test', 'isang-hula-1', '100.80.0.1'))
    // A device that remembers its account has a place of its own in the same network.
    const [mine, ...answers] = await Promise.all([logIn(owner, password, '100.80.0.1', { cookie }), ...flood])
    expect(mine.status).toBe(200)
    const shed = answers.filter(({ status }) => status === 503)
    // Three of a network run and 64 wait. Later ones are admitted after a place became free.
    expect(shed.length).toBeGreaterThan(0)
    expect(shed.length).toBeLessThanOrEqual(150 - 67)
    expect(shed.every(({ wait }) => wait > 0)).toBe(true)
    // Each admitted request is refused for the password or the limit, never with a fault.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429, 503]))
  })

  it('of log-ins that hang up leaves the queue, and its network has its places again', async () => {
    app.advance(7_200_000)
    const leaving = new AbortController()
    const waiting = Array.from({ length: 150 }, () =>
      post('/token?grant_type=password', guess, '100.82.0.1', {}, leaving.signal),
    )
    // The first that is refused says that the queue of the network is full.
    await new Promise<void>((full) => {
      for (const each of waiting) void each.then(({ status }) => status === 503 && full())
    })
    leaving.abort()
    expect((await logIn('wala@example.test', 'isang-hula-1', '100.82.0.1')).status).toBe(400)
    await Promise.all(waiting)
    expect(app.logged.filter((line) => /fault/i.test(line))).toEqual([])
  })
})

const limiterOf = (mode: LimitMode) =>
  createLimiter({ db: app.db, secret: app.keys.secret, mode, refuse: () => new Error('empty') })

it('relaxed limits work on buckets that strict ones emptied, and strict ones are unchanged after that', async () => {
  const bucket = ['currentPassword', 'mina'] as const
  const now = new Date()
  const takeAll = (mode: LimitMode, count: number) =>
    Promise.all(Array.from({ length: count }, () => limiterOf(mode).tryTake(now, bucket)))
  const taken = await takeAll('strict', 12)
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(await takeAll('relaxed', 12)).not.toContain(false)
  expect(await limiterOf('strict').tryTake(now, bucket)).toBe(false)
})

it("the operator's own points count in place of ours, and the other limits stay", async () => {
  const own: LimitMode = { loginNetwork: 3 }
  const take = (name: 'loginNetwork' | 'currentPassword') =>
    Promise.all(Array.from({ length: 12 }, () => limiterOf(own).tryTake(new Date(), [name, 'ben'])))
  expect((await take('loginNetwork')).filter(Boolean)).toHaveLength(3)
  expect((await take('currentPassword')).filter(Boolean)).toHaveLength(10)
})
