import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  box,
  bytesOf,
  element,
  samples,
  taggedFragments,
  taggedMp4,
  taggedWebm,
} from '../../../tests/support/films.ts'
import { canary } from '../../../tests/support/pictures.ts'
import { cleanMp4 } from './mp4.ts'
import type { Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'
import { cleanWebm } from './webm.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-films-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const limits = { pixels: 0, frames: 0, milliseconds: 0, memory: 0, priority: 0 }
type Clean = typeof cleanMp4

/** The cleaned film, or the reason of its refusal. */
async function send(film: Buffer, clean: Clean): Promise<{ bytes: Buffer; dimensions: Dimensions } | string> {
  const [path, out] = [join(folder, 'in'), join(folder, 'out')]
  await writeFile(path, film)
  try {
    const dimensions = await clean({ path, out, mime: '', maxEdge: 0, limits })
    return { bytes: await readFile(out), dimensions }
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    // The process answers every other error with this reason.
    if (error instanceof RangeError) return 'corrupt'
    throw error
  } finally {
    await rm(out, { force: true })
  }
}

async function cleaned(film: Buffer, clean: Clean) {
  const answer = await send(film, clean)
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`)
  return answer
}

const date = bytesOf([0xe1, 0xa2, 0xb3, 0xc4])
const words = new RegExp(canary, 'g')

describe('a film of the MP4 family', () => {
  it.each([
    ['of a phone', taggedMp4()],
    ['whose movie box comes last', taggedMp4({ last: true })],
    ['of QuickTime', taggedMp4({ brand: 'qt  ' })],
    ['of H.265', taggedMp4({ codec: 'hvcC' })],
    ['in fragments', taggedFragments()],
  ])('%s loses names, places and dates, and keeps its pictures where they are', async (_, film) => {
    expect(film.toString('latin1').match(words)?.length).toBeGreaterThan(8)
    const { bytes, dimensions } = await cleaned(film, cleanMp4)
    expect(bytes.includes(canary)).toBe(false)
    expect(bytes.includes(date)).toBe(false)
    expect(bytes.includes('14.59')).toBe(false)
    expect(bytes.length).toBe(film.length)
    expect(bytes.indexOf(samples.picture)).toBe(film.indexOf(samples.picture))
    expect(bytes.indexOf(samples.sound)).toBe(film.indexOf(samples.sound))
    expect(bytes.includes('AVCC')).toBe(film.includes('AVCC'))
    expect(dimensions).toEqual({ width: 320, height: 240 })
  })

  it('has the dimensions that a viewer shows', async () => {
    const { dimensions } = await cleaned(taggedMp4({ upright: true }), cleanMp4)
    expect(dimensions).toEqual({ width: 240, height: 320 })
  })

  it('that was cleaned is cleaned to the same bytes', async () => {
    const { bytes } = await cleaned(taggedMp4(), cleanMp4)
    expect((await cleaned(bytes, cleanMp4)).bytes.equals(bytes)).toBe(true)
  })

  const film = taggedMp4()
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'corrupt'],
    ['without a movie box', bytesOf(box('ftyp', 'isom\0\0\0\0'), box('mdat', 'x')), 'corrupt'],
    [
      'with two movie boxes',
      bytesOf(film, film.subarray(film.indexOf('moov') - 4, film.indexOf('mdat') - 4)),
      'corrupt',
    ],
    ['without samples', film.subarray(0, film.indexOf('mdat') - 4), 'corrupt'],
    ['followed by a page', taggedMp4({ tail: Buffer.from('<script>alert(1)</script>') }), 'corrupt'],
    ['of sound alone', taggedMp4({ handlers: ['soun'] }), 'kind'],
    ['of metadata alone', taggedMp4({ handlers: ['meta'] }), 'kind'],
    [
      'whose samples lie in another file',
      taggedMp4({ files: box('url ', [0, 0, 0, 0], 'file:///home/juan') }),
      'inside',
    ],
    ['with a box that is too long', bytesOf(film, box('free', 'x').fill(255, 0, 4)), 'corrupt'],
    ['with a long brand', bytesOf(box('ftyp', 'isom', canary.repeat(99))), 'corrupt'],
  ])('%s is refused', async (_, bytes, reason) => expect(await send(bytes, cleanMp4)).toBe(reason))
})

describe('a WebM film', () => {
  it.each([
    ['of known sizes', taggedWebm()],
    ['of a recorder', taggedWebm({ known: false })],
  ])('%s loses names, places and dates, and keeps its blocks where they are', async (_, film) => {
    expect(film.toString('latin1').match(words)?.length).toBeGreaterThan(20)
    const { bytes, dimensions } = await cleaned(film, cleanWebm)
    expect(bytes.includes(canary)).toBe(false)
    expect(bytes.includes('LOCATION')).toBe(false)
    expect(bytes.length).toBe(film.length)
    expect(bytes.indexOf(samples.picture)).toBe(film.indexOf(samples.picture))
    expect(bytes.lastIndexOf(samples.sound)).toBe(film.lastIndexOf(samples.sound))
    expect(bytes.includes('first')).toBe(true)
    expect(dimensions).toEqual({ width: 320, height: 240 })
  })

  it('hides nothing behind its end', async () => {
    const { bytes } = await cleaned(taggedWebm({ tail: `PK\u0003\u0004<script>${canary}` }), cleanWebm)
    expect(bytes.includes(canary)).toBe(false)
    expect(bytes.includes('script')).toBe(false)
  })

  it('that was cleaned is cleaned to the same bytes', async () => {
    const { bytes } = await cleaned(taggedWebm(), cleanWebm)
    expect((await cleaned(bytes, cleanWebm)).bytes.equals(bytes)).toBe(true)
  })

  const film = taggedWebm()
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'corrupt'],
    ['of another family', taggedWebm({ docType: 'matroska' }), 'kind'],
    ['cut in its tracks', film.subarray(0, film.indexOf('A_VORBIS')), 'corrupt'],
    [
      'without pictures',
      bytesOf(element(0x1a45dfa3, element(0x4282, 'webm')), element(0x18538067, [])),
      'kind',
    ],
    ['whose segment is missing', element(0x1a45dfa3, element(0x4282, 'webm')), 'corrupt'],
    ['of ids without end', bytesOf(film.subarray(0, 12), Buffer.alloc(500)), 'corrupt'],
  ])('%s is refused', async (_, bytes, reason) => expect(await send(bytes, cleanWebm)).toBe(reason))
})

describe('a damaged film', () => {
  it.each<[string, Buffer, Clean]>([
    ['MP4', taggedMp4(), cleanMp4],
    ['fragments', taggedFragments(), cleanMp4],
    ['WebM', taggedWebm(), cleanWebm],
  ])('is cleaned or refused, wherever the damage is: %s', async (_, film, clean) => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const reasons = new Set<string>()
    for (let round = 0; round < 150; round++) {
      const damaged = Buffer.from(film.subarray(0, round % 3 === 0 ? random(film.length) : film.length))
      for (let flips = round % 3; flips > 0; flips--) damaged[random(damaged.length)] = random(256)
      // oxlint-disable-next-line no-await-in-loop -- one file at a time
      const answer = await send(damaged, clean)
      reasons.add(typeof answer === 'string' ? answer : 'cleaned')
    }
    expect([...reasons].toSorted()).toEqual(expect.arrayContaining(['cleaned', 'corrupt']))
  })
})
