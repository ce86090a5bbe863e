import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sweepFiles } from '../../src/server/jobs/sweep.ts'
import { FilesUnavailable } from '../../src/server/providers/files/errors.ts'
import { createFiles } from '../../src/server/providers/files/index.ts'
import { createCleaner } from '../../src/server/cleaning/cleaner.ts'
import { storageGateway } from '../../src/server/storage/index.ts'
import { putTemplates } from '../../src/server/storage/templates.ts'
import { hugePng, longGif, taggedPictures, tracesIn } from '../support/pictures.ts'
import { expectNothingStored, picture, startWithTwo } from '../support/storage.ts'
import sharp from 'sharp'

const { app, ana, ben, avatars } = await startWithTwo()

const blob = (bytes: Uint8Array, type: string) => new Blob([new Uint8Array(bytes)], { type })

const drawing = (n: number) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${n}</text></svg>`
const show = (name: string) => app.fetch(`/storage/v1/object/public/card-templates/${name}`)
async function count(): Promise<number | undefined> {
  const { rows } = await app.owner.query<{ count: number }>(
    `select count(*)::int from storage.objects where bucket_id = 'card-templates'`,
  )
  return rows[0]?.count
}

describe('pictures through the whole server', () => {
  it("are refused as bombs without memory, while other people's pictures arrive", async () => {
    await expectNothingStored(app)
    const bombs = [
      {
        bomb: blob(hugePng(50_000, 50_000), 'image/png'),
        told: 'The image has too many pixels (at most 50 million): send a smaller copy',
      },
      {
        bomb: blob(longGif(5_000), 'image/gif'),
        told: 'The image has too many frames (at most 120): send a shorter one',
      },
      {
        bomb: blob(hugePng(7_000, 7_000), 'image/png'),
        told: 'The image is broken: choose another, or save it anew',
      },
    ]
    const mine = avatars(ben)
    await mine.upload(`${ben.id}/warm.png`, await picture('png'))
    const before = process.memoryUsage.rss()
    const attacks = [0, 1, 2, 3].flatMap((round) =>
      bombs.map(async ({ bomb, told }, n) => {
        const { error } = await avatars(ana).upload(`${ana.id}/${round}${n}.png`, bomb)
        expect(error?.message).toBe(told)
      }),
    )
    const kept = [1, 2, 3].map(async (n) => {
      const { error } = await mine.upload(`${ben.id}/${n}.png`, await picture('png', { shade: n }))
      expect(error).toBeNull()
    })
    await Promise.all([...attacks, ...kept])
    expect(process.memoryUsage.rss() - before).toBeLessThan(128_000_000)
    expect((await avatars(ana).list(ana.id)).data).toEqual([])
    await mine.remove(['warm', 1, 2, 3].map((name) => `${ben.id}/${name}.png`))
    await sweepFiles({ db: app.db, files: app.files }, new Date(Date.now() + 7_200_000))
    await expectNothingStored(app)
  })

  it('are refused when writing them anew makes them too large', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const squeezed = await sharp({
      create: { width: 400, height: 400, channels: 3, background: 'red', noise },
    })
      .jpeg({ quality: 5 })
      .toBuffer()
    const limit = squeezed.byteLength + 1_000
    const setLimit = (bytes: number) =>
      app.owner.query("update storage.buckets set file_size_limit = $1 where id = 'avatars'", [bytes])
    const { rows } = await app.owner.query<{ bytes: number }>(
      "select file_size_limit::float8 as bytes from storage.buckets where id = 'avatars'",
    )
    await setLimit(limit)
    const { error } = await avatars(ana).upload(`${ana.id}/squeezed.jpg`, blob(squeezed, 'image/jpeg'))
    await setLimit(rows[0]!.bytes)
    expect(error).toMatchObject({ code: 'EntityTooLarge', statusCode: '413' })
    await expectNothingStored(app)
  })

  it("lose their tags and their animation's comments before anyone sees them", async () => {
    const tagged = await taggedPictures()
    const one = ['jpeg EXIF', 'png iTXt', 'webp XMP', 'gif comment'].map((name) =>
      tagged.find((made) => made.name.startsWith(name)),
    )
    for (const found of one) {
      if (!found) throw new Error('The picture is missing')
      const key = `${ana.id}/${found.mime.replace('/', '.')}`
      // oxlint-disable no-await-in-loop
      const { error } = await avatars(ana).upload(key, blob(found.bytes, found.mime))
      expect(error).toBeNull()
      const shown = await app.fetch(`/storage/v1/object/public/avatars/${key}`)
      expect(shown.headers.get('content-type')).toBe(found.mime)
      expect(await tracesIn(Buffer.from(await shown.arrayBuffer()))).toEqual([])
      // oxlint-enable no-await-in-loop
    }
  })
})

describe('the built-in templates', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emote-art-'))
    await Promise.all([1, 2, 3].map((n) => writeFile(join(folder, `galit-${n}.svg`), drawing(n))))
    await writeFile(join(folder, 'galit-1.svg.br'), 'packed')
    await writeFile(join(folder, 'notes.txt'), 'not a picture')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const put = () => putTemplates({ db: app.db, files: app.files, folder })
  it('are stored once, however many nodes start at once, and shown to anyone as pictures only', async () => {
    const put3 = await Promise.all([put(), put(), put()])
    expect(put3.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(3)
    expect(await count()).toBe(3)
    expect(await put()).toBe(0)
    const shown = await show('galit-2.svg')
    expect(await shown.text()).toBe(await readFile(join(folder, 'galit-2.svg'), 'utf8'))
    expect(shown.headers.get('content-type')).toBe('image/svg+xml')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are replaced when their drawing changed, without leftovers', async () => {
    await put()
    await writeFile(
      join(folder, 'galit-2.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"><!-- anew --></svg>',
    )
    expect(await put()).toBe(1)
    expect(await (await show('galit-2.svg')).text()).toContain('anew')
    expect(await count()).toBe(3)
    await sweepFiles({ db: app.db, files: app.files }, new Date(Date.now() + 7_200_000))
    const { rows } = await app.owner.query('select from storage.blobs where refs = 0')
    expect(rows).toEqual([])
    expect(await readdir(join(app.dataDir, 'files/tmp'))).toEqual([])
  })
})

it('an unreachable store gives 503 and a log line, and stores nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'emote-nowhere-'))
  const nowhere = {
    endpoint: 'http://127.0.0.1:1',
    bucket: 'b',
    region: 'auto',
    accessKey: 'a',
    secretKey: 'lihim',
  }
  const logged: string[] = []
  const answer = storageGateway({
    db: app.db,
    keys: app.keys,
    files: createFiles({ dataDir, s3: nowhere }),
    cleaner: createCleaner({ log: () => {} }),
    log: (line) => logged.push(line),
    limits: 'relaxed',
  })
  const { rows: before } = await app.owner.query('select id from storage.objects')
  const upload = { method: 'POST', body: 'liham', headers: { 'content-type': 'text/plain' } }
  const request = new Request('http://emote.test/storage/v1/object/chat-files/liham.txt', upload)
  const response = await answer(request, { role: 'service_role' }, '127.0.0.1')
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'ServiceUnavailable' }),
  ])
  expect(logged).toEqual([expect.stringMatching(/^Files: The S3 server cannot be reached/)])
  expect(logged.join()).not.toMatch(/lihim|liham|127\.0\.0\.1/)
  expect(await readdir(join(dataDir, 'files/tmp'))).toEqual([])
  expect((await app.owner.query('select id from storage.objects')).rows).toEqual(before)
  expect(
    (await app.owner.query('select from storage.blobs where refs = 0 and keep_until > now()')).rows,
  ).toEqual([])
  await rm(dataDir, { recursive: true })
})

async function breakFile(): Promise<void> {
  const { rows } = await app.owner.query<{ id: string }>(
    "select blob_id as id from storage.objects where name = 'long.txt'",
  )
  const path = join(app.dataDir, 'files', rows[0]!.id.slice(0, 2), rows[0]!.id)
  await rm(path)
  await mkdir(path)
}
async function breakOff(): Promise<void> {
  const pieces = [new Uint8Array(65_536)]
  const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = pieces.pop()
    if (piece) to.enqueue(piece)
    else to.error(new FilesUnavailable('The S3 server fell silent'))
  }
  vi.spyOn(app.files, 'read').mockResolvedValueOnce(new ReadableStream({ pull }, { highWaterMark: 0 }))
}
it.each([
  ['after a piece', breakOff, 'The S3 server fell silent'],
  ['at once', breakFile, 'The folder for files cannot be read (EISDIR)'],
])('a store that fails %s breaks the answer off and logs once, without a name', async (_, fail, told) => {
  const service = app.client(app.keys.serviceKey).storage.from('chat-files')
  await service.upload('long.txt', 'a'.repeat(3_000_000), { contentType: 'text/plain', upsert: true })
  await fail()
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { signedUrl } = (await service.createSignedUrl('long.txt', 60)).data!
  const answer = await fetch(signedUrl.replace('http://emote.test', app.origin))
  expect(answer.headers.get('content-length')).toBe('3000000')
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  expect(said).toHaveBeenCalledOnce()
  const line = inspect(said.mock.lastCall)
  said.mockRestore()
  expect(line).toContain(told)
  expect(line).not.toMatch(/long\.txt|emote-data-/)
  expect(app.logged).toEqual([])
})
