import type { EditableFile } from './in-place.ts'
import type { Box } from './mp4-boxes.ts'
import type { Span } from './mp4-samples.ts'
import { FileRefused } from './refusals.ts'

/** How an H.264 or H.265 track stores NAL units: bytes of the length before each unit, and of the unit's header. */
export type NalFormat = { lengthBytes: number; headBytes: 1 | 2 }

const longestUnit = 1_048_576
// No NAL unit needs an emulation prevention byte before this letter.
const blank = 0x55

/** Reads an `avcC` or `hvcC` box. Clears the SEI messages that `hvcC` itself may hold. */
export function nalFormatOf(bytes: Buffer, { type, head, end }: Box): NalFormat | undefined {
  if (type !== 'avcC' && type !== 'hvcC') return undefined
  const headBytes = type === 'avcC' ? 1 : 2
  const lengthAt = head + (headBytes === 1 ? 4 : 21)
  if (lengthAt >= end) throw new FileRefused('corrupt')
  const format: NalFormat = { headBytes, lengthBytes: ((bytes[lengthAt] ?? 0) & 3) + 1 }
  if (headBytes === 2) clearArrays(bytes.subarray(head + 22, end), format)
  return format
}

function clearArrays(bytes: Buffer, format: NalFormat): void {
  let at = 1
  for (let arrays = bytes[0] ?? 0; arrays > 0; arrays--) {
    let units = bytes.readUInt16BE(at + 1)
    at += 3
    for (; units > 0; units--) {
      const end = at + 2 + bytes.readUInt16BE(at)
      if (end > bytes.length) throw new FileRefused('corrupt')
      const unit = bytes.subarray(at + 2, end)
      if (isSei(unit, format)) clearSei(unit, format)
      at = end
    }
  }
}

/** Overwrites the free text of encoders, cameras and drones in the SEI messages of a span. Lengths stay. */
export function clearSeiIn(file: EditableFile, { start, end }: Span, format: NalFormat): void {
  const { lengthBytes, headBytes } = format
  for (let at = start; at + lengthBytes + headBytes <= end;) {
    const head = file.read(at, lengthBytes + headBytes)
    const offset = at + lengthBytes
    const length = head.readUIntBE(0, lengthBytes)
    // No player shows what follows a wrong length.
    if (offset + length > end) return
    if (length > headBytes && isSei(head.subarray(lengthBytes), format)) {
      if (length > longestUnit) throw new FileRefused('too large')
      const unit = file.read(offset, length)
      clearSei(unit, format)
      file.write(offset, unit)
    }
    at = offset + length
  }
}

function isSei(unit: Buffer, { headBytes }: NalFormat): boolean {
  const first = unit[0] ?? 0
  return headBytes === 1 ? (first & 31) === 6 : [39, 40].includes((first >> 1) & 63)
}

/** An SEI unit is a list of type, size and payload (H.264, 7.3.2.3). A 3 after two zeros is an emulation prevention byte, not payload. */
function clearSei(unit: Buffer, { headBytes }: NalFormat): void {
  let at: number = headBytes
  let zeros = 0
  const next = () => {
    if (zeros >= 2 && unit[at] === 3) {
      at++
      zeros = 0
    }
    zeros = unit[at] === 0 ? zeros + 1 : 0
    return at++
  }
  const number = () => {
    let sum = 0
    for (let byte = unit[next()]; byte !== undefined; byte = unit[next()]) {
      sum += byte
      if (byte !== 255) break
    }
    return sum
  }
  while (at + 1 < unit.length) {
    const type = number()
    const isFreeText = type === 5 || type > 205
    for (let left = number(); left > 0 && at < unit.length; left--) {
      const offset = next()
      // Zeros stay, so that the unit needs no new emulation prevention byte.
      if (isFreeText && unit[offset] !== 0) unit[offset] = blank
    }
  }
}
