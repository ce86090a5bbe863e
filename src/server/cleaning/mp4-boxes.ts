import { FileRefused } from './refusals.ts'

/** A box of ISO BMFF (MP4, QuickTime). `head`: where its content begins. */
export type Box = { type: string; start: number; head: number; end: number }

const corrupt = () => new FileRefused('corrupt')

/** The boxes between two offsets. Bytes behind the last box become zero: QuickTime ends some lists with four zeros. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  let start = from
  while (to - start >= 8) {
    const box = boxAt(bytes, start, to)
    yield box
    start = box.end
  }
  bytes.fill(0, start, to)
}

function boxAt(bytes: Buffer, start: number, to: number): Box {
  const short = bytes.readUInt32BE(start)
  if (short === 1 && to - start < 16) throw corrupt()
  const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short
  const head = start + (short === 1 ? 16 : 8)
  const end = start + size
  if (end < head || end > to) throw corrupt()
  return { type: bytes.toString('latin1', start + 4, start + 8), start, head, end }
}

/** The first box of a type; undefined when it is missing. */
export function boxOf(bytes: Buffer, parent: Box, type: string): Box | undefined {
  for (const box of boxesIn(bytes, parent.head, parent.end)) if (box.type === type) return box
  return undefined
}

/** Players skip a box of the type `free`. */
export function freeBox(bytes: Buffer, { start, head, end }: Box): void {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, head, end)
}

/** Reads numbers of a box in order. Throws at its end. */
export function fieldsOf(bytes: Buffer, { head, end }: Box) {
  let at = head
  const take = (length: number) => {
    if (at + length > end) throw corrupt()
    at += length
    return at - length
  }
  return {
    skip: (length: number) => void take(length),
    u32: () => bytes.readUInt32BE(take(4)),
    i32: () => bytes.readInt32BE(take(4)),
    u64: () => Number(bytes.readBigUInt64BE(take(8))),
    left: () => end - at,
  }
}
