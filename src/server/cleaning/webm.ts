import { cleanInPlace, type EditableFile } from './in-place.ts'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'
import { elementsOf, voidElement, type Element, type Elements } from './webm-elements.ts'

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  writers: [0x4d80, 0x5741],
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  alphaMode: 0x53c0,
  blockAdditions: 0x75a1,
  blockMore: 0xa6,
  blockAddId: 0xee,
  blockAdditional: 0xa5,
}
/** The elements that a player needs, by their parent. Every other element may hold a name, a place or a date, and becomes `Void`. */
const kept = {
  header: new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]),
  // SeekHead, Info, Tracks, Cues, Cluster. Not: Tags, Chapters, Attachments.
  segment: new Set([0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1f43b675]),
  info: new Set([0x2ad7b1, 0x4489, ...ids.writers]),
  track: new Set([
    0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x234e7a, 0x86, 0x63a2, 0x55ee, 0x56aa, 0x56bb,
    0xe0, 0xe1, 0x6d80,
  ]),
  cluster: new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0]),
  group: new Set([0xa1, 0x9b, 0xfb, 0x75a2]),
}

type Film = {
  file: EditableFile
  elements: Elements
  tracks: Set<number>
  alpha: Set<number>
  dimensions: Dimensions
}
type Known = Element & { end: number }

/** WebM. Blocks of video and audio tracks stay where they are. */
export function cleanWebm(task: CleanTask): Promise<Dimensions> {
  return cleanInPlace(task, (file) => {
    const film: Film = {
      file,
      elements: elementsOf(file),
      tracks: new Set(),
      alpha: new Set(),
      dimensions: {},
    }
    const start = cleanHeader(film)
    const segment = film.elements.at(start, file.size)
    if (segment.id !== ids.segment) throw new FileRefused('corrupt')
    // Players stop at the segment's end, so bytes behind it are another file.
    if (segment.end !== undefined && segment.end < file.size)
      voidElement(file, segment.end, Math.max(file.size, segment.end + 2))
    cleanSegment(film, segment.head, segment.end ?? file.size)
    if (film.dimensions.width === undefined) throw new FileRefused('kind')
    return film.dimensions
  })
}

function cleanHeader({ file, elements }: Film): number {
  const header = elements.at(0, file.size)
  if (header.id !== ids.header || header.end === undefined) throw new FileRefused('corrupt')
  for (const child of elements.in(header.head, header.end)) {
    if (!kept.header.has(child.id)) voidElement(file, child.start, child.end)
    if (child.id === ids.docType && elements.text(child) !== 'webm') throw new FileRefused('kind')
  }
  return header.end
}

function cleanSegment(film: Film, head: number, end: number): void {
  const { file, elements } = film
  for (let start = head; start < end;) {
    const child = elements.at(start, end)
    if (child.id === ids.cluster) start = cleanCluster(film, child, end)
    else {
      if (child.end === undefined) throw new FileRefused('corrupt')
      const known = { ...child, end: child.end }
      if (!kept.segment.has(child.id)) voidElement(file, start, known.end)
      else if (child.id === ids.info) cleanInfo(film, known)
      else if (child.id === ids.tracks) cleanTracks(film, known)
      start = known.end
    }
  }
}

function cleanInfo({ file, elements }: Film, { head, end }: Known): void {
  for (const child of elements.in(head, end)) {
    if (!kept.info.has(child.id)) voidElement(file, child.start, child.end)
    // MuxingApp and WritingApp are mandatory, so only their text is cleared.
    else if (ids.writers.includes(child.id)) file.clear(child.head, child.end)
  }
}

function cleanTracks(film: Film, { head, end }: Known): void {
  for (const child of film.elements.in(head, end)) {
    if (child.id !== ids.track || !cleanTrack(film, child)) voidElement(film.file, child.start, child.end)
  }
}

