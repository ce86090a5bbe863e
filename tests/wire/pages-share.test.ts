import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moods } from '../../src/shared/moods.ts'
import { startApp, type TestApp, url } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'
import { insertEach, type Person, signUp } from '../support/cast.ts'
import { scriptNames, scripts } from '../support/hostile-texts.ts'
import { waitingForLocks } from '../support/database.ts'
import sharp from 'sharp'

const drawings = fileURLToPath(new URL('../../src/web/public', import.meta.url))
const shell = `<!doctype html><html lang="fil"><head><title>Emote</title><!--emote-config-->
<script>document.title</script></head><body><div id="root"></div>${' '.repeat(1_200)}</body></html>`

let app: TestApp
let mina: Person
let webFolder: string
let browser: Browser
let reader: Page

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'emote-web-'))
  await mkdir(join(webFolder, 'pages'))
  for (const folder of ['cards', 'templates'])
    await cp(join(drawings, folder), join(webFolder, folder), { recursive: true })
  await writeFile(join(webFolder, 'app.html'), shell)
  const home = '<head><!--emote-config--><meta property="og:image" content="%PUBLIC_URL%/og.png"></head>home'
  await writeFile(join(webFolder, 'pages/home.html'), home)
  app = await startApp({ webFolder })
  mina = await signUp(app, 'Mina')
  browser = await openBrowser()
  reader = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  await app.stop()
  await rm(webFolder, { recursive: true })
})

type Written = { content: string; mood?: string; content_warning?: string; template_url?: string }
async function write({ mood = 'Sadness', ...post }: Written, person = mina): Promise<string> {
  const id = randomUUID()
  await person.client
    .from('public_posts')
    .insert({ id, mood, ...post })
    .throwOnError()
  return id
}
const remove = (id: string) => mina.client.from('public_posts').delete().eq('id', id).throwOnError()
const open = (id: string, wall = 'malungkot') => app.fetch(`/wall/${wall}?post=${encodeURIComponent(id)}`)
const card = (id: string, headers = {}) => app.fetch(`/cards/${id}.jpg`, { headers })

type Seen = {
  title: string
  meta: Record<string, string>
  elements: string[]
  handlers: number
  text: string
}
/** The page as a browser parses it: tags by name, and all elements. */
async function read(response: Response): Promise<Seen> {
  const html = await response.text()
  return reader.evaluate((source) => {
    const page = new DOMParser().parseFromString(source, 'text/html')
    const all = [...page.querySelectorAll('*')]
    const named = [...page.querySelectorAll('meta')].map((tag): [string, string] => [
      tag.getAttribute('property') ?? tag.name,
      tag.content,
    ])
    return {
      title: page.title,
      meta: Object.fromEntries(named),
      elements: all.map(({ localName }) => localName),
      handlers: all.flatMap(({ attributes }) => [...attributes]).filter(({ name }) => name.startsWith('on'))
        .length,
      text: page.body.textContent.trim(),
    }
  }, html)
}

