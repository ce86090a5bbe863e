import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefiner } from '../../src/server/functions/refiner.ts'
import { begins, refuses, says, startAiServer, stream, type AiServer } from '../support/ai-server.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

let provider: AiServer
let app: TestApp
let mina: Person
let named = 0
/** All console output: by default the SDK prints errors with the text. */
const printed: unknown[] = []

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(...words))
  provider = await startAiServer()
  app = await startApp({ ai: { model: { baseUrl: provider.baseUrl, model: 'tagapayo' }, places: 3 } })
})
beforeEach(async () => {
  mina = await signUp(app, `Mina${++named}`)
  provider.asked.length = 0
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
  vi.restoreAllMocks()
})

const canary = 'kanaryongdilaw'
const text = `hindi ko na kaya ${canary}, ang bigat`

function send(person: Person, origin?: string, signal?: AbortSignal) {
  const { token } = person
  const init = {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text, preset: 'friendly' }),
    ...(signal ? { signal } : {}),
  }
  const path = '/functions/v1/ai-refine-text'
  return origin ? fetch(origin + path, init) : app.fetch(path, init)
}

async function refine(person = mina) {
  const response = await send(person)
  const body: unknown = await response.json()
  return { status: response.status, body, headers: response.headers }
}

const refusal = (status: number, error: unknown) => ({ status, body: { success: false, error } })
const failed = 'Something went wrong. Please try again.'
const busy = 'Maraming nagpapa-refine ngayon. Subukan ulit maya-maya.'

const ask = (model: Parameters<typeof createRefiner>[0]['model']) => {
  const refiner = createRefiner({ model, log: () => {} })
  return { refiner, asking: refiner.refine(text, 'friendly', new AbortController().signal) }
}

async function uses(person = mina) {
  const { rowCount } = await app.owner.query('select from public.usage_ai_refinements where user_id = $1', [
    person.id,
  ])
  return rowCount
}

const tenMegabytes = 'x'.repeat(10 * 1_048_576)

