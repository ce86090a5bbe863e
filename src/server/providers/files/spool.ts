import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { clearAsItPasses } from './collect.ts'
import { FilesUnavailable, FileTooLarge, isFileError } from './errors.ts'

export type Spooled = {
  path: string
  /** In bytes. */
  size: number
  /** Hex. */
  sha256: string
}

export type Spool = {
  /** Writes a stream to a temporary file. Throws FileTooLarge, FilesUnavailable and the stream's errors, and then leaves no file. */
  spool(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled>
  discard(path: string): Promise<void>
  /** Removes temporary files that were not written for this time, e.g. after a crash. Resolves to their number. */
  sweepTemp(olderThanMs: number): Promise<number>
}

/** Temporary files in `folder`, readable for this user only. */
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
  chunks: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const passed = clearAsItPasses()
  let size = 0
  // Back-pressure: the next chunk is read when this one is on disk.
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw new FileTooLarge(`More than ${maxBytes} bytes`)
    hash.update(chunk)
    await handle.writeFile(chunk)
    passed(chunk.byteLength)
  }
  return { size, sha256: hash.digest('hex') }
}

async function removeOlder(path: string, before: number): Promise<boolean> {
  const seen = await stat(path).catch(none)
  if (!('mtimeMs' in seen) || seen.mtimeMs > before) return false
  await rm(path, { force: true })
  return true
}

/** A missing spool file counts as zero bytes. */
function none(error: unknown): [] {
  if (isFileError(error, 'ENOENT')) return []
  throw error
}
