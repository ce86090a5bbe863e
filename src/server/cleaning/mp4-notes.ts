import type { Draft } from './in-place.ts'
import type { Box } from './mp4-boxes.ts'
import type { Span } from './mp4-samples.ts'
import { FileRefused } from './refusals.ts'

/** Pictures of H.264 and H.265 are units with their length in front. Units of these types hold messages about the pictures. */
export type Codec = { lengthBytes: number; headBytes: 1 | 2 }

const longestUnit = 1_048_576
// A letter that no format escapes.
const blank = 0x55

/** The codec of a `avcC` or `hvcC` box. The second may hold messages itself: they are cleared. */
export function codecOf(bytes: Buffer, { type, head, end }: Box): Codec | undefined {
  if (type !== 'avcC' && type !== 'hvcC') return undefined
  const headBytes = type === 'avcC' ? 1 : 2
  const lengthAt = head + (headBytes === 1 ? 4 : 21)
  if (lengthAt >= end) throw new FileRefused('corrupt')
  const codec: Codec = { headBytes, lengthBytes: ((bytes[lengthAt] ?? 0) & 3) + 1 }
  if (headBytes === 2) clearArrays(bytes.subarray(head + 22, end), codec)
  return codec
}

function clearArrays(bytes: Buffer, codec: Codec): void {
  let at = 1
  for (let arrays = bytes[0] ?? 0; arrays > 0; arrays--) {
    let units = bytes.readUInt16BE(at + 1)
    at += 3
    for (; units > 0; units--) {
      const end = at + 2 + bytes.readUInt16BE(at)
      if (end > bytes.length) throw new FileRefused('corrupt')
      const unit = bytes.subarray(at + 2, end)
      if (isMessage(unit, codec)) clearNotes(unit, codec)
      at = end
    }
  }
}

/** Overwrites the free notes of encoders, cameras and drones in a row of units. Lengths stay. */
export function clearNotesIn(draft: Draft, { start, end }: Span, codec: Codec): void {
  const { lengthBytes, headBytes } = codec
  for (let at = start; at + lengthBytes + headBytes <= end;) {
    const head = draft.read(at, lengthBytes + headBytes)
    const place = at + lengthBytes
    const length = head.readUIntBE(0, lengthBytes)
    // No player shows what follows a wrong length.
    if (place + length > end) return
    if (length > headBytes && isMessage(head.subarray(lengthBytes), codec)) {
      if (length > longestUnit) throw new FileRefused('too large')
      const unit = draft.read(place, length)
      clearNotes(unit, codec)
      draft.write(place, unit)
    }
    at = place + length
  }
}

function isMessage(unit: Buffer, { headBytes }: Codec): boolean {
  const first = unit[0] ?? 0
  return headBytes === 1 ? (first & 31) === 6 : [39, 40].includes((first >> 1) & 63)
}

/** A unit of messages is a list of type, size, content (H.264, 7.3.2.3). A 3 after two zeros is no content. */
function clearNotes(unit: Buffer, { headBytes }: Codec): void {
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
    const isNote = type === 5 || type > 205
    for (let left = number(); left > 0 && at < unit.length; left--) {
      const place = next()
      // Zeros stay, so that no new escape is needed.
      if (isNote && unit[place] !== 0) unit[place] = blank
    }
  }
}
