import { badRequest } from './errors.ts'
import { fail } from './objects.ts'

export type Part = {
  name: string
  isFile: boolean
  /** Read it to its end before `next`. */
  bytes: AsyncGenerator<Uint8Array>
}

export type Form = {
  /** The next part; undefined after the last one, at the end of the body. Throws a refusal for a broken form. */
  next(): Promise<Part | undefined>
  close(): void
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const longestHead = 4_096

/**
 * Reads multipart/form-data as browsers write it (RFC 7578), part by part, at most a chunk ahead of its reader. The available parsers
 * report by events: some broken forms ended the process, others never ended.
 */
export function openForm(body: AsyncIterable<Uint8Array>, contentType: string): Form {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined) throw badRequest('The form has no boundary')
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
    const piece = (await this.#pull()) ?? fail(broken())
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

function readHead(head: string): Pick<Part, 'name' | 'isFile'> {
  const disposition = /^content-disposition:\s*form-data((?:;[^\r\n]*)?)$/im.exec(head)?.[1]
  const name = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition ?? '')
  if (disposition === undefined || !name) throw badRequest('A part of the form has no name')
  return { name: name[1] ?? name[2] ?? '', isFile: /;\s*filename\*?=/i.test(disposition) }
}

function broken() {
  return badRequest('The form is broken, or did not arrive in full')
}
