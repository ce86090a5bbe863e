import { open, type FileHandle } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { looksLikeText } from './plain-text.ts'

const msword = 'application/msword'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Accepted types by the detector's name. An animated PNG becomes a still one. Phones write M4V for MP4. */
const kinds: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'video/quicktime': 'video/quicktime',
  'application/pdf': 'application/pdf',
}

/** The type by the bytes alone; undefined when it is not accepted. SVG, HTML and XML never are. */
export async function kindOf(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r')
  try {
    const head = await bytesAt(handle, 0, 8)
    // Archives are never unpacked, not even by the detector: their directory suffices (threat 50).
    if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return (await isDocx(handle)) ? docx : undefined
    if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return (await isWord(handle)) ? msword : undefined
    if (startsWith(head, 0x1f, 0x8b)) return undefined
    const found = await fileTypeFromFile(path)
    const kind = found && kinds[found.mime]
    // The detector reads a text that begins with "BM" as a bitmap.
    return kind ?? ((await looksLikeText(handle)) ? 'text/plain' : undefined)
  } finally {
    await handle.close()
  }
}

/** A ZIP whose directory, at its end, lists the parts of a Word document and no macros. */
async function isDocx(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  const tail = await bytesAt(handle, Math.max(0, size - 65_557), 65_557)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > tail.length) return false
  const length = Math.min(tail.readUInt32LE(end + 12), 262_144)
  const names = namesIn(await bytesAt(handle, tail.readUInt32LE(end + 16), length))
  return (
    names.has('[Content_Types].xml') && names.has('word/document.xml') && !names.has('word/vbaProject.bin')
  )
}

function namesIn(directory: Buffer): Set<string> {
  const names = new Set<string>()
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const length = directory.readUInt16LE(at + 28)
    names.add(directory.toString('latin1', at + 46, at + 46 + length))
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

/** An OLE file (old Office) whose directory names the stream of every Word document. */
async function isWord(handle: FileHandle): Promise<boolean> {
  const header = await bytesAt(handle, 0, 512)
  const shift = header.length === 512 ? header.readUInt16LE(30) : 0
  if (shift !== 9 && shift !== 12) return false
  const sectorBytes = 2 ** shift
  const at = (sector: number) => (sector + 1) * sectorBytes
  let sector = header.readUInt32LE(48)
  // A directory is a chain of sectors. Word's stream is among the first entries.
  for (let step = 0; step < 16; step++) {
    // oxlint-disable no-await-in-loop -- each sector says where the next one is
    const entries = await bytesAt(handle, at(sector), sectorBytes)
    if (entries.includes(Buffer.from('WordDocument', 'utf16le'))) return true
    const table = Math.floor((sector * 4) / sectorBytes)
    if (table >= 109) return false
    const link = at(header.readUInt32LE(76 + table * 4)) + ((sector * 4) % sectorBytes)
    const next = await bytesAt(handle, link, 4)
    // oxlint-enable no-await-in-loop
    if (next.length < 4) return false
    sector = next.readUInt32LE(0)
  }
  return false
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function startsWith(bytes: Buffer, ...first: number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte)
}