describe('a failing provider costs no use, and the person gets the same words', () => {
  it.each<[string, number, Parameters<AiServer['behave']>[0]]>([
    ['refuses the key', 502, refuses(401)],
    ['breaks and quotes the text', 502, (response, asked) => refuses(500, asked.body)(response, asked)],
    ['breaks with 10 MB', 502, refuses(500, tenMegabytes)],
    [
      'answers with a page',
      502,
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['answers with nothing', 502, (response) => response.writeHead(200).end()],
    ['answers with JSON of its own', 502, refuses(200, '{"choices":[{"message":{"content":"hi"}}]}')],
    [
      'answers with a line that has no end',
      502,
      (response) => stream(response).write(`data: ${tenMegabytes}`),
    ],
    ['answers with events that have no end', 502, (response) => begins(response, 'x'.repeat(100_000))],
    ['answers with 10 MB of events', 502, says(tenMegabytes)],
    [
      'streams garbage',
      502,
      (response) => stream(response).end('data: {"a":\n\ndata: \u0000\ufffd\n\n: \n\nevent: x\n\n'),
    ],
    [
      'streams an error',
      502,
      (response) => stream(response).end(`data: {"error":{"message":"${text}"}}\n\n`),
    ],
    [
      'streams an error with words in its code',
      502,
      (response) =>
        stream(response).end(
          `data: ${JSON.stringify({ error: { message: canary, code: canary.toUpperCase(), type: canary } })}\n\n`,
        ),
    ],
    [
      'refuses with words in its code',
      502,
      refuses(400, JSON.stringify({ error: { message: canary, code: `E${canary}`, type: canary } })),
    ],
    ['ends with a word of its own', 502, says('', canary)],
    ['streams events of another kind', 502, (response) => stream(response).end('data: {"choices":7}\n\n')],
    [
      'hangs up in the middle',
      502,
      (response) => (begins(response, 'Kaya mo'), setImmediate(() => response.destroy())),
    ],
    ['ends before the end', 502, (response) => (begins(response, 'Kaya mo'), response.end())],
    ['runs out of tokens', 502, says('Kaya mo', 'length')],
    ['refuses the content', 502, says('', 'content_filter')],
    ['says nothing', 502, says(' \n"" ')],
    ['says a whole book', 502, says('mahaba '.repeat(1_000))],
    ['declines', 502, says("I'm sorry, but I can't assist with that request.")],
    ['links elsewhere', 502, says('Tingnan mo ang https://evil.example/tulong')],
    [
      'sends the text elsewhere',
      502,
      (response, asked) => refuses(307, '', { location: `${provider.baseUrl}/x` })(response, asked),
    ],
    ['has no time, three times', 503, refuses(429)],
  ])('%s', async (_, status, behaviour) => {
    provider.behave(behaviour)
    const answer = await refine()
    expect(answer).toMatchObject(refusal(status, status === 503 ? busy : failed))
    expect(await uses()).toBe(0)
    expect(provider.asked.map(({ url }) => url)).not.toContain('/v1/x')
  })

  it('and the next answer counts as a use', async () => {
    provider.behave(says('Kaya natin ito.'))
    expect(await refine()).toMatchObject({ status: 200, body: { refined: 'Kaya natin ito.', remaining: 9 } })
  })

  it("and the log holds the failure, without anybody's words", () => {
    const lines = app.logged.filter((line) => line.startsWith('AI Refine: '))
    expect(lines).toContain('AI Refine: the language model failed: status 401')
    expect(lines).toHaveLength(25)
    const all = JSON.stringify([app.logged, printed.map(String)]).toLowerCase()
    for (const word of [canary, 'evil', mina.id, mina.email]) expect(all).not.toContain(word)
    expect(app.logged.filter((line) => line.startsWith('Fault'))).toEqual([])
  })
})

describe('a person who disconnects', () => {
  it("loses no use, and the provider's request is ended, before its answer and during it", async () => {
    for (const isAnswering of [false, true]) {
      provider.asked.length = 0
      provider.behave((response) => isAnswering && begins(response, 'Kaya'))
      const leaving = new AbortController()
      const asking = send(mina, app.origin, leaving.signal).catch((error: unknown) => error)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(() => provider.asked).toHaveLength(1)
      expect(await uses()).toBe(1)
      leaving.abort()
      expect(await asking).toMatchObject({ name: 'AbortError' })
      await provider.asked[0]?.closed
      await expect.poll(() => uses()).toBe(0)
    }
    expect(app.logged.filter((line) => /fault/i.test(line))).toEqual([])
  })
})

describe('more refinements than the server runs at once', () => {
  it('are refused with Retry-After, and cost no use', async () => {
    const held: (() => void)[] = []
    provider.behave((response, asked) => held.push(() => says('Kaya natin.')(response, asked)))
    const ben = await signUp(app, `Ben${named}`)
    const working = [send(mina), send(mina), send(ben)]
    await expect.poll(() => held).toHaveLength(3)
    const late = await refine(ben)
    expect(late).toMatchObject(refusal(503, busy))
    expect(late.headers.get('retry-after')).toBe('5')
    for (const go of held) go()
    expect((await Promise.all(working)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await uses(), await uses(ben)]).toEqual([2, 1])
    provider.behave(says('Kaya natin.'))
    expect(await refine(ben)).toMatchObject({ status: 200 })
  })
})

describe('the language model', () => {
  it('has one time limit, retries and slow streams included', async () => {
    const hurried = { baseUrl: provider.baseUrl, model: 'm', timeoutMs: 150 }
    provider.behave(() => {})
    await expect(ask(hurried).asking).rejects.toMatchObject({ kind: 'slow' })
    await provider.asked[0]?.closed
    provider.behave((response) => {
      begins(response, 'Ka')
      const drip = setInterval(() => begins(response, 'ya'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(ask(hurried).asking).rejects.toMatchObject({ kind: 'slow' })
    provider.behave(refuses(503, '', { 'retry-after-ms': '50000' }))
    await expect(ask(hurried).asking).rejects.toMatchObject({ kind: 'slow' })
  })

  it('fails with the same words when it cannot be reached', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const address = nobody.address()
    const port = typeof address === 'object' ? address?.port : 0
    nobody.close()
    await once(nobody, 'close')
    const { asking } = ask({ baseUrl: `http://127.0.0.1:${port}`, model: 'm', retries: 0 })
    await expect(asking).rejects.toMatchObject({ kind: 'failed', message: 'ECONNREFUSED' })
  })

  it('is disconnected when the server stops', async () => {
    provider.behave(() => {})
    const { refiner, asking } = ask({ baseUrl: provider.baseUrl, model: 'm' })
    const ended = asking.catch((error: unknown) => error)
    await expect.poll(() => provider.asked).toHaveLength(1)
    await refiner.stop()
    expect(await ended).toMatchObject({ kind: 'failed' })
    await provider.asked[0]?.closed
  })
})
