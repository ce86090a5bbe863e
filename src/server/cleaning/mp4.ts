import { cleanInPlace, type Draft } from './in-place.ts'
import type { Box } from './mp4-boxes.ts'
import { clearNotesIn } from './mp4-notes.ts'
import type { Span } from './mp4-samples.ts'
import { cleanFragment, cleanMovie, type Film } from './mp4-tracks.ts'
import type { CleanTask, Edges } from './process.ts'
import { FileRefused } from './refusals.ts'

// A film of 50 MB has a directory of 1 to 2 MB.
const longestDirectory = 24 * 1024 * 1024
const longestBrand = 1_024
const mostBoxes = 200_000

/** MP4 and QuickTime. The samples that play stay where they are; every other byte of the file becomes zero. */
export function cleanMp4(task: CleanTask): Promise<Edges> {
  return cleanInPlace(task, cleanBoxes)
}

function cleanBoxes(draft: Draft): Edges {
  const boxes = topBoxes(draft)
  const directory = boxes.filter(({ type }) => type === 'moov')
  const [moov] = directory
  if (!moov || directory.length > 1) throw new FileRefused('corrupt')
  const film = changed(draft, moov, cleanMovie)
  for (const box of boxes) {
    if (box.type === 'moof') changed(draft, box, (bytes) => cleanFragment(bytes, box.start, film))
    else if (!isKept(box)) free(draft, box)
  }
  clearAround(draft, boxes, film)
  for (const span of film.spans) {
    const codec = film.tracks.get(span.track)
    if (codec) clearNotesIn(draft, span, codec)
  }
  return film.edges
}

function isKept({ type, start, end }: Box): boolean {
  if (type === 'ftyp' || type === 'styp') return end - start <= longestBrand
  return type === 'moov' || type === 'mdat' || type === 'sidx'
}

function topBoxes(draft: Draft): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start < draft.size;) {
    if (boxes.length === mostBoxes || draft.size - start < 8) throw new FileRefused('corrupt')
    const long = draft.size - start >= 16
    const bytes = draft.read(start, long ? 16 : 8)
    const short = bytes.readUInt32BE(0)
    const last = short === 0 ? draft.size - start : short
    const size = short === 1 && long ? Number(bytes.readBigUInt64BE(8)) : last
    const box = {
      type: bytes.toString('latin1', 4, 8),
      start,
      head: start + (short === 1 ? 16 : 8),
      end: start + size,
    }
    if (box.end < box.head || box.end > draft.size) throw new FileRefused('corrupt')
    boxes.push(box)
    start = box.end
  }
  return boxes
}

/** Reads a directory, changes it in memory, writes it back. */
function changed<Result>(draft: Draft, { start, head, end }: Box, change: (bytes: Buffer) => Result): Result {
  if (end - start > longestDirectory) throw new FileRefused('too large')
  if (head - start !== 8) throw new FileRefused('corrupt')
  const bytes = draft.read(start, end - start)
  const result = change(bytes)
  draft.write(start, bytes)
  return result
}

function free(draft: Draft, { start, head, end }: Box): void {
  draft.write(start + 4, Buffer.from('free'))
  draft.clear(head, end)
}

/** Clears what lies between the samples: other tracks, earlier versions, appended files. */
function clearAround(draft: Draft, boxes: Box[], { spans }: Film): void {
  const ordered = spans.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  const stores = boxes.filter(({ type }) => type === 'mdat')
  let next = 0
  for (const { head, end } of stores) {
    let clean = head
    for (; next < ordered.length; next++) {
      const span: Span = ordered[next] ?? { start: end, end }
      if (span.start >= end) break
      if (span.start < head || span.end > end) throw new FileRefused('corrupt')
      if (span.start > clean) draft.clear(clean, span.start)
      clean = Math.max(clean, span.end)
    }
    draft.clear(clean, end)
  }
  if (next < ordered.length) throw new FileRefused('corrupt')
}
