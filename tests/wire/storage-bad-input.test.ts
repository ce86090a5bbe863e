import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectNothingStored, picture, startWithTwo } from '../support/storage.ts'

const { app, ben, headers, target } = await startWithTwo()
const png = Buffer.from(await (await picture()).arrayBuffer())
beforeEach(() => app.owner.query('delete from storage.objects'))

async function answerOf(answer: Response): Promise<string> {
  if (answer.ok) return 'ok'
  const { code, message, statusCode, error } = (await answer.json()) as Record<string, string>
  expect([typeof message, typeof error, statusCode]).toEqual([
    'string',
    'string',
    expect.stringMatching(/^\d{3}$/),
  ])
  expect(answer.status).toBe(code === 'NotImplemented' ? 501 : 400 + (answer.status % 100))
  return code ?? ''
}

describe('forms', () => {
  const boundary = 'xEMOTEx'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = (name = '', bytes: Buffer = png) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ])
  const end = `--${boundary}--\r\n`
  const send = (parts: (string | Buffer)[], type = `multipart/form-data; boundary=${boundary}`) =>
    app.fetch(target, {
      method: 'POST',
      headers: { ...headers(), 'content-type': type },
      body: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
    })

  it.each<[string, () => (string | Buffer)[]]>([
    ['no file', () => [field('cacheControl', '60'), end]],
    ['nothing', () => [end]],
    ['no end', () => [field('cacheControl', '60'), file()]],
    ['a cut file', () => [file().subarray(0, 120)]],
    ['only a boundary', () => [`--${boundary}`]],
    ['two files', () => [file(), file(), end]],
    ['two files of other names', () => [file('a'), file('b'), end]],
    ['an unknown field behind the file', () => [file(), field('owner', ben.id), end]],
    ['a field on either side', () => [field('cacheControl', '1'), file(), field('cacheControl', '1'), end]],
    ['a wrong field behind the file', () => [file(), field('cacheControl', 'public'), end]],
    ['a file behind the fields of a file', () => [file(), field('cacheControl', '60'), file(), end]],
    ['a field without an end behind the file', () => [file(), field('cacheControl', '60')]],
    ['a field twice', () => [field('cacheControl', '1'), field('cacheControl', '2'), file(), end]],
    ['an unknown field', () => [field('owner', ben.id), file(), end]],
    ['a huge field', () => [field('metadata', JSON.stringify({ a: 'x'.repeat(40_000) })), file(), end]],
    ['too many fields', () => [...Array.from({ length: 9 }, (_, at) => field(`f${at}`, '1')), file(), end]],
    ['metadata that is no JSON', () => [field('metadata', '{'), file(), end]],
    ['metadata that is a list', () => [field('metadata', '[1]'), file(), end]],
    ['metadata that is nothing', () => [field('metadata', 'null'), file(), end]],
    ['metadata with NUL', () => [field('metadata', '{"a":"\\u0000"}'), file(), end]],
    ['metadata with half a letter', () => [field('metadata', '{"a":"\\ud800"}'), file(), end]],
    [
      'metadata too deep',
      () => [field('metadata', `${'{"a":'.repeat(1_300)}1${'}'.repeat(1_300)}`), file(), end],
    ],
    ['a cacheControl of words', () => [field('cacheControl', 'public'), file(), end]],
    ['a negative cacheControl', () => [field('cacheControl', '-1'), file(), end]],
    ['garbage', () => [randomBytes(5_000)]],
    ['an empty file', () => [file('', Buffer.alloc(0)), end]],
  ])('with %s are refused', async (_, parts) => {
    expect(['InvalidRequest', 'InvalidMimeType']).toContain(await answerOf(await send(parts())))
    await expectNothingStored(app)
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
    'of type "%s" are refused',
    async (type) => {
      expect(await answerOf(await send([file(), end], type))).toBe('InvalidRequest')
      await expectNothingStored(app)
    },
  )

  it('never change a prototype', async () => {
    const metadata = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    await answerOf(await send([field('metadata', metadata), file(), end]))
    expect('polluted' in {}).toBe(false)
  })
})

const sendRaw = (body: BodyInit | null, extra: Record<string, string>, path = target) =>
  app.fetch(path, { method: 'POST', headers: { ...headers(), ...extra }, body })