describe('the page of a shared post', () => {
  it('names its address and the beginning of its words, with the picture of its wall', async () => {
    const id = await write({ content: `Umuulan na naman.\n\n${'Miss na kita. '.repeat(20)}` })
    const response = await open(id)
    const { title, meta } = await read(response)
    expect([response.status, title]).toEqual([200, 'Pader ng Lungkot · Emote'])
    expect(meta).toMatchObject({
      'og:site_name': 'Emote',
      'og:locale': 'fil_PH',
      'og:type': 'article',
      'og:title': 'Pader ng Lungkot',
      'og:description': `${`Umuulan na naman. ${'Miss na kita. '.repeat(20)}`.slice(0, 100).trimEnd()}…`,
      'og:url': `${url}/wall/malungkot?post=${id}`,
      'og:image': `${url}/cards/${id}.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      robots: 'noindex',
    })
  })

  it('is cached nowhere, tells search engines not to index it, and has the headers of every page', async () => {
    const { headers } = await open(await write({ content: 'Okay lang.' }))
    const ordinary = (await app.fetch('/wall/malungkot')).headers
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toBe(ordinary.get('content-security-policy'))
    expect(ordinary.get('x-robots-tag')).toBeNull()
  })

  it.each(moods)('has the title of $title, whichever wall the link names', async ({ value, slug, title }) => {
    const id = await write({ content: 'Dito ako.', mood: value })
    for (const wall of ['kalma', 'galit', 'walang-ganito']) {
      const { meta } = await read(await open(id, wall))
      expect([meta['og:title'], meta['og:url']]).toEqual([title, `${url}/wall/${slug}?post=${id}`])
    }
  })

  it('shows the content warning instead of the words', async () => {
    const id = await write({ content: 'Ayoko na talaga.', content_warning: 'self_harm' })
    const response = await open(id)
    expect(await response.clone().text()).not.toContain('Ayoko')
    expect((await read(response)).meta['og:description']).toContain('babala')
    await mina.client.from('public_posts').update({ content_warning: null }).eq('id', id).throwOnError()
    expect((await read(await open(id))).meta['og:description']).toBe('Ayoko na talaga.')
  })

  it('keeps its direction when the words hold direction signs', async () => {
    const id = await write({ content: '\u202emakinig\u2066 ka\u0085\u009c' })
    expect((await read(await open(id))).meta['og:description']).toBe('makinig ka')
  })

  it('answers HEAD with the same headers, and is compressed', async () => {
    const id = await write({ content: 'Buo ang pamilya 👨‍👩‍👧‍👦' })
    const path = `/wall/malungkot?post=${id}`
    const whole = await open(id)
    const head = await app.fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers))
    const packed = await app.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(packed.headers.get('content-length')).toBe(String(bytes.length))
    expect(gunzipSync(bytes).toString()).toBe(await whole.text())
  })

  it('answers 410 without a preview once the post is deleted, and leads into the app', async () => {
    const id = await write({ content: 'Buburahin ko rin ito.' })
    expect((await open(id)).status).toBe(200)
    await remove(id)
    const gone = await open(id)
    const { meta, text } = await read(gone.clone())
    expect([gone.status, gone.headers.get('cache-control'), gone.headers.get('x-robots-tag')]).toEqual([
      410,
      'no-store',
      'noindex',
    ])
    expect(Object.keys(meta).filter((name) => /^(og|twitter):/.test(name))).toEqual([])
    expect([meta['robots'], text]).toEqual(['noindex', ''])
    expect(await gone.text()).toContain('<div id="root">')
    expect(meta['emote-config']).toContain(app.keys.anonKey)
  })

  it.each(['', 'kahapon', '../../etc/passwd', `${randomUUID()}x`, "1' or '1'='1", '%00', '<script>'])(
    'is the ordinary page for the invalid id %j',
    async (id) => {
      const response = await open(id)
      const { meta } = await read(response)
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect([meta['og:title'], meta['robots']]).toEqual([undefined, 'noindex'])
    },
  )

  it('leaves other pages unchanged', async () => {
    const wall = await app.fetch('/wall/malungkot')
    const etag = wall.headers.get('etag') ?? ''
    expect([wall.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^"/)])
    const known = await app.fetch('/wall/malungkot', { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(304)
    const paper = (await app.fetch('/write')).headers.get('etag')
    expect((await app.fetch(`/write?post=${randomUUID()}`)).headers.get('etag')).toBe(paper)
  })

  it.each(moods)('the page of a wall has the title and the picture of $title', async ({ slug, title }) => {
    const response = await app.fetch(`/wall/${slug}`)
    const seen = await read(response)
    expect([response.status, seen.title]).toEqual([200, `${title} · Emote`])
    expect(seen.meta).toMatchObject({
      description: expect.stringContaining('pader'),
      'og:title': title,
      'og:description': seen.meta['description'],
      'og:url': `${url}/wall/${slug}`,
      'og:image': `${url}/cards/${slug}.jpg`,
      'og:type': 'website',
      'emote-config': expect.stringContaining(app.keys.anonKey),
    })
    expect((await app.fetch(`/cards/${slug}.jpg`)).status).toBe(200)
  })

  it('the page of an unknown wall has the title of Kalma, as in the app', async () => {
    expect((await read(await app.fetch('/wall/bagyo'))).title).toBe('Pader ng Kalma · Emote')
  })

  it('leaves the public pages their own picture, with an absolute address', async () => {
    expect((await read(await app.fetch('/'))).meta['og:image']).toBe(`${url}/og.png`)
  })
})

describe('hostile words in a shared post', () => {
  // Each is opened in a browser.
  it('are escaped, in the text and in the codename', { timeout: 180_000 }, async () => {
    const plain = await read(await open(await write({ content: 'Kumusta ka?' })))
    const posts = scripts.map((content) => ({ id: randomUUID(), mood: 'Sadness', content }))
    await insertEach(mina, 'public_posts', posts)
    for (const [index, { id, content }] of posts.entries()) {
      const name = scriptNames[index % scriptNames.length]
      await app.owner.query('update public.public_posts set codename = $2 where id = $1', [id, name])
      const seen = await read(await open(id))
      const words = content
        .replace(/(?!\s)\p{Cc}/gu, '')
        .trim()
        .replace(/\s+/g, ' ')
      const short = words.length > 100 ? `${words.slice(0, 100).trimEnd()}…` : words
      expect(seen.meta).toEqual({
        ...plain.meta,
        description: short,
        'og:description': short,
        'og:url': `${url}/wall/malungkot?post=${id}`,
        'og:image': `${url}/cards/${id}.jpg`,
      })
      expect([seen.elements, seen.handlers]).toEqual([plain.elements, 0])
    }
  })
})

const art = (mood: string, number: number) => `/templates/${mood}-${number}.svg`
/** The picture of a new post with this art. */
async function pictureOf(template_url: string, mood = 'Sadness'): Promise<Buffer> {
  const id = await write({ content: randomUUID(), mood, template_url })
  return Buffer.from(await (await card(id)).arrayBuffer())
}
/** The colour of a part, on average. */
async function colourOf(bytes: Buffer, left: number): Promise<number[]> {
  const part = await sharp(bytes).extract({ left, top: 250, width: 100, height: 100 }).png().toBuffer()
  return (await sharp(part).stats()).channels.map(({ mean }) => mean)
}

describe('the picture of a shared post', () => {
  it.each(moods)('is the one of $title, and changes with the post', async ({ value, slug }) => {
    const id = await write({ content: 'Dito ako.', mood: value })
    const response = await card(id)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const bytes = Buffer.from(await response.arrayBuffer())
    const own = Buffer.from(await (await app.fetch(`/cards/${slug}.jpg`)).arrayBuffer())
    expect(bytes.equals(own)).toBe(true)
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height, bytes.length < 100_000]).toEqual([1_200, 630, true])
    const etag = response.headers.get('etag') ?? ''
    expect((await card(id, { 'if-none-match': etag })).status).toBe(304)
    const other = value === 'Joy' ? 'Calm' : 'Joy'
    await mina.client.from('public_posts').update({ mood: other }).eq('id', id).throwOnError()
    expect((await card(id, { 'if-none-match': etag })).status).toBe(200)
  })

  it('shows the own art of the post on its wall, without words and without a name', async () => {
    const one = await pictureOf(art('malungkot', 1))
    const { format, width, height } = await sharp(one).metadata()
    expect([format, width, height, one.length < 120_000]).toEqual(['jpeg', 1_200, 630, true])
    // The words of two posts differ, and their pictures do not.
    expect(one.equals(await pictureOf(art('malungkot', 1)))).toBe(true)
    const others = [await pictureOf(art('masaya', 1)), await pictureOf(art('malungkot', 1), 'Joy')]
    for (const other of others) expect(one.equals(other)).toBe(false)
    const distance = async (left: number, other: Buffer) => {
      const [first, second] = [await colourOf(one, left), await colourOf(other, left)]
      return Math.max(...first.map((mean, at) => Math.abs(mean - (second[at] ?? 0))))
    }
    // The wall at the left stays, the paper at the right is the post's.
    const [otherArt = one, otherWall = one] = others
    expect(await distance(20, otherArt)).toBeLessThan(2)
    expect(await distance(20, otherWall)).toBeGreaterThan(20)
    expect(await distance(880, otherArt)).toBeGreaterThan(20)
    expect(await distance(880, otherWall)).toBeLessThan(2)
  })

  it('is gone with the post, also for a client that cached it', async () => {
    const id = await write({ content: 'Saglit lang ito.' })
    const etag = (await card(id)).headers.get('etag') ?? ''
    await remove(id)
    const gone = await card(id, { 'if-none-match': etag })
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store'])
  })

  it.each(['kahapon', 'walang-ganito', '..%2f..%2fetc%2fpasswd'])('does not exist for %s', async (id) => {
    expect((await card(id)).status).toBe(404)
  })
})

describe('a database that does not answer', () => {
  it('leaves a shared post without its preview, and delays no other page', async () => {
    const id = await write({ content: 'Mabagal ang gabi.' })
    await app.owner.query('begin')
    await app.owner.query('lock table public.public_posts in access exclusive mode')
    const waiting = Promise.all(Array.from({ length: 300 }, () => open(id)))
    const picture = card(id)
    // The pool has 8 connections. A crowd that held them all would block others.
    expect((await app.fetch('/readyz')).status).toBe(200)
    const answers = await waiting
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { meta } = await read(answers[0] ?? Response.error())
    expect([meta['og:title'], meta['robots']]).toEqual([undefined, 'noindex'])
    const { status, headers } = await picture
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    await app.owner.query('rollback')
    expect((await read(await open(id))).meta['og:title']).toBe('Pader ng Lungkot')
  })

  it('serves other networks while one network asks for everything', async () => {
    const id = await write({ content: 'May lugar pa.' })
    const openFrom = (address: string) =>
      app.app.fetch(new Request(`${url}/wall/malungkot?post=${id}`), address)
    // The other waits for the lock that this test holds.
    const as = app.db.as.bind(app.db)
    const asking = vi
      .spyOn(app.db, 'as')
      .mockImplementation((claims, work, options) => as(claims, work, { ...options, timeoutMs: 60_000 }))
    await app.owner.query('begin')
    await app.owner.query('lock table public.public_posts in access exclusive mode')
    const crowd = Promise.all(Array.from({ length: 300 }, () => openFrom('192.0.2.1')))
    const other = openFrom('198.51.100.1')
    await waitingForLocks(app)
    await app.owner.query('rollback')
    expect((await read(await other)).meta['og:title']).toBe('Pader ng Lungkot')
    await crowd
    asking.mockRestore()
  })
})
