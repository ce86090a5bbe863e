import { boxesIn, boxOf, fieldsOf, freeBox, type Box } from './mp4-boxes.ts'
import { nalFormatOf, type NalFormat } from './mp4-sei.ts'
import { chunksOf, fragmentDefaults, runsOf, trackOfFragment, type Span } from './mp4-samples.ts'
import type { Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'

/** The boxes that a player needs, by their parent. Every other box may hold a name, a place or a date, and becomes `free`. */
const kept: Record<string, string> = {
  moov: 'mvhd trak mvex',
  trak: 'tkhd edts mdia',
  edts: 'elst',
  mdia: 'mdhd hdlr minf',
  minf: 'vmhd smhd hdlr dinf stbl',
  dinf: 'dref',
  stbl: 'stsd stts ctts cslg stsc stsz stco co64 stss stps sdtp sgpd sbgp',
  mvex: 'mehd trex',
  moof: 'mfhd traf',
  traf: 'tfhd tfdt trun sdtp sgpd sbgp',
}
const codecBoxes =
  'avcC hvcC lhvC vvcC vpcC av1C dvcC dvvC d263 esds wave frma mp4a dOps dac3 dec3 alac chan chnl srat pasp clap colr fiel gama btrt mdcv clli'
const keptOfCodec = new Set(codecBoxes.split(' '))

export type Film = {
  /** Where the samples that play lie in the file. */
  spans: (Span & { track: number })[]
  /** Tracks that stay. The value is set for tracks that may hold SEI messages. */
  tracks: Map<number, NalFormat | undefined>
  defaults: Map<number, number>
  dimensions: Dimensions
}

/** Cleans a `moov` box in memory. Only video and audio tracks stay: others tell places, times and devices. */
export function cleanMovie(bytes: Buffer): Film {
  const film: Film = { spans: [], tracks: new Map(), defaults: new Map(), dimensions: {} }
  const moov = { type: 'moov', start: 0, head: 8, end: bytes.length }
  keepKnown(bytes, moov)
  for (const box of boxesIn(bytes, moov.head, moov.end)) {
    if (box.type === 'mvhd') clearTimes(bytes, box)
    else if (box.type === 'trak') cleanTrack(bytes, box, film)
    else if (box.type === 'mvex') film.defaults = fragmentDefaults(bytes, box)
  }
  // Sound alone is no accepted type.
  if (film.dimensions.width === undefined) throw new FileRefused('kind')
  return film
}

/** Cleans a `moof` box in memory. `offset`: where the box begins in the file. */
export function cleanFragment(bytes: Buffer, offset: number, { spans, tracks, defaults }: Film): void {
  const moof = { type: 'moof', start: 0, head: 8, end: bytes.length }
  keepKnown(bytes, moof)
  let next = offset
  for (const box of boxesIn(bytes, moof.head, moof.end)) {
    if (box.type !== 'traf') continue
    const runs = runsOf(bytes, box, { moof: offset, next, defaults })
    next = runs.at(-1)?.end ?? next
    const track = trackOfFragment(bytes, box)
    if (tracks.has(track)) for (const run of runs) spans.push({ ...run, track })
    else freeBox(bytes, box)
  }
}

function keepKnown(bytes: Buffer, parent: Box): void {
  const known = (kept[parent.type] ?? '').split(' ')
  for (const box of boxesIn(bytes, parent.head, parent.end)) {
    if (!known.includes(box.type)) freeBox(bytes, box)
    else if (kept[box.type]) keepKnown(bytes, box)
  }
}

function cleanTrack(bytes: Buffer, trak: Box, film: Film): void {
  const [tkhd, mdia] = [boxOf(bytes, trak, 'tkhd'), boxOf(bytes, trak, 'mdia')]
  const hdlr = mdia && boxOf(bytes, mdia, 'hdlr')
  const minf = mdia && boxOf(bytes, mdia, 'minf')
  const stbl = minf && boxOf(bytes, minf, 'stbl')
  if (!tkhd || !hdlr || !stbl) throw new FileRefused('corrupt')
  const handler = bytes.toString('latin1', hdlr.head + 8, hdlr.head + 12)
  if (handler !== 'vide' && handler !== 'soun') return freeBox(bytes, trak)
  clearTimes(bytes, tkhd)
  for (const box of boxesIn(bytes, mdia.head, mdia.end)) {
    if (box.type === 'mdhd') clearTimes(bytes, box)
    if (box.type === 'hdlr') clearName(bytes, box)
  }
  for (const box of boxesIn(bytes, minf.head, minf.end)) {
    if (box.type === 'hdlr') clearName(bytes, box)
    if (box.type === 'dinf') refuseOtherFiles(bytes, box)
  }
  const track = fieldAfterTimes(bytes, tkhd)
  film.tracks.set(track, cleanSampleEntries(bytes, stbl, handler))
  for (const chunk of chunksOf(bytes, stbl)) film.spans.push({ ...chunk, track })
  if (handler === 'vide') film.dimensions = dimensionsOf(bytes, tkhd)
}

/** Where the creation and modification times of `mvhd`, `tkhd` and `mdhd` lie. */
function timesOf(bytes: Buffer, box: Box): Span {
  const start = box.head + 4
  const end = start + (bytes[box.head] === 1 ? 16 : 8)
  if (end + 4 > box.end) throw new FileRefused('corrupt')
  return { start, end }
}

function clearTimes(bytes: Buffer, box: Box): void {
  const { start, end } = timesOf(bytes, box)
  bytes.fill(0, start, end)
}

const fieldAfterTimes = (bytes: Buffer, box: Box) => bytes.readUInt32BE(timesOf(bytes, box).end)

/** Clears the reserved fields, where QuickTime names the device's maker, and the handler's name. */
function clearName(bytes: Buffer, { head, end }: Box): void {
  bytes.fill(0, Math.min(head + 12, end), end)
}

function refuseOtherFiles(bytes: Buffer, dinf: Box): void {
  const dref = boxOf(bytes, dinf, 'dref')
  if (!dref) return
  for (const box of boxesIn(bytes, dref.head + 8, dref.end)) {
    // Flag 1 says that the samples lie in this file. Any other entry names a path or an address.
    if (box.end - box.head < 4 || bytes.readUInt32BE(box.head) !== 1) throw new FileRefused('inside')
    bytes.fill(0, box.head + 4, box.end)
  }
}

function cleanSampleEntries(bytes: Buffer, stbl: Box, handler: string): NalFormat | undefined {
  let nalFormat: NalFormat | undefined
  const stsd = boxOf(bytes, stbl, 'stsd')
  if (!stsd) throw new FileRefused('corrupt')
  const entries = { ...stsd, head: stsd.head + 8 }
  for (const entry of boxesIn(bytes, entries.head, entries.end)) {
    const fixed = handler === 'vide' ? 78 : soundFields(bytes, entry)
    if (entry.head + fixed > entry.end) throw new FileRefused('corrupt')
    // `compressorname`: the encoder, in 32 bytes.
    if (handler === 'vide') bytes.fill(0, entry.head + 42, entry.head + 74)
    for (const box of boxesIn(bytes, entry.head + fixed, entry.end)) {
      if (keptOfCodec.has(box.type)) nalFormat ??= nalFormatOf(bytes, box)
      else freeBox(bytes, box)
    }
  }
  return nalFormat
}

/** Bytes of an audio sample entry before its boxes. QuickTime's later versions are longer. */
function soundFields(bytes: Buffer, { head, end }: Box): number {
  if (head + 28 > end) throw new FileRefused('corrupt')
  return { 1: 44, 2: 64 }[bytes.readUInt16BE(head + 8)] ?? 28
}

/** The dimensions on the screen: the matrix turns the picture of a phone that was held upright. */
function dimensionsOf(bytes: Buffer, tkhd: Box): Dimensions {
  const fields = fieldsOf(bytes, { ...tkhd, head: tkhd.end - 44 })
  const [a, b] = [fields.u32(), fields.u32()]
  fields.skip(28)
  const [width, height] = [Math.round(fields.u32() / 65_536), Math.round(fields.u32() / 65_536)]
  return a === 0 && b !== 0 ? { width: height, height: width } : { width, height }
}
