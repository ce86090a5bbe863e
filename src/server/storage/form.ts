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
  const chunks = body[Symbol.asyncIterator]()
  // A line end before the first part, for a uniform grammar.
  let pending: Buffer = lineEnd
  let complete = true

  const pull = async (): Promise<Uint8Array | undefined> => {
    const next = await chunks.next().catch(() => {
      throw broken()
    })
    return next.done ? undefined : next.value
  }
  const more = async () => {
    const piece = (await pull()) ?? fail(broken())
    pending =
      pending.length > 0
        ? Buffer.concat([pending, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
  const take = (length: number) => {
    const taken = pending.subarray(0, length)
    pending = pending.subarray(length)
    return taken
  }
  const takeUntil = async (end: Buffer, most: number) => {
    let at = pending.indexOf(end)
    // oxlint-disable-next-line no-await-in-loop -- a stream
    for (; at < 0 && pending.length < most + end.length; at = pending.indexOf(end)) await more()
    if (at < 0 || at > most) throw broken()
    const taken = take(at)
    take(end.length)
    return taken
  }
  async function* readBytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = pending.indexOf(delimiter)
      const end = at < 0 ? certainLength(pending, delimiter.length) : at
      if (end > 0) yield take(end)
      if (at >= 0) break
      // oxlint-disable-next-line no-await-in-loop -- a stream
      await more()
    }
    complete = true
  }
  const readTail = async (): Promise<undefined> => {
    for (let chunk = await pull(); chunk; chunk = await pull()) {
      pending = Buffer.concat([pending, chunk])
      if (pending.length > lineEnd.length) break
    }
    if (pending.length > 0 && !pending.equals(lineEnd)) throw broken()
  }
  return {
    async next() {
      if (!complete) throw broken()
      await takeUntil(delimiter, 0)
      while (pending.length < 2) await more()
      const mark = take(2).toString('latin1')
      if (mark === '--') return readTail()
      if (mark !== '\r\n') throw broken()
      const head = readHead((await takeUntil(headEnd, longestHead)).toString('utf8'))
      complete = false
      return { ...head, bytes: readBytes() }
    },
    close: () => void chunks.return?.()?.catch(() => {}),
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
