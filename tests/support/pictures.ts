import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A word that no stored picture may contain. */
export const canary = 'LIHIM-14.5995N-120.9842E'

const format = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const
type Format = keyof typeof format
export type Picture = { name: string; mime: string; bytes: Buffer; width: number; height: number }
type Size = { width: number; height: number }

const gps = {
  IFD0: { ImageDescription: canary, Artist: canary, Make: canary, Copyright: canary, DateTime: canary },
  IFD2: { UserComment: canary, LensModel: canary },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 35/1 58/1', GPSAreaInformation: canary },
}
const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${canary}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const plain = ({ width, height }: Size, name: Format) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#26c',
      noise: { type: 'gaussian', mean: 120, sigma: 9 },
    },
  }).toFormat(name)

const concat = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const insert = (bytes: Buffer, at: number, ...parts: (string | number[] | Uint8Array)[]) =>
  concat(bytes.subarray(0, at), ...parts, bytes.subarray(at))

export function pngChunk(type: string, body: Uint8Array): Buffer {
  const chunk = concat([0, 0, 0, 0], type, body, [0, 0, 0, 0])
  chunk.writeUInt32BE(body.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** Inserts chunks into a PNG, right after its header. */
export function insertChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return insert(png, 33, ...chunks)
}

/** An author in a newspaper's format. */
const iptc = concat(
  'Photoshop 3.0\0',
  '8BIM\u0004\u0004\0\0',
  [0, 0, 0, 5 + canary.length],
  [0x1c, 2, 80, 0, canary.length],
  canary,
)

function jpegSegment(marker: number, body: string | Uint8Array): Buffer {
  const segment = concat([0xff, marker, 0, 0], body)
  segment.writeUInt16BE(body.length + 2, 2)
  return segment
}

function riffChunk(bytes: Buffer, type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const grown = concat(bytes, type, length, body, body.length % 2 ? [0] : [])
  grown.writeUInt32LE(grown.length - 8, 4)
  return grown
}

/** The place after a GIF's screen and colours. */
const gifStart = (bytes: Buffer) => 13 + ((bytes[10] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[10] ?? 0) & 7) + 1) : 0)
const gifBlock = (text: string) => concat([text.length], text, [0])

type Tag = (size: Size) => Promise<Buffer>
const after =
  (name: Format, tag: (bytes: Buffer) => Buffer): Tag =>
  async (size) =>
    tag(await plain(size, name).toBuffer())
const zipped = (text: string) => deflateSync(Buffer.from(text))

