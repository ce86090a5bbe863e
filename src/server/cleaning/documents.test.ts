import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as documents from '../../../tests/support/documents.ts'
import { bytesOf } from '../../../tests/support/films.ts'
import { canary } from '../../../tests/support/pictures.ts'
import { cleanDocx } from './docx.ts'
import { cleanPdf } from './pdf.ts'
import { readPdf } from './pdf-read.ts'
import { FileRefused } from './refusals.ts'
import { openZip } from './zip.ts'

const { docxEntries, gigabyteOfZeros, packedPdf, pdfOf, shown, taggedObjects, zipOf } = documents

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-documents-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const limits = { pixels: 0, frames: 0, milliseconds: 0, memory: 0, priority: 0 }
type Clean = typeof cleanPdf

/** The cleaned document, or the reason of its refusal. */
async function send(document: Buffer, clean: Clean): Promise<Buffer | string> {
  const [path, out] = [join(folder, 'in'), join(folder, 'out')]
  await writeFile(path, document)
  try {
    await clean({ path, out, mime: '', maxEdge: 0, limits })
    return await readFile(out)
  } catch (error) {
    // The process answers every other error with this reason.
    return error instanceof FileRefused ? error.reason : 'corrupt'
  } finally {
    await rm(out, { force: true })
  }
}

async function cleaned(document: Buffer, clean: Clean): Promise<Buffer> {
  const answer = await send(document, clean)
  if (typeof answer === 'string') throw new Error(`refused: ${answer}`)
  return answer
}

const countOf = (bytes: Buffer) => bytes.toString('latin1').split(canary).length - 1
const packed = (words: string, data: string | Buffer) =>
  bytesOf(`<</Type/ObjStm/N 1/First 4${words}/Length ${data.length}>>stream\n`, data, '\nendstream')
const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer()
const changed = async (name: string, change: Partial<documents.Entry>) =>
  zipOf((await docxEntries()).map((entry) => (entry.name === name ? { ...entry, ...change } : entry)))
const unzipped = (bytes: Buffer) => openZip(bytes, { entries: 100, unpacked: 1e9 })

