import type { EditableFile } from './in-place.ts'
import { FileRefused } from './refusals.ts'

/** One element of EBML (RFC 8794). `end` is undefined when the size is unknown, as in the output of a recorder. */
export type Element = { id: number; start: number; head: number; end: number | undefined }

const longestHead = 12
const windowBytes = 4_096

/** Reads heads of elements through a window, so that small blocks cost no call each. */
export function elementsOf(file: EditableFile) {
  let from = 0
  let window: Buffer = Buffer.alloc(0)
  const bytesAt = (start: number): Buffer => {
    if (start < from || start + longestHead > from + window.length) {
      from = start
      window = file.read(start, Math.min(windowBytes, file.size - start))
    }
    return window.subarray(start - from)
  }
  const at = (start: number, limit: number): Element => {
    const bytes = bytesAt(start)
    const idLength = lengthOf(bytes[0], 4)
    const sizeLength = lengthOf(bytes[idLength], 8)
    const head = start + idLength + sizeLength
    if (head > limit || idLength + sizeLength > bytes.length) throw new FileRefused('corrupt')
    const size = numberIn(bytes.subarray(idLength, idLength + sizeLength))
    const end = size === undefined ? undefined : head + size
    if (end !== undefined && end > limit) throw new FileRefused('corrupt')
    return { id: bytes.readUIntBE(0, idLength), start, head, end }
  }
  return {
    at,
    /** The children of an element whose size is known. */
    *in(head: number, end: number): Generator<Element & { end: number }> {
      for (let start = head; start < end;) {
        const found = at(start, end)
        if (found.end === undefined) throw new FileRefused('corrupt')
        yield { ...found, end: found.end }
        start = found.end
      }
    },
    number({ head, end }: { head: number; end: number }): number {
      if (end - head > 6) throw new FileRefused('corrupt')
      return end > head ? file.read(head, end - head).readUIntBE(0, end - head) : 0
    },
    text: ({ head, end }: { head: number; end: number }) =>
      file
        .read(head, Math.min(end - head, 64))
        .toString('latin1')
        .replace(/\0+$/, ''),
    /** The track number at the beginning of a block. */
    trackOfBlock(head: number): number {
      const bytes = bytesAt(head)
      return numberIn(bytes.subarray(0, lengthOf(bytes[0], 8))) ?? 0
    },
  }
}

export type Elements = ReturnType<typeof elementsOf>

/** The length in bytes of a variable-size integer: one more than the leading zeros of its first byte. */
function lengthOf(first: number | undefined, most: number): number {
  const length = Math.clz32(first ?? 0) - 23
  if (length > most) throw new FileRefused('corrupt')
  return length
}

/** The value of a variable-size integer. Undefined for the reserved value: all bits set. */
function numberIn(bytes: Buffer): number | undefined {
  let value = (bytes[0] ?? 0) & (0xff >> bytes.length)
  let full = value === 0xff >> bytes.length
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte
    full &&= byte === 0xff
  }
  if (full) return undefined
  if (value > Number.MAX_SAFE_INTEGER) throw new FileRefused('corrupt')
  return value
}

/** Players skip an element of the id `Void`. */
export function voidElement(file: EditableFile, start: number, end: number): void {
  const size = end - start
  const head = Buffer.alloc(size < 129 ? 2 : 9)
  head[0] = 0xec
  if (size < 129) head[1] = 0x80 | (size - 2)
  else {
    head[1] = 0x01
    head.writeUIntBE(size - 9, 3, 6)
  }
  file.write(start, head)
  file.clear(start + head.length, end)
}
