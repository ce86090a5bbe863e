import { canary } from './pictures.ts'

type Piece = string | number[] | Uint8Array
export const bytesOf = (...parts: Piece[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at)
  return bytes
}
const zeros = (length: number) => Buffer.alloc(length)

export function box(type: string, ...parts: Piece[]): Buffer {
  const body = bytesOf(...parts)
  return bytesOf(u32(8 + body.length), type, body)
}

/** Seconds since 1904: a date that a cleaned film no longer has. */
const day = 0xe1a2b3c4
export const samples = { picture: 'PICTURE-SAMPLE', sound: 'SOUND-SAMPLE', notes: `${canary}-SAMPLE` }
type Codec = 'avcC' | 'hvcC'
/** An encoder's note in a unit of messages. The 3 after two zeros is no content. */
const note = (...head: number[]) => {
  const text = bytesOf(canary, [0, 0, 3], canary)
  return bytesOf(head, [4, 2, 9, 9, 5, text.length - 1], text, [4, 1, 9, 0x80])
}
const unit = (...parts: Piece[]) => bytesOf(u32(bytesOf(...parts).length), ...parts)
const pictureOf = (codec: Codec) =>
  codec === 'avcC'
    ? bytesOf(unit(note(6)), unit([0x65], samples.picture))
    : bytesOf(unit(note(78, 1)), unit([38, 1], samples.picture))
const codecs = {
  avcC: () => box('avcC', 'AVCC', [255]),
  hvcC: () => box('hvcC', 'AVCC', zeros(17), [3, 1, 39, 0, 1, 0, note(78, 1).length], note(78, 1)),
}
const visual = (...extras: Piece[]) =>
  box(
    'avc1',
    zeros(6),
    [0, 1],
    zeros(16),
    [1, 64, 0, 240],
    zeros(14),
    [31],
    canary,
    zeros(31 - canary.length),
    [0, 24, 255, 255],
    ...extras,
  )
const audible = () => box('mp4a', zeros(6), [0, 1], zeros(20), box('esds', zeros(4)), box('note', canary))
const handlers = {
  vide: (codec: Codec) => visual(codecs[codec](), box('uuid', canary)),
  soun: audible,
  meta: () => box('mebx', zeros(8), box('keys', canary)),
}
type Handler = keyof typeof handlers
type Track = {
  number: number
  handler: Handler
  place: number
  size: number
  upright?: boolean
  files?: Buffer
  codec?: Codec
}

function track({ number, handler, place, size, upright = false, files, codec = 'avcC' }: Track): Buffer {
  const turned = upright ? u32(0, 0x10000, 0, -0x10000, 0, 0) : u32(0x10000, 0, 0, 0, 0x10000, 0)
  const edges = handler === 'vide' ? u32(320 * 65_536, 240 * 65_536) : u32(0, 0)
  const stbl = [
    box('stsd', u32(0, 1), handlers[handler](codec)),
    box('stts', u32(0, 1, 1, 1)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 0, 1, size)),
    place < 2 ** 32 && number !== 2 ? box('stco', u32(0, 1, place)) : box('co64', u32(0, 1, 0, place)),
  ]
  return box(
    'trak',
    box('tkhd', u32(3, day, day, number, 0, 100), zeros(16), turned, u32(0, 0, 0x4000_0000), edges),
    box('tref', box('cdsc', u32(3))),
    box('udta', box('\u00a9xyz', canary)),
    box('meta', canary),
    box(
      'mdia',
      box('mdhd', u32(0, day, day, 600, 100, 0)),
      box('hdlr', u32(0, 0), handler, canary, canary, '\0'),
      box(
        'minf',
        box('hdlr', u32(0), 'dhlrurl ', canary, '\0'),
        box('dinf', box('dref', u32(0, 1), files ?? box('url ', u32(1)))),
        box('stbl', ...stbl, box('udta', canary)),
      ),
    ),
  )
}

type Film = {
  last?: boolean
  upright?: boolean
  files?: Buffer
  brand?: string
  tail?: Buffer
  handlers?: Handler[]
  codec?: Codec
}

/** A film with names, places and dates in every place that a phone, a camera or an editor uses. `last`: the directory follows the samples. */
export function taggedMp4({
  last = false,
  brand = 'isom',
  tail,
  handlers: kinds = ['vide', 'soun', 'meta'],
  ...of
}: Film = {}): Buffer {
  const ftyp = box('ftyp', brand, u32(0), brand)
  const store = { vide: pictureOf(of.codec ?? 'avcC'), soun: samples.sound, meta: samples.notes }
  const build = (start: number) => {
    let place = start + 8 + canary.length
    const tracks = kinds.map((handler, at) => {
      const size = store[handler].length
      place += size
      return track({ number: at + 1, handler, place: place - size, size, ...of })
    })
    return box(
      'moov',
      box('mvhd', u32(0, day, day, 600, 100), zeros(80)),
      ...tracks,
      box('udta', box('\u00a9xyz', `+14.59+120.98/${canary}`), box('meta', canary), u32(0)),
      box('meta', box('ilst', canary)),
      box('uuid', zeros(16), canary),
    )
  }
  const rest = [box('uuid', zeros(16), canary), box('free', canary), box('XMP_', canary), tail ?? []]
  const mdat = box('mdat', canary, ...kinds.map((handler) => store[handler]), canary)
  const head = ftyp.length
  if (last) return bytesOf(ftyp, mdat, build(head), ...rest)
  return bytesOf(ftyp, build(head + build(0).length), mdat, ...rest)
}