describe('a PDF', () => {
  it.each(['plain', 'packed'])('%s shows the same, without names, scripts and files', async (kind) => {
    const objects = await taggedObjects()
    const file = kind === 'packed' ? packedPdf(objects) : pdfOf(objects)
    const bytes = await cleaned(file, cleanPdf)
    expect(countOf(bytes)).toBe(0)
    const text = bytes.toString('latin1')
    for (const word of [
      'JavaScript',
      'Launch',
      'EmbeddedFile',
      'AcroForm',
      'Info',
      'PieceInfo',
      'D:2024',
      'AA',
      'Exif',
    ])
      expect(text).not.toContain(word)
    for (const word of [
      shown,
      '(https://example.com/)',
      '(ayos ito)',
      '(Una)',
      '(dito)',
      '/Helvetica',
      '/GoTo',
    ])
      expect(text).toContain(word)
    expect(text.match(/\/Subtype\/(?:Link|Text|Widget|Stamp)/g)).toEqual([
      '/Subtype/Link',
      '/Subtype/Link',
      '/Subtype/Stamp',
      '/Subtype/Text',
    ])
    expect((await cleaned(bytes, cleanPdf)).equals(bytes)).toBe(true)
  })

  it('keeps its photographs as they look', async () => {
    const bytes = await cleaned(pdfOf(await taggedObjects()), cleanPdf)
    const photos = [...readPdf(bytes).objects.values()].filter(
      ({ stream }) => stream?.readUInt16BE(0) === 0xffd8,
    )
    expect(photos).toHaveLength(2)
    const before = await sharp(await documents.taggedPhoto('jpeg'))
      .raw()
      .toBuffer()
    for (const { stream } of photos) {
      // oxlint-disable-next-line no-await-in-loop -- two pictures
      expect((await sharp(stream).raw().toBuffer()).equals(before)).toBe(true)
    }
  })

  it('has a correct cross-reference table', async () => {
    const text = (await cleaned(pdfOf(await taggedObjects()), cleanPdf)).toString('latin1')
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
    const places = text.slice(start).match(/^\d{10} 00000 n /gm) ?? []
    expect(places.length).toBe(8)
    for (const [at, place] of places.entries())
      expect(text.slice(Number(place.slice(0, 10)))).toMatch(new RegExp(`^${at + 1} 0 obj\\n`))
  })

  it('loses its earlier versions, and all that follows its end', async () => {
    const objects = await taggedObjects()
    const first = pdfOf(objects)
    const next = bytesOf(
      first,
      '5 0 obj\n<</Length 9>>\nstream\nBT ET % b\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF',
    )
    const bytes = await cleaned(bytesOf(next, zipOf([{ name: 'a.html', data: '<script>' }])), cleanPdf)
    expect(bytes.includes('BT ET % b')).toBe(true)
    expect(bytes.includes(shown)).toBe(false)
    expect(bytes.includes('PK')).toBe(false)
  })

  const page = '<</Type/Page/Parent 2 0 R>>'
  const small = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page]
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'corrupt'],
    ['a head alone', Buffer.from('%PDF-1.7\n'), 'corrupt'],
    ['a file with a password', pdfOf(small, '/Encrypt<</Filter/Standard>>'), 'locked'],
    [
      'a file without pages',
      pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
      'corrupt',
    ],
    ['a catalog that is missing', pdfOf(['(x)', ...small.slice(1)]), 'corrupt'],
    [
      'a packed bomb',
      pdfOf([...small, packed('/Filter/FlateDecode', deflateSync(Buffer.alloc(60_000_000)))]),
      'too large',
    ],
    ['a packed stream of an old kind', pdfOf([...small, packed('/Filter/LZWDecode', 'x')]), 'inside'],
    [
      'a picture of two kinds of packing',
      pdfOf([
        ...small.slice(0, 2),
        `<</Type/Page/Contents 4 0 R>>`,
        '<</Filter[/A85/RL/DCTDecode]/Length 1>>stream\nx\nendstream',
      ]),
      'inside',
    ],
    [
      'a filled form without a look',
      pdfOf([
        ...small.slice(0, 2),
        '<</Type/Page/Annots[<</Subtype/Widget/FT/Tx/V(Sagot)/Rect[0 0 9 9]>>]>>',
      ]),
      'inside',
    ],
    [
      'a program of PostScript',
      pdfOf([
        ...small.slice(0, 2),
        `<</Type/Page/Contents 4 0 R>>`,
        '<</Subtype/PS/Length 1>>stream\nx\nendstream',
      ]),
      'inside',
    ],
    ['brackets without end', pdfOf([...small, '['.repeat(100_000)]), 'corrupt'],
    ['references in a ring', pdfOf([...small.slice(0, 1), '3 0 R', '2 0 R']), 'corrupt'],
    ['a stream without end', bytesOf('%PDF-1.7\n1 0 obj\n<</Length 99>>stream\n'), 'corrupt'],
    [
      'half a photograph',
      pdfOf([
        ...small.slice(0, 2),
        '<</Type/Page/Contents 4 0 R>>',
        bytesOf('<</Filter/DCTDecode/Length 6>>stream\n', [255, 216, 255, 224, 9, 9], '\nendstream'),
      ]),
      'corrupt',
    ],
  ])('is refused: %s', async (_, bytes, reason) => expect(await send(bytes, cleanPdf)).toBe(reason))

  it('whose page tree is a ring is read once', async () => {
    const ring = pdfOf([small[0] ?? '', '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 1>>', page])
    expect(typeof (await send(ring, cleanPdf))).toBe('object')
  })
})

