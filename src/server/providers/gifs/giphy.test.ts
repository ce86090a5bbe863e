import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GifError } from './gifs.ts'
import { createGifs } from './index.ts'

let baseUrl: string
let asked: URL[]
let answer: (response: ServerResponse) => unknown
let logged: string[]

const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', baseUrl))
  answer(response)
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  asked = []
  logged = []
  answer = says({ data: [gif()], pagination: { total_count: 40 } })
})
afterAll(() => server.close())

const says = (body: unknown) => (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

const picture = (name: string, host = 'media2.giphy.com') => ({
  url: `https://${host}/media/abc/${name}?cid=a1b2&rid=${name}`,
  width: '100',
  height: '100',
})
const gif = (images: object = {}) => ({
  id: 'abc',
  title: 'Hug GIF',
  user: { display_name: 'somebody' },
  images: {
    fixed_height_small: picture('100.gif'),
    fixed_height_small_still: picture('100_s.gif'),
    ...images,
  },
})

function find(q?: string, signal = AbortSignal.timeout(10_000)) {
  const gifs = createGifs({
    origin: 'https://emote.test',
    apiKey: 'key-of-giphy',
    baseUrl,
    log: (line) => logged.push(line),
  })
  return gifs.find({ q, limit: 12, offset: 24 }, signal)
}

describe('GIPHY', () => {
  it('is asked for GIFs rated g, by words alone, and its answer is written anew', async () => {
    expect(await find('yakap & "halik"')).toEqual({
      data: [
        {
          id: 'abc',
          title: 'Hug GIF',
          images: {
            fixed_height_small: {
              url: 'https://media2.giphy.com/media/abc/100.gif',
              width: '100',
              height: '100',
            },
            fixed_height_small_still: {
              url: 'https://media2.giphy.com/media/abc/100_s.gif',
              width: '100',
              height: '100',
            },
          },
        },
      ],
      total: 40,
    })
    const [{ pathname, searchParams } = new URL(baseUrl)] = asked
    expect(pathname).toBe('/v1/gifs/search')
    expect(Object.fromEntries(searchParams)).toEqual({
      api_key: 'key-of-giphy',
      q: 'yakap & "halik"',
      lang: 'tl',
      limit: '12',
      offset: '24',
      rating: 'g',
    })
  })

  it('is asked what is popular, rated g too', async () => {
    await find()
    expect(asked[0]?.pathname).toBe('/v1/gifs/trending')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ rating: 'g' })
  })

  it.each([
    ['another host', { fixed_height_small: picture('100.gif', 'evil.test') }],
    ['a look-alike', { fixed_height_small: picture('100.gif', 'media.giphy.com.evil.test') }],
    ['a page', { fixed_height_small_still: picture('index.html') }],
    ['plain HTTP', { fixed_height_small: { ...picture('1.gif'), url: 'http://media.giphy.com/1.gif' } }],
    ['a port', { fixed_height_small: picture('1.gif', 'media.giphy.com:8443') }],
    ['a login', { fixed_height_small: picture('1.gif', 'a:b@media.giphy.com') }],
    ['a script', { fixed_height_small: { ...picture('1.gif'), url: 'javascript:alert(1)//1.gif' } }],
    ['no size', { fixed_height_small: { ...picture('1.gif'), width: '1e9' } }],
    ['no picture', { fixed_height_small: null }],
  ])('leaves out a GIF with %s, and keeps the others', async (_, images) => {
    answer = says({ data: [gif(images), 7, gif()], pagination: {} })
    expect((await find()).data).toHaveLength(1)
  })

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(403).end('{"meta":{}}')],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['another shape', says({ data: {} })],
    ['an endless answer', (response: ServerResponse) => response.end(' '.repeat(3 * 1_048_576))],
    ['a lost connection', (response: ServerResponse) => response.socket?.destroy()],
  ])('that answers with %s is a failure without anybody’s words', async (_, behave) => {
    answer = behave
    await expect(find('lihim ko')).rejects.toThrow(GifError)
    expect(asked).toHaveLength(1)
    expect(logged).toHaveLength(1)
    expect(logged.join()).toMatch(/^GIFs: GIPHY failed: /)
    expect(logged.join()).not.toMatch(/lihim|key-of-giphy/)
  })

  it('is no longer waited for when the caller has left', async () => {
    const leaving = new AbortController()
    answer = () => leaving.abort(new Error('left'))
    await expect(find('yakap', leaving.signal)).rejects.toThrow('left')
    expect(logged).toEqual([])
  })
})
