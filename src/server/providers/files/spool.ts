import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { clearAsItPasses } from './collect.ts'
import { FileBroken, FilesUnavailable, FileTooLarge, isFileError } from './faults.ts'

/** A file that arrived, on local disk, hashed and counted while it was written. */
export type Spooled = {
  path: string
  /** In bytes. */
  size: number
  /** Hex. */
  sha256: string
}

export type Spool = {
  /** Writes what arrives into a temporary file. Throws FileTooLarge, FileBroken, FilesUnavailable; nothing is left behind then. */
  spool(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled>
  /** Removes a temporary file; one that is gone is fine. */
  discard(path: string): Promise<void>
  /** Removes temporary files that nobody has written to for so long: of a server that was killed. Resolves to how many. */
  sweepTemp(olderThanMs: number): Promise<number>
}

// A phone on a bad line pauses; whoever is silent for longer, or drips for so long, only holds a socket (threat 75).
const silenceMs = 30_000
const arrivalMs = 15 * 60_000

/** Temporary files in `folder`, for this user's eyes only. */
export function openSpool(folder: string): Spool {
  let made: Promise<unknown> | undefined
  return {
    async spool(stream, maxBytes) {
      await (made ??= mkdir(folder, { recursive: true, mode: 0o700 }))
      const path = join(folder, randomBytes(16).toString('hex'))
      const handle = await open(path, 'wx', 0o600)
      try {
        return { path, ...(await receive(stream, handle, maxBytes)) }
      } catch (error) {
        await rm(path, { force: true })
        if (isFileError(error, 'ENOSPC', 'EDQUOT')) throw new FilesUnavailable('No room is left for files')
        throw error
      } finally {
        await handle.close()
      }
    },
    async discard(path) {
      if (!path.startsWith(join(folder, '/'))) throw new TypeError('Not a temporary file')
      await rm(path, { force: true })
    },
    async sweepTemp(olderThanMs) {
      const names = await readdir(folder).catch(none)
      const before = Date.now() - olderThanMs
      const swept = await Promise.all(names.map((name) => removeOlder(join(folder, name), before)))
      return swept.filter(Boolean).length
    },
  }
}

async function receive(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const until = Date.now() + arrivalMs
  const chunks = stream[Symbol.asyncIterator]()
  const passed = clearAsItPasses()
  let size = 0
  let ended = false
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the next chunk is asked for when this one is on disk
      const next = await arrival(chunks.next(), Math.min(silenceMs, until - Date.now()))
      if (next.done) break
      size += next.value.byteLength
      if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`)
      hash.update(next.value)
      // oxlint-disable-next-line no-await-in-loop
      await handle.writeFile(next.value)
      passed(next.value.byteLength)
    }
    ended = true
    return { size, sha256: hash.digest('hex') }
  } finally {
    // Not awaited: a sender who is silent would keep us waiting here too.
    if (!ended) chunks.return?.()?.catch(() => {})
  }
}

function arrival<T>(next: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new FileBroken('The sender fell silent')), Math.max(0, withinMs))
    next.then(
      (value) => {
        clearTimeout(timer)
        done(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        failed(new FileBroken('The sender went away', { cause: error }))
      },
    )
  })
}

async function removeOlder(path: string, before: number): Promise<boolean> {
  const seen = await stat(path).catch(none)
  if (!('mtimeMs' in seen) || seen.mtimeMs > before) return false
  await rm(path, { force: true })
  return true
}

/** Of what is not there, there is nothing. */
function none(error: unknown): [] {
  if (isFileError(error, 'ENOENT')) return []
  throw error
}