/** False for a track that is neither video nor audio. */
function cleanTrack(film: Film, { head, end }: Known): boolean {
  const { file, elements } = film
  const found = new Map<number, Known>()
  for (const child of elements.in(head, end)) found.set(child.id, child)
  const [number, type] = [found.get(ids.trackNumber), found.get(ids.trackType)]
  const kind = type ? elements.number(type) : 0
  if (!number || (kind !== 1 && kind !== 2)) return false
  // The cleaner cannot look into compressed or encrypted blocks.
  if (found.has(ids.contentEncodings)) throw new FileRefused('locked')
  for (const child of elements.in(head, end))
    if (!kept.track.has(child.id)) voidElement(file, child.start, child.end)
  const [codec, data, video] = [found.get(ids.codec), found.get(ids.codecPrivate), found.get(ids.video)]
  if (data && codec && elements.text(codec) === 'A_VORBIS') clearComments(file, data)
  const track = elements.number(number)
  if (kind === 1 && video) readVideo(film, video, track)
  film.tracks.add(track)
  return true
}

function readVideo({ elements, alpha, dimensions }: Film, { head, end }: Known, track: number): void {
  for (const child of elements.in(head, end)) {
    if (child.id === ids.width) dimensions.width = elements.number(child)
    if (child.id === ids.height) dimensions.height = elements.number(child)
    if (child.id === ids.alphaMode && elements.number(child) === 1) alpha.add(track)
  }
}

/** Vorbis keeps its comments in the second of three headers. Their lengths stay, and their letters become zeros. */
function clearComments(file: EditableFile, { head, end }: Known): void {
  if (end - head > 1_048_576) throw new FileRefused('too large')
  const bytes = file.read(head, end - head)
  let at = 1
  const lengths = [0, 0].map(() => {
    let length = 0
    for (; bytes[at] === 255; at++) length += 255
    return length + (bytes[at++] ?? 0)
  })
  const [first = 0, second = 0] = lengths
  const comments = bytes.subarray(at + first, at + first + second)
  let place = 7
  const clearText = () => {
    const length = comments.readUInt32LE(place)
    if (place + 4 + length > comments.length) throw new FileRefused('corrupt')
    comments.fill(0, place + 4, place + 4 + length)
    place += 4 + length
  }
  clearText()
  const count = comments.readUInt32LE(place)
  place += 4
  for (let left = count; left > 0; left--) clearText()
  file.write(head, bytes)
}

/** Returns the offset behind the cluster. A cluster of unknown size ends where the next element of its level begins. */
function cleanCluster(film: Film, { head, end }: Element, limit: number): number {
  const { file, elements, tracks } = film
  let start = head
  while (start < (end ?? limit)) {
    const child = elements.at(start, end ?? limit)
    if (end === undefined && child.id > 0x10000000) break
    if (child.end === undefined) throw new FileRefused('corrupt')
    const known = { ...child, end: child.end }
    const plays = child.id !== ids.simpleBlock || tracks.has(elements.trackOfBlock(child.head))
    if (!kept.cluster.has(child.id) || !plays) voidElement(file, start, known.end)
    else if (child.id === ids.group) cleanGroup(film, known)
    start = known.end
  }
  return start
}

function cleanGroup(film: Film, { start, head, end }: Known): void {
  const { file, elements, tracks, alpha } = film
  let track = 0
  for (const child of elements.in(head, end)) {
    if (child.id === ids.block) track = elements.trackOfBlock(child.head)
    if (child.id === ids.block && !tracks.has(track)) return voidElement(file, start, end)
    const isAlpha = child.id === ids.blockAdditions && alpha.has(track) && hasAlphaOnly(elements, child)
    if (!kept.group.has(child.id) && !isAlpha) voidElement(file, child.start, child.end)
  }
}

/** BlockAddID 1 is the picture's transparency. Other additions are data of devices. */
function hasAlphaOnly(elements: Elements, { head, end }: Known): boolean {
  const isAlpha = (part: Known) =>
    part.id === ids.blockAdditional || (part.id === ids.blockAddId && elements.number(part) === 1)
  const all = [...elements.in(head, end)]
  return all.every(
    (more) => more.id === ids.blockMore && [...elements.in(more.head, more.end)].every(isAlpha),
  )
}
