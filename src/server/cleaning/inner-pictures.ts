import { boxesIn, freeBox } from './mp4-boxes.ts'
import { FileRefused } from './refusals.ts'

// Pictures inside documents lose their metadata without being decoded: a document may hold hundreds.

/** A picture without metadata. Undefined for a format that this file cannot clean. */
export function stripPicture(bytes: Buffer): Buffer | undefined {
  const head = bytes.toString('latin1', 0, 8)
  if (head.startsWith('\u00ff\u00d8\u00ff')) return stripJpeg(bytes)
  if (head === '\u0089PNG\r\n\u001a\n') return stripPng(bytes)
  if (head.startsWith('GIF8')) return stripGif(bytes)
  return undefined
}

/** Keeps the tables, the frames and the scans. Drops all that follows the end of the picture. */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new FileRefused('corrupt')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at++
    else if (marker === 0xd9) break
    else {
      let end = at + 2 + bytes.readUInt16BE(at + 2)
      if (end > bytes.length || end < at + 4) throw new FileRefused('corrupt')
      const segment = bytes.subarray(at, end)
      if (marker === 0xda) end = endOfScan(bytes, end)
      if (marker < 0xe0) kept.push(bytes.subarray(at, end))
      else if (marker === 0xee && segment.toString('latin1', 4, 9) === 'Adobe') kept.push(adobe(segment))
      at = end
    }
  }
  return Buffer.concat([...kept, Buffer.from([0xff, 0xd9])])
}

/** The `Adobe` segment (APP14), which says how colours are stored, cut to its fixed fields. */
function adobe(segment: Buffer): Buffer {
  const short = Buffer.from(segment.subarray(0, 16))
  short.writeUInt16BE(14, 2)
  return short
}

function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0xd9
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return bytes.length
}

const pngChunks = new Set('IHDR PLTE tRNS gAMA cHRM sRGB sBIT bKGD pHYs IDAT'.split(' '))

function stripPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    if (type === 'IEND') return Buffer.concat([...kept, bytes.subarray(at, end)])
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  throw new FileRefused('corrupt')
}

/** Bytes of the colour table after a header with these flags. */
const tableAfter = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function stripGif(bytes: Buffer): Buffer {
  let at = 13 + tableAfter(bytes[10] ?? 0)
  const kept = [bytes.subarray(0, at)]
  const afterBlocks = (start: number) => {
    let end = start
    for (let length = bytes[end]; length; length = bytes[end]) end += length + 1
    return end + 1
  }
  for (let kind = bytes[at]; kind === 0x21 || kind === 0x2c; kind = bytes[at]) {
    const start = at
    at = kind === 0x21 ? afterBlocks(at + 2) : afterBlocks(at + 11 + tableAfter(bytes[at + 9] ?? 0))
    if (at > bytes.length) throw new FileRefused('corrupt')
    const loops = bytes.toString('latin1', start + 1, start + 14) === '\u00ff\u000bNETSCAPE2.0'
    const plays = kind === 0x2c || bytes[start + 1] === 0xf9
    if (plays) kept.push(bytes.subarray(start, at))
    // A loop count takes 19 bytes. Further blocks are somebody's note.
    else if (loops && bytes[start + 14] === 3) kept.push(bytes.subarray(start, start + 18), Buffer.alloc(1))
  }
  return Buffer.concat([...kept, Buffer.from([0x3b])])
}

/** JPEG 2000, whose boxes are those of MP4. A bare picture has no boxes. */
export function stripJpeg2000(bytes: Buffer): Buffer {
  if (bytes.readUInt16BE(0) === 0xff4f) return bytes
  const kept = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c'])
  const copy = Buffer.from(bytes)
  for (const box of boxesIn(copy, 0, copy.length)) if (!kept.has(box.type)) freeBox(copy, box)
  return copy
}
