import { cleanInPlace, type EditableFile } from './in-place.ts'
import type { Box } from './mp4-boxes.ts'
import { clearSeiIn } from './mp4-sei.ts'
import type { Span } from './mp4-samples.ts'
import { cleanFragment, cleanMovie, type Film } from './mp4-tracks.ts'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'

// The `moov` box of a film of 50 MB takes 1 to 2 MB.
const longestMovieBox = 24 * 1024 * 1024
const longestBrand = 1_024
const mostBoxes = 200_000

/** MP4 and QuickTime. The samples that play stay where they are. Every other byte of the file becomes zero. */
export function cleanMp4(task: CleanTask): Promise<Dimensions> {
  return cleanInPlace(task, cleanBoxes)
}

function cleanBoxes(file: EditableFile): Dimensions {
  const boxes = topLevelBoxes(file)
  const [moov, second] = boxes.filter(({ type }) => type === 'moov')
  if (!moov || second) throw new FileRefused('corrupt')
  const film = changed(file, moov, cleanMovie)
  for (const box of boxes) {
    if (box.type === 'moof') changed(file, box, (bytes) => cleanFragment(bytes, box.start, film))
    else if (!isKept(box)) free(file, box)
  }
  clearAround(file, boxes, film)
  for (const span of film.spans) {
    const format = film.tracks.get(span.track)
    if (format) clearSeiIn(file, span, format)
  }
  return film.dimensions
}

function isKept({ type, start, end }: Box): boolean {
  if (type === 'ftyp' || type === 'styp') return end - start <= longestBrand
  return type === 'moov' || type === 'mdat' || type === 'sidx'
}

function topLevelBoxes(file: EditableFile): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start < file.size;) {
    if (boxes.length === mostBoxes || file.size - start < 8) throw new FileRefused('corrupt')
    const long = file.size - start >= 16
    const bytes = file.read(start, long ? 16 : 8)
    const short = bytes.readUInt32BE(0)
    const last = short === 0 ? file.size - start : short
    const size = short === 1 && long ? Number(bytes.readBigUInt64BE(8)) : last
    const box = {
      type: bytes.toString('latin1', 4, 8),
      start,
      head: start + (short === 1 ? 16 : 8),
      end: start + size,
    }
    if (box.end < box.head || box.end > file.size) throw new FileRefused('corrupt')
    boxes.push(box)
    start = box.end
  }
  return boxes
}

/** Reads a `moov` or `moof` box, changes it in memory, and writes it back. */
function changed<Result>(
  file: EditableFile,
  { start, head, end }: Box,
  change: (bytes: Buffer) => Result,
): Result {
  if (end - start > longestMovieBox) throw new FileRefused('too large')
  if (head - start !== 8) throw new FileRefused('corrupt')
  const bytes = file.read(start, end - start)
  const result = change(bytes)
  file.write(start, bytes)
  return result
}

function free(file: EditableFile, { start, head, end }: Box): void {
  file.write(start + 4, Buffer.from('free'))
  file.clear(head, end)
}

/** Clears the bytes between the samples: other tracks, earlier versions, appended files. */
function clearAround(file: EditableFile, boxes: Box[], { spans }: Film): void {
  const ordered = spans.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  const stores = boxes.filter(({ type }) => type === 'mdat')
  let next = 0
  for (const { head, end } of stores) {
    let clean = head
    for (; next < ordered.length; next++) {
      const span: Span = ordered[next] ?? { start: end, end }
      if (span.start >= end) break
      if (span.start < head || span.end > end) throw new FileRefused('corrupt')
      if (span.start > clean) file.clear(clean, span.start)
      clean = Math.max(clean, span.end)
    }
    file.clear(clean, end)
  }
  if (next < ordered.length) throw new FileRefused('corrupt')
}
