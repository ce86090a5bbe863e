import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  docxEntries,
  gigabyteOfZeros,
  pdfOf,
  taggedObjects,
  zipOf,
} from '../../../tests/support/documents.ts'
import { bytesOf, taggedFragments, taggedMp4, taggedWebm } from '../../../tests/support/films.ts'
import { canary, hugePng } from '../../../tests/support/pictures.ts'
import { createCleaner, type Cleaner } from './cleaner.ts'
import { kindOf } from './kind.ts'
import { FileRefused, refusedWords, type CleanReason } from './refusals.ts'

let folder: string
let cleaner: Cleaner
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-cleaner-'))
  // Only files made too slow on purpose run out of time.
  cleaner = createCleaner({ log: () => {}, limits: { milliseconds: 50_000, priority: 0 } })
})
afterAll(async () => {
  await cleaner.stop()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
/** What an upload does: the type by the bytes, then the cleaning. Nothing may stay in the folder. */
async function send(bytes: Uint8Array | string, by = cleaner) {
  const name = `in-${files++}`
  const path = join(folder, name)
  await writeFile(path, bytes)
  const mime = await kindOf(path)
  try {
    if (!mime) return 'no type'
    const made = await by.clean(path, mime, { maxEdge: 1_280, account: name })
    const out = await readFile(made.path)
    await rm(made.path)
    return { ...made, out }
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    throw error
  } finally {
    await rm(path)
    expect((await readdir(folder)).filter((left) => left.startsWith(`${name}-`))).toEqual([])
  }
}

const gif = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#26c' } })
    .gif()
    .toBuffer()
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const changedDocx = async (data: Buffer, size: number) =>
  zipOf(
    (await docxEntries()).map((entry) =>
      entry.name === 'word/document.xml' ? { ...entry, data, size } : entry,
    ),
  )

describe('a file that is accepted', () => {
  it.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string]>([
    ['video/mp4', () => taggedMp4()],
    ['video/mp4', () => taggedFragments()],
    ['video/quicktime', () => taggedMp4({ brand: 'qt  ' })],
    ['video/webm', () => taggedWebm()],
    ['application/pdf', async () => pdfOf(await taggedObjects())],
    [docx, async () => zipOf(await docxEntries())],
    ['text/plain', () => 'Mahal kong sarili, hinga.'],
    ['image/gif', async () => bytesOf(await gif(), `<script>${canary}</script>`)],
    [
      'application/pdf',
      async () => bytesOf(pdfOf(await taggedObjects()), zipOf([{ name: canary, data: canary }])),
    ],
  ])('of the type %s has one hash, one size and no tags', async (mime, make) => {
    const made = await send(await make())
    if (typeof made === 'string') throw new Error(made)
    expect(made.mime).toBe(mime)
    expect(made.size).toBe(made.out.length)
    expect(made.sha256).toBe(createHash('sha256').update(made.out).digest('hex'))
    expect(made.out.includes(canary)).toBe(false)
    expect(made.out.includes('<script')).toBe(false)
    expect(made.width !== undefined).toBe(/^(?:image|video)/.test(mime))
  })
})

describe('a file that is refused', () => {
  const ole = Buffer.alloc(2_048)
  ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  ole.writeUInt16LE(9, 30)
  ole.write('WordDocument', 512, 'utf16le')
  it.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, string]>([
    ['a program of Windows', () => bytesOf('MZ', [0x90, 0, 3, 0], Buffer.alloc(99)), 'no type'],
    ['a program of Linux', () => bytesOf([0x7f], 'ELF', [2, 1, 1], Buffer.alloc(99)), 'no type'],
    ['an app of Android', () => zipOf([{ name: 'AndroidManifest.xml', data: 'x' }]), 'no type'],
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'no type'],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'no type'],
    [
      'a page in front of a picture',
      async () => bytesOf('<script>alert(1)</script>', await gif()),
      'no type',
    ],
    ['a page that says GIF', () => 'GIF89a/*<script>alert(1)</script>*/=1', 'corrupt'],
    ['an old Word document', () => ole, 'kind'],
    ['a Word document of a gigabyte of zeros', () => changedDocx(gigabyteOfZeros(), 2 ** 30), 'too large'],
    ['the same that says 9 KB', () => changedDocx(gigabyteOfZeros(), 9_000), 'corrupt'],
    ['a picture of 20,000 × 20,000', () => hugePng(20_000, 20_000), 'too large'],
    ['half a film', () => taggedMp4().subarray(0, 1_500), 'corrupt'],
    ['half a recording', () => taggedWebm().subarray(0, 700), 'corrupt'],
    ['half a document', async () => pdfOf(await taggedObjects()).subarray(0, 3_000), 'corrupt'],
  ])('%s', async (_, make, reason) => expect(await send(await make())).toBe(reason))

  it('is told why in the words of the screens', () => {
    const reasons: CleanReason[] = ['corrupt', 'inside', 'kind', 'locked']
    for (const reason of reasons) expect(refusedWords(reason)).toMatch(/^File type not allowed\. .+\.$/)
    expect(refusedWords('busy')).not.toContain('not allowed')
  })
})

describe('the cleaning process', () => {
  it('is stopped while a file keeps its only thread busy, and the next file gets a new one', async () => {
    const limits = { milliseconds: 5, priority: 0 }
    const hurried = createCleaner({ log: () => {}, limits })
    expect(await send(pdfOf([' '.repeat(10_000_000)]), hurried)).toBe('too slow')
    expect(hurried.pids()).toEqual([])
    limits.milliseconds = 50_000
    expect(await send('Hinga.', hurried)).toMatchObject({ size: 6 })
    await hurried.stop()
  })

  it('answers everybody of a crowd, and stays within its memory', async () => {
    const film = bytesOf(taggedMp4(), Buffer.from([0, 0, 0, 0]), 'free', Buffer.alloc(1_000_000))
    const stream = deflateSync(Buffer.alloc(40_000_000))
    const bomb = pdfOf([
      bytesOf(
        `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n`,
        stream,
        '\nendstream',
      ),
    ])
    // Three bombs for two processes: one gets two. Seen after each file: a process that has grown leaves with its answer.
    const peaks: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(at % 7 ? film : bomb).finally(() => peaks.push(...cleaner.pids().map(peakOf))),
      ),
    )
    expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.mime))).toEqual(
      Array.from({ length: 20 }, (_, at) => (at % 7 ? 'video/mp4' : 'corrupt')),
    )
    expect(peaks).not.toEqual([])
    for (const peak of peaks) expect(peak).toBeLessThan(400_000)
  })
})

/** The peak memory of a process, KB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
