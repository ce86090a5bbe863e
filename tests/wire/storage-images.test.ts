import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hugePng, insertChunks, longGif, pngChunk, taggedPictures, tracesIn } from '../support/pictures.ts'
import { createCleaner, type Cleaner } from '../../src/server/cleaning/cleaner.ts'
import { FileRefused } from '../../src/server/cleaning/refusals.ts'

/** Only images made too slow on purpose run out of time. */
const patient = { milliseconds: 50_000, priority: 0 }

let folder: string
let cleaner: Cleaner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-images-'))
  cleaner = createCleaner({ log: () => {}, limits: patient })
})
afterAll(async () => {
  await cleaner.stop()
  await rm(folder, { recursive: true, force: true })
})

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#26c' } })

let files = 0
/** The rewritten image, or the reason of the refusal. Either way nothing stays in the folder. */
async function send(bytes: Uint8Array, mime: string, { maxEdge = 512, by = cleaner, account = 'ana' } = {}) {
  const name = `in-${files++}`
  const path = join(folder, name)
  await writeFile(path, bytes)
  const answer = await by.clean(path, mime, { maxEdge, account }).catch((error: unknown) => {
    if (error instanceof FileRefused) return error.reason
    throw error
  })
  await rm(path)
  if (typeof answer === 'object') {
    const out = await readFile(answer.path)
    const { mode } = await stat(answer.path)
    await rm(answer.path)
    return { ...answer, out, mode: mode & 0o777 }
  }
  expect((await readdir(folder)).filter((left) => left.startsWith(`${name}-`))).toEqual([])
  return answer
}

describe('an image written anew', () => {
  it('keeps none of 72 tags', async () => {
    const pictures = await taggedPictures()
    expect(pictures).toHaveLength(72)
    for (const { name, mime, bytes, width, height } of pictures) {
      // oxlint-disable no-await-in-loop
      expect(await tracesIn(bytes)).not.toEqual([])
      const made = await send(bytes, mime, { maxEdge: 120 })
      if (typeof made === 'string') throw new Error(`${name} was refused: ${made}`)
      const scale = Math.min(1, 120 / Math.max(width, height))
      expect({ name, traces: await tracesIn(made.out), width: made.width, height: made.height }).toEqual({
        name,
        traces: [],
        width: Math.round(width * scale),
        height: Math.round(height * scale),
      })
      // oxlint-enable no-await-in-loop
    }
  })

  it.each(['jpeg', 'png', 'webp'] as const)('stands upright: %s', async (format) => {
    const left = await paint(30, 40).png().toBuffer()
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#e22' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()
    const made = await send(bytes, `image/${format}`)
    if (typeof made === 'string') throw new Error(made)
    expect([made.width, made.height]).toEqual([40, 60])
    const { data } = await sharp(made.out).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const [topRed = 0, , topBlue = 0] = data
    expect(topBlue).toBeGreaterThan(topRed)
  })

  it.each(['gif', 'webp'] as const)('keeps its animation: %s', async (format) => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 80, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { delay: [70, 80, 90], loop: 3 })
      .toBuffer()
    const made = await send(bytes, `image/${format}`, { maxEdge: 40 })
    if (typeof made === 'string') throw new Error(made)
    expect([made.width, made.height]).toEqual([40, 30])
    const seen = await sharp(made.out, { animated: true }).metadata()
    expect(seen).toMatchObject({ format, pages: 3, delay: [70, 80, 90], loop: 3, pageHeight: 30 })
  })

  it('has the right type, and is readable by the server only', async () => {
    const made = await send(await paint(900, 300).jpeg().toBuffer(), 'image/jpeg', { maxEdge: 300 })
    if (typeof made === 'string') throw new Error(made)
    expect(made).toMatchObject({
      mime: 'image/jpeg',
      width: 300,
      height: 100,
      size: made.out.length,
      mode: 0o600,
    })
    const hash = await crypto.subtle.digest('SHA-256', made.out)
    expect(made.sha256).toBe(Buffer.from(hash).toString('hex'))
  })

  it('keeps its transparency, and a small palette', async () => {
    const clear = sharp({ create: { width: 200, height: 200, channels: 4, background: '#26c8' } })
    const made = await send(await clear.png({ palette: true }).toBuffer(), 'image/png')
    if (typeof made === 'string') throw new Error(made)
    expect(await sharp(made.out).metadata()).toMatchObject({ hasAlpha: true, isPalette: true })
  })

  it('of an animated PNG is its first frame', async () => {
    const frames = Buffer.alloc(8)
    frames.writeUInt32BE(5_000)
    const still = await paint(10, 10).png().toBuffer()
    const made = await send(insertChunks(still, pngChunk('acTL', frames)), 'image/png')
    if (typeof made === 'string') throw new Error(made)
    expect(made.out.includes('acTL')).toBe(false)
  })
})

