import { BodyError } from '../http/body.ts'

export type Part = {
  name: string
  isFile: boolean
  /** As the sender wrote it. Never use it as a path. */
  fileName: string
  /** Read it to its end before `next`. */
  bytes: AsyncGenerator<Uint8Array>
}

export type Form = {
  /** The next part; undefined after the last one, at the end of the body. Throws BodyError for a broken form. */
  next(): Promise<Part | undefined>
  close(): void
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const longestHead = 16_384

/**
 * Reads multipart/form-data as browsers write it (RFC 7578), part by part, at most a chunk ahead of its reader. The available parsers
 * report by events: some broken forms ended the process, others never ended.
 */
export function openForm(body: AsyncIterable<Uint8Array>, contentType: string): Form {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined) throw malformed('The form has no boundary')
  const delimiter = Buffer.from(`\r\n--${name}`)
  const stream = new Stream(body)
  let complete = true
  async function* readBytes(): AsyncGenerator<Uint8Array> {
    yield* stream.upTo(delimiter)
    complete = true
  }
  return {
    async next() {
      if (!complete) throw broken()
      await stream.takeUntil(delimiter, 0)
      const mark = (await stream.take(2)).toString('latin1')
      if (mark === '--') return stream.expectEnd()
      if (mark !== '\r\n') throw broken()
      const head = readHead((await stream.takeUntil(headEnd, longestHead)).toString('utf8'))
      complete = false
      return { ...head, bytes: readBytes() }
    },
    close: () => stream.close(),
  }
}

/** The bytes of a body, of which at most a chunk is pending. */
class Stream {
  readonly #chunks: AsyncIterator<Uint8Array>
  // A line end before the first part, for a uniform grammar.
  #pending: Buffer = lineEnd

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    // oxlint-disable-next-line no-await-in-loop -- a stream
    while (this.#pending.length < length) await this.#more()
    return this.#cut(length)
  }

  /** The bytes before `end`, at most `most`. Drops `end`. */
  async takeUntil(end: Buffer, most: number): Promise<Buffer> {
    let at = this.#pending.indexOf(end)
    for (; at < 0 && this.#pending.length < most + end.length; at = this.#pending.indexOf(end))
      // oxlint-disable-next-line no-await-in-loop -- a stream
      await this.#more()
    if (at < 0 || at > most) throw broken()
    const taken = this.#cut(at)
    this.#cut(end.length)
    return taken
  }

  /** Yields the bytes before the delimiter, which stays pending. */
  async *upTo(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#pending.indexOf(delimiter)
      const end = at < 0 ? certainLength(this.#pending, delimiter.length) : at
      if (end > 0) yield this.#cut(end)
      if (at >= 0) return
      // oxlint-disable-next-line no-await-in-loop -- a stream
      await this.#more()
    }
  }

  /** Throws when more than a line end is left. */
  async expectEnd(): Promise<undefined> {
    for (let chunk = await this.#pull(); chunk; chunk = await this.#pull()) {
      this.#pending = Buffer.concat([this.#pending, chunk])
      if (this.#pending.length > lineEnd.length) break
    }
    if (this.#pending.length > 0 && !this.#pending.equals(lineEnd)) throw broken()
  }

  close(): void {
    void this.#chunks.return?.()?.catch(() => {})
  }

  #cut(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    const piece = await this.#pull()
    if (!piece) throw broken()
    this.#pending =
      this.#pending.length > 0
        ? Buffer.concat([this.#pending, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }

  async #pull(): Promise<Uint8Array | undefined> {
    const next = await this.#chunks.next().catch(() => {
      throw broken()
    })
    return next.done ? undefined : next.value
  }
}

/** Number of bytes before a possible start of a delimiter: its first CR is its only one. */
function certainLength(pending: Buffer, delimiterLength: number): number {
  const at = pending.indexOf(0x0d, Math.max(0, pending.length - delimiterLength + 1))
  return at < 0 ? pending.length : at
}

function readHead(head: string): Omit<Part, 'bytes'> {
  const disposition = /^content-disposition:\s*form-data((?:;[^\r\n]*)?)$/im.exec(head)?.[1]
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition ?? '')
  if (disposition === undefined || !name) throw malformed('A part of the form has no name')
  const isFile = /;\s*filename\*?=/i.test(disposition)
  return { name: name[1] ?? name[2] ?? '', isFile, fileName: readFileName(disposition) }
}

function readFileName(disposition: string): string {
  const exact = /;\s*filename\*=UTF-8''([^\s;"]*)/i.exec(disposition)?.[1]
  const plain = /;\s*filename=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition)
  // Browsers write quotes and line ends of a name in this form (HTML, "multipart/form-data encoding algorithm").
  return decodeName(exact ?? (plain?.[1] ?? plain?.[2] ?? '').replaceAll(/%(?!22|0D|0A)/g, '%25'))
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

const malformed = (message: string) => new BodyError('malformed', message)

const broken = () => malformed('The form is broken, or did not arrive in full')
