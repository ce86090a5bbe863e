import { constants, inflateSync } from 'node:zlib'
import { Lexer } from './pdf-lexer.ts'
import { isName, Name, numberOf, Ref, type Dict, type PdfObject, type Value } from './pdf-values.ts'
import { FileRefused } from './refusals.ts'

const mostUnpacked = 48 * 1024 * 1024

export type Pdf = {
  objects: Map<number, PdfObject>
  root: Dict
  /** The value behind references. */
  find(value: Value | undefined): Value | undefined
}

/**
 * Reads the objects in the order of the file, so that an incremental update replaces earlier objects. Never reads the cross-reference tables,
 * which may be wrong.
 */
export function readPdf(bytes: Buffer): Pdf {
  const objects = new Map<number, PdfObject>()
  const trailers: Dict[] = []
  const unpacked = { left: mostUnpacked }
  for (let at = 0; ;) {
    const next = nextObject(bytes, at)
    for (const trailer of trailersIn(bytes, at, next?.start ?? bytes.length)) trailers.push(trailer)
    if (!next) break
    const lexer = new Lexer(bytes, next.body)
    const value = lexer.value()
    const stream = value instanceof Map ? streamAfter(lexer, value, objects) : undefined
    objects.set(next.number, stream ? { value, stream } : { value })
    if (stream && value instanceof Map) {
      if (isName(value.get('Type'), 'XRef')) trailers.push(value)
      if (isName(value.get('Type'), 'ObjStm')) unpack(value, stream, objects, unpacked)
    }
    at = lexer.at
  }
  if (trailers.some((trailer) => trailer.has('Encrypt'))) throw new FileRefused('locked')
  const find = (value: Value | undefined) => {
    let found = value
    for (let step = 0; found instanceof Ref; step++) {
      if (step > 16) throw new FileRefused('corrupt')
      found = objects.get(found.number)?.value
    }
    return found
  }
  const roots = trailers.map((trailer) => find(trailer.get('Root'))).filter((root) => root instanceof Map)
  const root = roots.at(-1)
  if (!root) throw new FileRefused('corrupt')
  return { objects, root, find }
}

/** The next `12 0 obj`. */
function nextObject(
  bytes: Buffer,
  from: number,
): { number: number; start: number; body: number } | undefined {
  for (let at = bytes.indexOf('obj', from); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    const before = bytes.toString('latin1', Math.max(from, at - 24), at)
    const found = /(?:^|[^\d])(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+$/.exec(before)
    if (found) return { number: Number(found[1]), start: at - found[0].length, body: at + 3 }
  }
  return undefined
}

function trailersIn(bytes: Buffer, from: number, to: number): Dict[] {
  const found: Dict[] = []
  const between = bytes.subarray(from, to)
  for (let at = between.indexOf('trailer'); at >= 0; at = between.indexOf('trailer', at + 7)) {
    const value = new Lexer(between, at + 7).value()
    if (value instanceof Map) found.push(value)
  }
  return found
}

/** The bytes between `stream` and `endstream`. The length may be wrong, or an object further down. */
function streamAfter(lexer: Lexer, dict: Dict, objects: Map<number, PdfObject>): Buffer | undefined {
  const { bytes } = lexer
  if (!lexer.takes('stream')) return undefined
  if (bytes[lexer.at] === 13) lexer.at++
  if (bytes[lexer.at] === 10) lexer.at++
  const start = lexer.at
  const declared = dict.get('Length')
  const length = numberOf(
    declared instanceof Ref
      ? (objects.get(declared.number)?.value ?? lengthBehind(lexer, declared))
      : declared,
  )
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    lexer.at = start + length
    if (lexer.takes('endstream')) return bytes.subarray(start, start + length)
  }
  const end = bytes.indexOf('endstream', start)
  if (end < 0) throw new FileRefused('corrupt')
  lexer.at = end + 9
  const line = bytes[end - 1] === 10 ? (bytes[end - 2] === 13 ? 2 : 1) : bytes[end - 1] === 13 ? 1 : 0
  return bytes.subarray(start, Math.max(start, end - line))
}

/** The value of a length object that follows its stream. */
function lengthBehind({ bytes, at }: Lexer, { number }: Ref): Value | undefined {
  const offset = bytes.indexOf(`\n${number} 0 obj`, at)
  return offset < 0 ? undefined : new Lexer(bytes, offset + `\n${number} 0 obj`.length).value()
}

function unpack(
  dict: Dict,
  stream: Buffer,
  objects: Map<number, PdfObject>,
  unpacked: { left: number },
): void {
  const bytes = inflate(dict, stream, unpacked.left)
  unpacked.left -= bytes.length
  const [count, first] = [numberOf(dict.get('N')) ?? 0, numberOf(dict.get('First')) ?? 0]
  const heads = new Lexer(bytes, 0)
  for (let left = count; left > 0; left--) {
    const [number, offset] = [numberOf(heads.value()), numberOf(heads.value())]
    if (number === undefined || offset === undefined || offset < 0) throw new FileRefused('corrupt')
    objects.set(number, { value: new Lexer(bytes, first + offset).value() })
  }
}

/** Unpacks a stream of `FlateDecode`, at most `most` bytes. */
export function inflate(dict: Dict, stream: Buffer, most: number): Buffer {
  const filters = filtersOf(dict)
  if (filters.length === 0) return stream
  if (filters.length > 1 || filters[0] !== 'FlateDecode' || dict.has('DecodeParms'))
    throw new FileRefused('inside')
  try {
    return inflateSync(stream, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new FileRefused(tooLarge ? 'too large' : 'corrupt')
  }
}

export function filtersOf(dict: Dict): string[] {
  const declared = dict.get('Filter')
  const list = Array.isArray(declared) ? declared : declared === undefined ? [] : [declared]
  return list.map((filter) => (filter instanceof Name ? (abbreviations[filter.text] ?? filter.text) : ''))
}

const abbreviations: Record<string, string> = { DCT: 'DCTDecode', Fl: 'FlateDecode' }
