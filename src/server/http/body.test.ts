import { expect, it } from 'vitest'
import { BodyError, readJson } from './body.ts'

const post = (body: BodyInit, type = 'application/json') =>
  new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type } })
const faultOf = (request: Request, most?: number) =>
  readJson(request, most).then(
    () => 'none',
    (error: unknown) => (error instanceof BodyError ? error.reason : String(error)),
  )

it.each([
  ['{"a":', 'malformed'],
  ['{"a":"\\u0000"}', 'bad_text'],
  ['{"\\u0000":1}', 'bad_text'],
  ['["\\ud800"]', 'bad_text'],
  [`${'['.repeat(40)}${']'.repeat(40)}`, 'too_deep'],
  ['{"a":[1,2,{"b":"ñ🌬️"}]}', 'none'],
  ['', 'none'],
  ['{"a":[1e131071]}', 'malformed'],
  ['{"a":[0,-1.5E-00100]}', 'malformed'],
  ['{"a":[1.5e+99,"1e131071","\\"1e131071"]}', 'none'],
])('%s: %s', async (body, reason) => expect(await faultOf(post(body))).toBe(reason))

it('a body that is not UTF-8 is refused', async () => {
  expect(await faultOf(post(new Uint8Array([0x22, 0xff, 0x22])))).toBe('bad_text')
})

it('reading stops at the limit, whatever the header said', async () => {
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(32)),
  })
  const request = new Request('http://x/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect(await faultOf(request, 4_096)).toBe('too_large')
})

it.each([{}, { 'content-length': '9' }])(
  "a body that breaks off fails with the sender's reason: %o",
  async (length) => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a"')),
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })
    const request = new Request('http://x/', {
      method: 'POST',
      body: broken,
      duplex: 'half',
      headers: { 'content-type': 'application/json', ...length },
    } as RequestInit)
    expect(await faultOf(request)).toBe('malformed')
  },
)

it('only JSON is accepted', async () => {
  expect(await faultOf(post('a=1', 'application/x-www-form-urlencoded'))).toBe('media_type')
  expect(await faultOf(post('{}', 'application/json; charset=utf-8'))).toBe('none')
})