describe('raw bodies', () => {
  it.each<[string, Record<string, string>, () => BodyInit | null, string]>([
    ['nothing', { 'content-type': 'image/png' }, () => null, 'InvalidRequest'],
    ['an empty file', { 'content-type': 'image/png' }, () => '', 'InvalidMimeType'],
    ['bad x-metadata', { 'x-metadata': '%%%' }, () => new Uint8Array(png), 'InvalidRequest'],
    ['huge x-metadata', { 'x-metadata': 'A'.repeat(15_000) }, () => new Uint8Array(png), 'InvalidRequest'],
    ['an encoding', { 'content-encoding': 'gzip' }, () => new Uint8Array(png), 'NotImplemented'],
    ['a strange x-upsert', { 'x-upsert': 'yes' }, () => new Uint8Array(png), 'InvalidParameter'],
    ['too many bytes', {}, () => new Uint8Array(randomBytes(5_242_881)), 'EntityTooLarge'],
    [
      'a lie about the length',
      { 'content-length': '99999999999' },
      () => new Uint8Array(png),
      'EntityTooLarge',
    ],
    ['noise', { 'content-type': 'image/png' }, () => new Uint8Array(randomBytes(500)), 'InvalidMimeType'],
  ])('with %s are refused', async (_, extra, body, code) => {
    const answered = await answerOf(await sendRaw(body(), extra))
    expect(code === 'InvalidMimeType' ? ['InvalidMimeType', 'InvalidRequest'] : [code]).toContain(answered)
    await expectNothingStored(app)
  })

  it('are refused with unknown or doubled query parameters', async () => {
    const codes = await Promise.all(
      ['?upsert=true', '?token=x', '?download=1', '?__proto__=1'].map(async (query) =>
        answerOf(await sendRaw(new Uint8Array(png), {}, target + query)),
      ),
    )
    expect(new Set(codes)).toEqual(new Set(['InvalidParameter']))
    const twice = await app.fetch(`${target}?download=1&download=2`, { headers: headers() })
    expect(await answerOf(twice)).toBe('InvalidParameter')
    await expectNothingStored(app)
  })
})

const code = async (method: string, path: string) =>
  answerOf(await app.fetch(`/storage/v1/${path}`, { method, headers: headers() }))

describe('JSON bodies', () => {
  const routes = ['list/avatars', 'move', 'copy', 'sign/avatars', 'sign/avatars/a', 'upload/sign/avatars/a']
  const wrong = [
    '', '{', '[]', 'null', '1', '"x"', '{"a":1}', '{"prefix":1}', '{"prefix":"\\u0000"}', '{"limit":-1}',
    '{"limit":1001}', '{"limit":1.5}', '{"limit":1e400}', '{"offset":-1}', '{"sortBy":{"column":"owner_id; drop"}}',
    '{"sortBy":{"column":"name","order":"sideways"}}', '{"expiresIn":0}', '{"expiresIn":-5}', '{"expiresIn":"60"}',
    '{"expiresIn":604801}', '{"expiresIn":60,"paths":[]}', '{"expiresIn":60,"paths":[1]}', '{"expiresIn":60,"paths":"a"}',
    '{"bucketId":"avatars"}', '{"bucketId":1,"sourceKey":"a","destinationKey":"b"}', '{"__proto__":{"prefix":"a"}}',
    '{"bucketId":"avatars","sourceKey":"a","destinationKey":"b","sourceVersionId":"c"}',
    `{"prefix":"${'x'.repeat(2_000)}"}`, `${'['.repeat(5_000)}${']'.repeat(5_000)}`, '{"noncurrentVersions":"include"}',
  ] // oxfmt-ignore
  it.each(routes)('to %s are read strictly', async (route) => {
    for (const body of wrong) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await app.fetch(`/storage/v1/object/${route}`, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body,
      })
      expect([route, body.slice(0, 60), answer.status === 200 || answer.status === 400]).toContain(true)
      // oxlint-disable-next-line no-await-in-loop
      if (!answer.ok) await answerOf(answer)
      // An empty body is an empty object, and so is one with a prototype only.
      else expect(['', '{"__proto__":{"prefix":"a"}}']).toContain(body)
    }
  })

  it('are refused for an unknown method or address', async () => {
    expect(await code('PATCH', 'object/avatars/x')).toBe('MethodNotAllowed')
    expect(await code('GET', 'object/avatars')).toBe('MethodNotAllowed')
    expect(await code('POST', 'object')).toBe('NotImplemented')
    expect(await code('GET', 'render/image/public/avatars/x')).toBe('NotImplemented')
    expect(await code('POST', 'upload/resumable')).toBe('NotImplemented')
    expect(await code('GET', '')).toBe('NotImplemented')
    expect(await code('GET', 'object/Avatars/x')).toBe('NoSuchBucket')
    expect(await code('GET', 'object/constructor/x')).toBe('NoSuchBucket')
  })
})

it('no bad input caused a fault', () => expect(app.logged).toEqual([]))