describe('a Word document', () => {
  it('shows the same, without names, dates, scripts and files', async () => {
    const bytes = await cleaned(zipOf(await docxEntries()), cleanDocx)
    const zip = unzipped(bytes)
    expect(zip.names.toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/_rels/settings.xml.rels',
      'word/comments.xml',
      'word/document.xml',
      'word/media/image1.jpeg',
      'word/media/image2.png',
      'word/settings.xml',
    ])
    const all = zip.names.map((name) => zip.read(name, 1e7).toString('latin1')).join('\n')
    for (const word of [
      canary,
      'LIHIM',
      '2024',
      'rsid',
      'DDE',
      'AUTHOR',
      'OLEObject',
      'altChunk',
      'r:link',
      'file:',
      '<!--',
      'Exif',
      'people',
      'template',
    ])
      expect(all).not.toContain(word)
    for (const word of [
      shown,
      'dagdag',
      'papel',
      'ayos ito',
      ' PAGE ',
      'r:id="web"',
      'r:embed="photo"',
      'v:imagedata',
      'w:author="Author"',
      'w:zoom',
    ])
      expect(all).toContain(word)
    expect((await cleaned(bytes, cleanDocx)).equals(bytes)).toBe(true)
  })

  it('keeps its pictures as they look', async () => {
    const zip = unzipped(await cleaned(zipOf(await docxEntries()), cleanDocx))
    const [jpeg, png] = [zip.read('word/media/image1.jpeg', 1e6), zip.read('word/media/image2.png', 1e6)]
    expect((await pixels(jpeg)).equals(await pixels(await documents.taggedPhoto('jpeg')))).toBe(true)
    expect((await pixels(png)).equals(await pixels(await documents.taggedPhoto('png')))).toBe(true)
  })

  const body = 'word/document.xml'
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['nothing', () => Buffer.alloc(0), 'corrupt'],
    ['half a file', async () => zipOf(await docxEntries()).subarray(0, 4_000), 'corrupt'],
    ['a gigabyte of zeros', () => changed(body, { data: gigabyteOfZeros(), size: 2 ** 30 }), 'too large'],
    [
      'a gigabyte of zeros that says 9 KB',
      () => changed(body, { data: gigabyteOfZeros(), size: 9_000 }),
      'corrupt',
    ],
    [
      'many parts of 20 MB',
      async () =>
        zipOf([
          ...(await docxEntries()),
          ...Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, data: 'x', size: 20_000_000 })),
        ]),
      'too large',
    ],
    [
      '3,001 parts',
      () => zipOf(Array.from({ length: 3_001 }, (_, at) => ({ name: `${at}`, data: '' }))),
      'too large',
    ],
    ['a part with a password', () => changed(body, { flags: 1 }), 'locked'],
    ['an unknown packing', () => changed(body, { method: 12 }), 'corrupt'],
    ['a part twice', async () => zipOf([...(await docxEntries()), { name: body, data: '<x/>' }]), 'corrupt'],
    ['an entity', () => changed(body, { data: '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' }), 'corrupt'],
    ['tags that cross', () => changed(body, { data: '<a><b></a></b>' }), 'corrupt'],
    ['a tag without end', () => changed(body, { data: '<a><b></b>' }), 'corrupt'],
    [
      'words that are no UTF-8',
      () => changed(body, { data: Buffer.from([0x3c, 0x61, 0xff, 0x3e]) }),
      'corrupt',
    ],
    [
      'a drawing of Windows',
      () => changed('word/media/image1.jpeg', { data: Buffer.from([1, 0, 0, 0, 108, 0]) }),
      'inside',
    ],
    ['a program as a picture', () => changed('word/media/image2.png', { data: 'MZ\u0090\0' }), 'inside'],
  ])('is refused: %s', async (_, make, reason) => expect(await send(await make(), cleanDocx)).toBe(reason))
})

describe('a damaged document', () => {
  it.each<[string, () => Promise<Buffer>, Clean]>([
    ['PDF', async () => pdfOf(await taggedObjects()), cleanPdf],
    ['packed PDF', async () => packedPdf(await taggedObjects()), cleanPdf],
    ['DOCX', async () => zipOf(await docxEntries()), cleanDocx],
  ])('is cleaned or refused, wherever the damage is: %s', async (_, make, clean) => {
    const document = await make()
    let seed = 11
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const reasons = new Set<string>()
    for (let round = 0; round < 150; round++) {
      const damaged = Buffer.from(
        document.subarray(0, round % 4 === 0 ? random(document.length) : document.length),
      )
      for (let flips = round % 4; flips > 0; flips--) damaged[random(damaged.length)] = random(256)
      // oxlint-disable-next-line no-await-in-loop -- one file at a time
      const answer = await send(damaged, clean)
      reasons.add(typeof answer === 'string' ? answer : 'cleaned')
    }
    expect([...reasons].toSorted()).toEqual(expect.arrayContaining(['cleaned', 'corrupt']))
  })
})
