import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-kind-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function judge(bytes: Uint8Array | string): Promise<string | undefined> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return kindOf(path)
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const pixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
const box = (type: string, body: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + body.length)
  return bytes(length, type, body)
}

/** A ZIP with files of these names, each of `size` zeros. */
function zip(names: string[], size = 10): Buffer {
  const packed = deflateRawSync(Buffer.alloc(size))
  const entry = (signature: number, name: string, skip: number) => {
    const header = Buffer.alloc(signature === 0x02014b50 ? 46 : 30)
    const at = signature === 0x02014b50 ? 2 : 0
    header.writeUInt32LE(signature, 0)
    header.writeUInt16LE(8, 8 + at)
    header.writeUInt32LE(packed.length, 18 + at)
    header.writeUInt32LE(size, 22 + at)
    header.writeUInt16LE(name.length, 26 + at)
    if (at) header.writeUInt32LE(skip, 42)
    return bytes(header, name)
  }
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const name of names) {
    directory.push(entry(0x02014b50, name, position))
    const local = bytes(entry(0x04034b50, name, 0), packed)
    locals.push(local)
    position += local.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(position, 16)
  return bytes(...locals, table, end)
}

/** An OLE file whose directory, at its end, has these entries, four a sector. */
function ole(names: string[], filler = 0): Buffer {
  const header = Buffer.alloc(512)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1 + filler, 48)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(512, 0xff)
  const sectors = Math.ceil(names.length / 4)
  for (let n = 0; n < sectors - 1; n++) table.writeUInt32LE(filler + n + 2, (filler + n + 1) * 4)
  const entries = Buffer.alloc(sectors * 512)
  for (const [n, name] of names.entries()) entries.write(name, n * 128, 'utf16le')
  return bytes(header, table, Buffer.alloc(filler * 512), entries)
}

describe('an accepted file', () => {
  it('may be an image', async () => {
    expect(await judge(await pixel().jpeg().toBuffer())).toBe('image/jpeg')
    expect(await judge(await pixel().png().toBuffer())).toBe('image/png')
    expect(await judge(await pixel().webp().toBuffer())).toBe('image/webp')
    expect(await judge(await pixel().gif().toBuffer())).toBe('image/gif')
  })

  it.each([
    ['isom', 'video/mp4'],
    ['mp42', 'video/mp4'],
    ['M4V ', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
  ])('may be a film of the brand %s: %s', async (brand, kind) => {
    expect(await judge(bytes(box('ftyp', `${brand}\0\0\0\0${brand}`), box('mdat', 'x'.repeat(100))))).toBe(
      kind,
    )
  })

  it('may be a WebM film', async () => {
    const head = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]
    expect(await judge(bytes(head, 'webm', 'x'.repeat(100)))).toBe('video/webm')
  })

  it('may be a document', async () => {
    expect(await judge('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')).toBe('application/pdf')
    expect(await judge(zip(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']))).toBe(docx)
    expect(await judge(ole(['Root Entry', 'Data', '1Table', 'WordDocument']))).toBe('application/msword')
    const late = ['Root Entry', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'WordDocument']
    expect(await judge(ole(late, 20))).toBe('application/msword')
  })

  it.each([
    'Mahal kong sarili, ayos ka lang. 🌬️ ñ\r\n\tHinga.\f',
    'BMI ko', // as a bitmap begins
    'MZ', // as a program begins
    'ID3 ako', // as a song begins
    'a < b and c > d <3',
    `${'a'.repeat(65_535)}ñ${'b'.repeat(70_000)}`, // a letter across two chunks
    '\u{feff}may BOM',
  ])('may be text: %j', async (text) => expect(await judge(text)).toBe('text/plain'))
})

describe('a refused file', () => {
  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG after a comment', '\n <!-- hi --><svg/>'],
    ['SVG under a BOM', '\u{feff}<svg/>'],
    ['HTML', '<!DOCTYPE html><p>hay'],
    ['HTML after words', 'hay <ScRiPt src=//x>'],
    ['an image tag after words', `${' hay'.repeat(500)}<img src=x onerror=alert(1)>`],
    ['a shell script', '#!/bin/sh\nrm -rf ~'],
    ['PHP', 'hay <?php system($_GET[0]);'],
    ['PostScript', '%!PS-Adobe-3.0'],
    ['NUL in text', 'hay\0hay'],
    ['escape codes', 'hay\u{1b}[31m'],
    ['broken UTF-8', new Uint8Array([0x68, 0xc3, 0x28])],
    ['UTF-8 cut short', new Uint8Array([0x68, 0xe2, 0x82])],
    ['a lone surrogate', new Uint8Array([0xed, 0xa0, 0x80])],
    ['an overlong slash', new Uint8Array([0x68, 0xc0, 0xaf])],
    ['UTF-16', Buffer.from('\u{feff}hay', 'utf16le')],
    ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0])],
    ['an ELF', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])],
    ['gzip', gzipSync('hay')],
    ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000))],
    ['a ZIP', zip(['a.txt'])],
    ['a spreadsheet', zip(['[Content_Types].xml', 'xl/workbook.xml'])],
    ['a Word document with macros', zip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'])],
    ['a Java archive', zip(['META-INF/MANIFEST.MF', 'A.class'])],
    ['a ZIP without its directory', zip(['[Content_Types].xml', 'word/document.xml']).subarray(0, -30)],
    [
      'a ZIP whose directory is elsewhere',
      bytes('PK\x03\x04', 'PK\x05\x06', [0, 0, 0, 0, 9, 0, 9, 0], Buffer.alloc(10, 0xff)),
    ],
    ['an old spreadsheet', ole(['Root Entry', 'Workbook'])],
    ['an OLE file cut short', ole(['Root Entry', 'WordDocument']).subarray(0, 700)],
    ['an OLE file whose directory is a ring', ring()],
    ['HEIC', bytes(box('ftyp', 'heic\0\0\0\0mif1heic'), box('mdat', 'x'))],
    ['AVIF', bytes(box('ftyp', 'avif\0\0\0\0mif1avif'), box('mdat', 'x'))],
    ['TIFF', bytes('II*\0', [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    [
      'a song',
      bytes('ID3', [3, 0, 0, 0, 0, 0, 10], Buffer.alloc(20), [0xff, 0xfb, 0x90, 0x64], Buffer.alloc(417)),
    ],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88], 'matroska', 'x'.repeat(50))],
    ['a 7z', bytes('7z', [0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
  ])('%s', async (_, file) => expect(await judge(file)).toBeUndefined())

  it('is never unpacked: the directory of a zip decides', async () => {
    const names = [
      '[Content_Types].xml',
      'word/document.xml',
      ...Array.from({ length: 3_000 }, (_, n) => `word/${n}.xml`),
    ]
    const bomb = zip(names, 400_000)
    const before = process.memoryUsage.rss()
    expect(await judge(bomb)).toBe(docx)
    expect(process.memoryUsage.rss() - before).toBeLessThan(256_000_000)
  })
})

function ring(): Buffer {
  const file = ole(['a', 'b', 'c', 'd', 'e'])
  file.writeUInt32LE(1, 512 + 4)
  return file
}