const tags: Record<Format, Record<string, Tag>> = {
  jpeg: {
    'EXIF with GPS': (size) => plain(size, 'jpeg').withExif(gps).toBuffer(),
    XMP: (size) => plain(size, 'jpeg').withXmp(xmp).toBuffer(),
    IPTC: after('jpeg', (bytes) => insert(bytes, 2, jpegSegment(0xed, iptc))),
    comment: after('jpeg', (bytes) => insert(bytes, 2, jpegSegment(0xfe, canary))),
    profile: (size) => plain(size, 'jpeg').withIccProfile('p3').withExif(gps).toBuffer(),
    'unknown segment': after('jpeg', (bytes) => insert(bytes, 2, jpegSegment(0xe9, canary))),
    'film behind it': after('jpeg', (bytes) => concat(bytes, 'ftypmp42', canary)),
  },
  png: {
    tEXt: after('png', (bytes) => insert(bytes, 33, pngChunk('tEXt', Buffer.from(`Author\0${canary}`)))),
    zTXt: after('png', (bytes) => insert(bytes, 33, pngChunk('zTXt', concat('Author\0\0', zipped(canary))))),
    iTXt: after('png', (bytes) =>
      insert(bytes, 33, pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`))),
    ),
    eXIf: (size) => plain(size, 'png').withExif(gps).toBuffer(),
    profile: (size) => plain(size, 'png').withIccProfile('p3').withXmp(xmp).toBuffer(),
    'private chunk': after('png', (bytes) => insert(bytes, 33, pngChunk('meTa', Buffer.from(canary)))),
    'ZIP behind it': after('png', (bytes) => concat(bytes, 'PK\u0003\u0004', canary)),
  },
  webp: {
    EXIF: (size) => plain(size, 'webp').withExif(gps).toBuffer(),
    XMP: (size) => plain(size, 'webp').withXmp(xmp).toBuffer(),
    profile: (size) => plain(size, 'webp').withIccProfile('p3').withExif(gps).toBuffer(),
    'unknown chunk': async (size) =>
      riffChunk(await plain(size, 'webp').withXmp(xmp).toBuffer(), 'LIHM', canary),
    'script behind it': after('webp', (bytes) => concat(bytes, `<script>${canary}</script>`)),
  },
  gif: {
    comment: after('gif', (bytes) => insert(bytes, gifStart(bytes), [0x21, 0xfe], gifBlock(canary))),
    XMP: after('gif', (bytes) =>
      insert(bytes, gifStart(bytes), [0x21, 0xff, 11], 'XMP DataXMP', gifBlock(canary)),
    ),
    'plain text': after('gif', (bytes) =>
      insert(bytes, gifStart(bytes), [0x21, 0x01, 12], Buffer.alloc(12), gifBlock(canary)),
    ),
    'script behind it': after('gif', (bytes) => concat(bytes, `/*${canary}*/=1;alert(1)`)),
    'several comments': after('gif', (bytes) =>
      insert(bytes, gifStart(bytes), [0x21, 0xfe], gifBlock(canary), [0x21, 0xfe], gifBlock(canary)),
    ),
  },
}

/** Pictures of three sizes that carry every kind of tag. */
export async function taggedPictures(): Promise<Picture[]> {
  const sizes = [
    { width: 40, height: 30 },
    { width: 64, height: 90 },
    { width: 200, height: 150 },
  ]
  const wanted = Object.entries(tags).flatMap(([name, kinds]) =>
    Object.entries(kinds).flatMap(([kind, make]) => sizes.map((size) => ({ name, kind, make, size }))),
  )
  return Promise.all(
    wanted.map(async ({ name, kind, make, size }) => ({
      name: `${name} ${kind} ${size.width}x${size.height}`,
      mime: format[name as Format],
      bytes: await make(size),
      ...size,
    })),
  )
}

/** Segments and chunks that a stored picture may have: pixels and their format. */
const allowed =
  /^(?:jpeg (?:e0|db|dd|da|c[0-4])|png (?:IHDR|PLTE|tRNS|pHYs|IDAT|IEND)|webp (?:VP8[ LX]|ALPH|ANIM|ANMF))$/

/** Marks of any metadata. Empty when a picture has none. */
export async function tracesIn(bytes: Buffer): Promise<string[]> {
  const marks = [canary, 'XMP DataXMP', 'http://ns.adobe.com', 'Photoshop 3.0']
  const found = marks.filter((mark) => bytes.includes(mark))
  const seen = await sharp(bytes).metadata()
  const kept = (['exif', 'xmp', 'iptc', 'icc', 'comments', 'orientation'] as const).filter(
    (key) => seen[key] !== undefined,
  )
  return [...found, ...kept, ...partsOf(bytes, seen.format ?? '').filter((part) => !allowed.test(part))]
}

const latin = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

/** The names of a picture's segments or chunks, and a note when bytes follow its end. */
function partsOf(bytes: Buffer, kind: string): string[] {
  const parts: string[] = []
  let at = { jpeg: 2, png: 8, webp: 12 }[kind] ?? bytes.length
  while (at < bytes.length) {
    const jpeg = kind === 'jpeg'
    const name = jpeg ? bytes.toString('hex', at + 1, at + 2) : latin(bytes, at + (kind === 'png' ? 4 : 0))
    parts.push(`${kind} ${name}`)
    // The pixels follow a JPEG's last header, and then the file must end.
    if (name === 'da') return bytes.subarray(-2).toString('hex') === 'ffd9' ? parts : [...parts, 'jpeg tail']
    const length = jpeg
      ? bytes.readUInt16BE(at + 2)
      : kind === 'png'
        ? bytes.readUInt32BE(at)
        : bytes.readUInt32LE(at + 4)
    at += jpeg ? length + 2 : kind === 'png' ? length + 12 : 8 + length + (length % 2)
  }
  return parts
}

/** A PNG whose header claims this size. Its first bytes match the claim. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(20_000_000))
  return concat(
    [0x89],
    'PNG\r\n\u001a\n',
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  )
}

/** A GIF of many frames. Each frame claims this size and holds one pixel. */
export function longGif(frames: number, width = 1, height = 1): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = concat([0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0], size, [0, 2, 2, 0x44, 1, 0])
  const colours = [0, 0, 0, 255, 255, 255]
  const all = Array.from({ length: frames }, () => frame)
  return concat('GIF89a', size, [0x80, 0, 0], colours, ...all, [0x3b])
}
