import { boxesIn, boxOf, fieldsOf, type Box } from './mp4-boxes.ts'
import { FileRefused } from './refusals.ts'

/** Bytes of a file from `start` to before `end`. */
export type Span = { start: number; end: number }

const need = (box: Box | undefined) => {
  if (!box) throw new FileRefused('corrupt')
  return box
}

/** Where the samples of a track lie, chunk by chunk. */
export function chunksOf(bytes: Buffer, stbl: Box): Span[] {
  const sizeAt = sampleSizes(bytes, stbl)
  const offsets = chunkOffsets(bytes, stbl)
  const fields = fieldsOf(bytes, need(boxOf(bytes, stbl, 'stsc')))
  fields.skip(4)
  const runs = Array.from({ length: countOf(fields.u32(), fields.left(), 12) }, () => {
    const [first, samples] = [fields.u32(), fields.u32()]
    fields.skip(4)
    return { first, samples }
  })
  const chunks: Span[] = []
  let sample = 0
  let run = -1
  for (const [at, start] of offsets.entries()) {
    while ((runs[run + 1]?.first ?? Infinity) <= at + 1) run++
    let end = start
    for (let left = runs[run]?.samples ?? 0; left > 0; left--) end += sizeAt(sample++)
    chunks.push({ start, end })
  }
  return chunks
}

function countOf(count: number, bytes: number, each: number): number {
  if (count * each > bytes) throw new FileRefused('corrupt')
  return count
}

function chunkOffsets(bytes: Buffer, stbl: Box): number[] {
  const short = boxOf(bytes, stbl, 'stco')
  const fields = fieldsOf(bytes, short ?? need(boxOf(bytes, stbl, 'co64')))
  fields.skip(4)
  const count = countOf(fields.u32(), fields.left(), short ? 4 : 8)
  return Array.from({ length: count }, short ? fields.u32 : fields.u64)
}

function sampleSizes(bytes: Buffer, stbl: Box): (sample: number) => number {
  const box = need(boxOf(bytes, stbl, 'stsz'))
  const fields = fieldsOf(bytes, box)
  fields.skip(4)
  const same = fields.u32()
  const count = same > 0 ? fields.u32() : countOf(fields.u32(), fields.left(), 4)
  return (sample) => {
    if (sample >= count) throw new FileRefused('corrupt')
    return same > 0 ? same : bytes.readUInt32BE(box.head + 12 + sample * 4)
  }
}

/** Default sizes of samples by track, for fragments. */
export function fragmentDefaults(bytes: Buffer, mvex: Box): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const box of boxesIn(bytes, mvex.head, mvex.end)) {
    if (box.type !== 'trex') continue
    const fields = fieldsOf(bytes, box)
    fields.skip(4)
    const track = fields.u32()
    fields.skip(8)
    sizes.set(track, fields.u32())
  }
  return sizes
}

export function trackOfFragment(bytes: Buffer, traf: Box): number {
  const fields = fieldsOf(bytes, need(boxOf(bytes, traf, 'tfhd')))
  fields.skip(4)
  return fields.u32()
}

/** Where the samples of one track of a fragment lie. `moof`: the offset of the fragment. `next`: the end of the track before this one. */
export function runsOf(
  bytes: Buffer,
  traf: Box,
  { moof, next, defaults }: { moof: number; next: number; defaults: ReadonlyMap<number, number> },
): Span[] {
  const head = fieldsOf(bytes, need(boxOf(bytes, traf, 'tfhd')))
  const flags = head.u32()
  const track = head.u32()
  const base = flags & 1 ? head.u64() : flags & 0x20000 ? moof : next
  for (const flag of [2, 8]) if (flags & flag) head.skip(4)
  const usual = flags & 16 ? head.u32() : (defaults.get(track) ?? 0)
  const runs: Span[] = []
  let offset = base
  for (const box of boxesIn(bytes, traf.head, traf.end)) {
    if (box.type !== 'trun') continue
    const run = fieldsOf(bytes, box)
    const has = run.u32()
    const samples = run.u32()
    if (has & 1) offset = base + run.i32()
    if (has & 4) run.skip(4)
    const start = offset
    if (has & 0x200) offset += explicitSizes(run, has, samples)
    else offset += samples * usual
    runs.push({ start, end: offset })
  }
  return runs
}

function explicitSizes(run: ReturnType<typeof fieldsOf>, has: number, samples: number): number {
  let size = 0
  for (let left = samples; left > 0; left--) {
    if (has & 0x100) run.skip(4)
    size += run.u32()
    if (has & 0x400) run.skip(4)
    if (has & 0x800) run.skip(4)
  }
  return size
}