async function cut(format: 'jpeg' | 'png' | 'webp' | 'gif') {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red', noise } })
    .toFormat(format)
    .toBuffer()
  return whole.subarray(0, whole.length / 2)
}
async function wrongCrc() {
  const bytes = await paint(50, 50).png().toBuffer()
  const at = bytes.indexOf('IDAT') + 4
  bytes[at + 6] = (bytes[at + 6] ?? 0) ^ 0xff
  return bytes
}
async function hugeWebp() {
  const bytes = await paint(10, 10).webp().toBuffer()
  bytes.writeUInt16LE(16_383, 26)
  bytes.writeUInt16LE(16_383, 28)
  return bytes
}

describe('an image that is refused', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['a PNG of 50,000 × 50,000', 'image/png', () => hugePng(50_000, 50_000), 'too large'],
    ['a PNG of 8,000 × 8,000', 'image/png', () => hugePng(8_000, 8_000), 'too large'],
    ['a PNG that has a tenth of its rows', 'image/png', () => hugePng(7_000, 7_000), 'corrupt'],
    ['a GIF of 5,000 frames', 'image/gif', () => longGif(5_000), 'too many frames'],
    ['a GIF of 121 frames', 'image/gif', () => longGif(121), 'too many frames'],
    ['a GIF of 60,000 × 60,000', 'image/gif', () => longGif(1, 60_000, 60_000), 'too large'],
    ['a GIF of 100 large frames', 'image/gif', () => longGif(100, 800, 800), 'too large'],
    ['a WebP of 16,383 × 16,383', 'image/webp', hugeWebp, 'too large'],
    ['half a JPEG', 'image/jpeg', () => cut('jpeg'), 'corrupt'],
    ['half a PNG', 'image/png', () => cut('png'), 'corrupt'],
    ['half a WebP', 'image/webp', () => cut('webp'), 'corrupt'],
    ['half a GIF', 'image/gif', () => cut('gif'), 'corrupt'],
    ['a PNG with a wrong check sum', 'image/png', wrongCrc, 'corrupt'],
    ['SVG as PNG', 'image/png', () => Buffer.from(svg), 'corrupt'],
    [
      'SVG behind the letters of a PNG',
      'image/png',
      () => Buffer.from(`\u0089PNG\r\n\u001a\n${svg}`, 'latin1'),
      'corrupt',
    ],
    ['a JPEG as PNG', 'image/png', () => paint(9, 9).jpeg().toBuffer(), 'corrupt'],
    ['a TIFF as JPEG', 'image/jpeg', () => paint(9, 9).tiff().toBuffer(), 'corrupt'],
    ['nothing', 'image/png', () => new Uint8Array(), 'corrupt'],
    ['a type that is no image', 'image/svg+xml', () => Buffer.from(svg), 'kind'],
  ])('%s', async (_, mime, make, reason) => expect(await send(await make(), mime)).toBe(reason))

  it('with a bomb in a text chunk is not unpacked', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))])
    const bomb = insertChunks(
      await paint(9, 9).png().toBuffer(),
      ...Array.from({ length: 10 }, () => pngChunk('zTXt', text)),
    )
    await send(bomb, 'image/png')
    for (const pid of cleaner.pids()) expect(peakOf(pid)).toBeLessThan(300_000)
  })

  it("leaves the server's memory as it was", async () => {
    const bombs = [hugePng(50_000, 50_000), hugePng(7_000, 7_000), hugePng(7_071, 7_071)]
    const before = process.memoryUsage.rss()
    for (const bomb of bombs) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all([1, 2, 3].map(() => send(bomb, 'image/png')))
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(128_000_000)
  })
})