/** A film in fragments, as a browser records it. */
export function taggedFragments(): Buffer {
  const picture = pictureOf('avcC')
  const ftyp = box('ftyp', 'iso5', u32(0), 'iso5')
  const empty = (number: number, handler: Handler) =>
    Buffer.from(track({ number, handler, place: 0, size: 0 }))
      .toString('latin1')
      .replace(
        box('stsc', u32(0, 1, 1, 1, 1)).toString('latin1'),
        box('stsc', u32(0, 0), zeros(12)).toString('latin1'),
      )
      .replace(/(stco|co64)\0\0\0\0\0\0\0\u0001/, '$1\0\0\0\0\0\0\0\0')
  const moov = box(
    'moov',
    box('mvhd', u32(0, day, day, 600, 100), zeros(80)),
    empty(1, 'vide'),
    empty(2, 'meta'),
    box('mvex', box('trex', u32(0, 1, 1, 0, picture.length, 0)), box('trex', u32(0, 2, 1, 0, 0, 0))),
  )
  const moof = (place: number) =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box('traf', box('tfhd', u32(0x20000, 1)), box('trun', u32(1, 1, place)), box('uuid', canary)),
      box(
        'traf',
        box('tfhd', u32(0x20000, 2)),
        box('trun', u32(0x201, 1, place + picture.length, samples.notes.length)),
      ),
    )
  const fragment = moof(moof(0).length + 8)
  return bytesOf(
    ftyp,
    moov,
    box('emsg', canary),
    fragment,
    box('mdat', picture, samples.notes),
    box('mfra', canary),
  )
}

/** An element of EBML. `undefined` as its size: unknown, as a recorder writes it. */
export function element(id: number, body: Piece | Piece[], known = true): Buffer {
  const name = Buffer.from(id.toString(16).padStart(2 * Math.ceil(id.toString(16).length / 2), '0'), 'hex')
  const content =
    Array.isArray(body) && typeof body[0] !== 'number'
      ? bytesOf(...(body as Piece[]))
      : bytesOf(body as Piece)
  const size = Buffer.alloc(8)
  size.writeUInt32BE(content.length, 4)
  size[0] = 0x01
  return bytesOf(name, known ? size : [0x01, 255, 255, 255, 255, 255, 255, 255], content)
}

const text = (id: number) => element(id, canary)
/** Low byte first. */
const le = (value: number) => u32(value).swap32()
const vorbis = () => {
  const comment = bytesOf('\u0003vorbis', le(canary.length), canary, le(1), le(canary.length), canary, [1])
  return bytesOf([2, 5, comment.length], 'first', comment, 'third')
}

/** A WebM film with names, places and dates wherever the format has room for them. */
export function taggedWebm({ known = true, docType = 'webm', codec = 'V_VP8', tail = '' } = {}): Buffer {
  const trackOf = (number: number, type: number, ...more: Buffer[]) =>
    element(0xae, [element(0xd7, [number]), element(0x83, [type]), text(0x536e), text(0x258688), ...more])
  const video = element(0xe0, [element(0xb0, [1, 64]), element(0xba, [240])])
  const block = (number: number, data: string) => bytesOf([0x80 | number, 0, 0, 0x80], data)
  const cluster = [
    element(0xe7, [0]),
    element(0xa3, block(1, samples.picture)),
    element(0xa3, block(3, samples.notes)),
    element(0xa0, [
      element(0xa1, block(2, samples.sound)),
      element(0x75a1, [element(0xa6, [element(0xee, [4]), text(0xa5)])]),
    ]),
    element(0xa0, [element(0xa1, block(3, samples.notes))]),
    text(0x5854),
    text(0xec),
  ]
  const segment = [
    text(0xec),
    element(0x1549a966, [
      text(0x7ba9),
      text(0x4d80),
      text(0x5741),
      element(0x4461, zeros(8)),
      element(0x2ad7b1, [15, 66, 64]),
    ]),
    element(0x1654ae6b, [
      trackOf(1, 1, element(0x86, codec), video),
      trackOf(2, 2, element(0x86, 'A_VORBIS'), element(0x63a2, vorbis())),
      trackOf(3, 0x21, element(0x86, 'D_NOTES')),
    ]),
    element(0x1f43b675, cluster, known),
    element(0x1f43b675, cluster, known),
    element(0x1254c367, [element(0x7373, [element(0x67c8, [element(0x45a3, 'LOCATION'), text(0x4487)])])]),
    element(0x1941a469, [element(0x61a7, [text(0x466e), text(0x465c)])]),
    element(0x1043a770, [text(0x45b9)]),
  ]
  const header = element(0x1a45dfa3, [element(0x4282, docType), text(0xec)])
  return bytesOf(header, element(0x18538067, segment, known), tail)
}
