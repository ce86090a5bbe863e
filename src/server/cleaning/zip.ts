import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { FileRefused } from './refusals.ts'

type Entry = { name: string; method: number; compressed: number; size: number; offset: number }

const corrupt = () => new FileRefused('corrupt')

export type Unzipped = {
  names: string[]
  /** Unpacks one entry. Refuses one of more than `most` bytes. */
  read(name: string, most: number): Buffer
}

/** Reads an archive by its central directory. `read` unpacks one entry. */
export function openZip(
  bytes: Buffer,
  { entries: mostEntries, unpacked }: { entries: number; unpacked: number },
): Unzipped {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length) throw corrupt()
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostEntries) throw new FileRefused('too large')
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  let size = 0
  for (let left = count; left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw corrupt()
    if (bytes.readUInt16LE(at + 8) & 1) throw new FileRefused('locked')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const entry: Entry = {
      name: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    // Readers disagree which of two entries with one name counts.
    if (entries.has(entry.name)) throw corrupt()
    entries.set(entry.name, entry)
    size += entry.size
    if (size > unpacked) throw new FileRefused('too large')
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return {
    names: [...entries.keys()],
    read(name, most) {
      const entry = entries.get(name)
      if (!entry) throw corrupt()
      if (entry.size > most) throw new FileRefused('too large')
      return unpack(bytes, entry)
    },
  }
}

/** The central directory declares the size of each entry. An entry with another size is broken. */
function unpack(bytes: Buffer, { method, compressed, size, offset }: Entry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw corrupt()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + compressed)
  if (method !== 0 && method !== 8) throw corrupt()
  const found = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  if (found.length !== size) throw corrupt()
  return found
}

/** Writes an archive entry by entry. Every entry has the same date, and no other field. */
export function createZip(path: string) {
  const file = openSync(path, 'wx', 0o600)
  const directory: Buffer[] = []
  let size = 0
  const put = (bytes: Buffer) => {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    size += bytes.length
  }
  return {
    add(name: string, bytes: Buffer, { pack }: { pack: boolean }): void {
      const data = pack ? deflateRawSync(bytes) : bytes
      const fields = Buffer.alloc(26)
      fields.writeUInt16LE(20, 0)
      fields.writeUInt16LE(pack ? 8 : 0, 4)
      // 1 January 1980, the first day of the format.
      fields.writeUInt16LE(0x21, 8)
      fields.writeUInt32LE(crc32(bytes), 10)
      fields.writeUInt32LE(data.length, 14)
      fields.writeUInt32LE(bytes.length, 18)
      fields.writeUInt16LE(Buffer.byteLength(name), 22)
      const rest = Buffer.alloc(14)
      rest.writeUInt32LE(size, 10)
      const title = Buffer.from(name)
      directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), fields, rest, title)
      for (const part of [Buffer.from([0x50, 0x4b, 3, 4]), fields, title, data]) put(part)
    },
    end(): void {
      const start = size
      for (const part of directory) put(part)
      const last = Buffer.alloc(22)
      last.writeUInt32LE(0x06054b50, 0)
      last.writeUInt16LE(directory.length / 4, 8)
      last.writeUInt16LE(directory.length / 4, 10)
      last.writeUInt32LE(size - start, 12)
      last.writeUInt32LE(start, 16)
      put(last)
    },
    close: () => closeSync(file),
  }
}