describe('the cleaning process', () => {
  it('is killed when an image takes too long, and the next image gets a new process', async () => {
    const hurried = createCleaner({ log: () => {}, limits: { milliseconds: 1 } })
    const calm = createCleaner({ log: () => {}, limits: patient })
    const bytes = await paint(2_000, 2_000).png().toBuffer()
    expect(await send(bytes, 'image/png', { by: hurried })).toBe('too slow')
    expect(hurried.pids()).toEqual([])
    expect(await send(bytes, 'image/png', { by: hurried })).toBe('too slow')
    expect(await send(bytes, 'image/png', { by: calm })).toMatchObject({ width: 512 })
    await Promise.all([hurried.stop(), calm.stop()])
  })

  it('ends itself when it takes too much memory', async () => {
    const poor = createCleaner({ log: () => {}, limits: { ...patient, memory: 1_000_000 } })
    const bytes = await paint(5_000, 5_000).png().toBuffer()
    expect(await send(bytes, 'image/png', { by: poor })).toBe('too large')
    await poor.stop()
  })

  it('may crash, and then refuses its image only', async () => {
    const two = createCleaner({ log: () => {}, limits: patient })
    const bytes = await paint(40, 40).png().toBuffer()
    const path = join(folder, 'doomed.png')
    await writeFile(path, bytes)
    await send(bytes, 'image/png', { by: two })
    const [pid = 0] = two.pids()
    process.kill(pid, 'SIGSTOP')
    const doomed = two.clean(path, 'image/png', { maxEdge: 512, account: 'ben' })
    expect(await send(bytes, 'image/png', { by: two })).toMatchObject({ width: 40 })
    process.kill(pid, 'SIGKILL')
    await expect(doomed).rejects.toMatchObject({ reason: 'corrupt' })
    expect((await readdir(folder)).filter((left) => left.startsWith('doomed.png-'))).toEqual([])
    expect(two.pids()).not.toContain(pid)
    expect(await send(bytes, 'image/png', { by: two })).toMatchObject({ width: 40 })
    await two.stop()
  })

  it('works on two images at once, and refuses none of a crowd', async () => {
    const bytes = await paint(20, 20).png().toBuffer()
    const two = createCleaner({ log: () => {}, limits: patient })
    const crowd = Array.from({ length: 40 }, (_, at) =>
      send(bytes, 'image/png', { by: two, account: `account ${at % 20}` }),
    )
    expect((await Promise.all(crowd)).filter((answer) => typeof answer === 'string')).toEqual([])
    expect(two.pids()).toHaveLength(2)
    await two.stop()
  })

  it('works on one image of a person at a time, and serves others meanwhile', async () => {
    const bytes = await paint(20, 20).png().toBuffer()
    const path = join(folder, 'shared.png')
    await writeFile(path, bytes)
    const two = createCleaner({ log: () => {}, limits: patient })
    await send(bytes, 'image/png', { by: two })
    const [pid = 0] = two.pids()
    process.kill(pid, 'SIGSTOP')
    const done: string[] = []
    const [ana, another, ben, cora] = ['ana', 'ana', 'ben', 'cora'].map(async (person) => {
      await two.clean(path, 'image/png', { maxEdge: 512, account: person })
      done.push(person)
    })
    await Promise.all([ben, cora])
    expect(done).toEqual(['ben', 'cora'])
    process.kill(pid, 'SIGCONT')
    await Promise.all([ana, another])
    await two.stop()
  })

  it('ends after an idle minute, and starts again', async () => {
    const bytes = await paint(20, 20).png().toBuffer()
    const rare = createCleaner({ log: () => {} })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await send(bytes, 'image/png', { by: rare })
    const [pid = 0] = rare.pids()
    vi.advanceTimersByTime(59_000)
    expect(rare.pids()).toEqual([pid])
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    expect(rare.pids()).toEqual([])
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await send(bytes, 'image/png', { by: rare })).toMatchObject({ width: 20 })
    await rare.stop()
  })

  it("gets none of the server's settings", async () => {
    // A process of its own: one that grew with the files before ends after its next file.
    const fresh = createCleaner({ log: () => {}, limits: patient })
    expect(await send(await paint(9, 9).png().toBuffer(), 'image/png', { by: fresh })).toMatchObject({
      width: 9,
    })
    const [pid] = fresh.pids()
    const settings = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const names = settings.map((setting) => setting.split('=')[0]).filter(Boolean)
    expect(new Set(names)).toEqual(
      new Set(['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']),
    )
    await fresh.stop()
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The peak memory of a process, KB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
