import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clearAsItPasses } from './collect.ts'
import { FileMissing, FilesUnavailable, isFileError } from './errors.ts'
import type { Range, Store } from './store.ts'

const chunkBytes = 65_536

export function diskStore(folder: string): Store {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  return {
    async put(id, path) {
      const target = pathOf(id)
      try {
        // Syncs the bytes, then the name, then its folder: a power cut leaves the whole file or none.
        await sync(path)
        const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(path, target)
        await sync(dirname(target))
        if (made) await sync(folder)
      } catch (error) {
        if (isFileError(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'))
          throw new FilesUnavailable('The folder for files cannot be written')
        throw error
      }
    },
    async read(id, range) {
      const path = pathOf(id)
      await access(path).catch((error: unknown) => {
        throw isFileError(error, 'ENOENT')
          ? new FileMissing('There are no bytes under this id')
          : unreadable(error)
      })
      return streamOf(path, range)
    },
    async remove(ids) {
      await Promise.all(ids.map((id) => rm(pathOf(id), { force: true })))
      const folders = new Set(ids.map((id) => dirname(pathOf(id))))
      await Promise.all([...folders].map(syncIfThere))
    },
  }
}

/**
 * Reads one chunk at a time on demand and opens the file with the first. Node exits over an open file handle that is garbage collected, as
 * in a stream that is never read.
 */
function streamOf(path: string, { start, end }: Range = { start: 0, end: Infinity }) {
  let position = start
  let opened: FileHandle | undefined
  const passed = clearAsItPasses()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const handle = (opened ??= await open(path, 'r'))
          const wanted = Math.min(chunkBytes, end + 1 - position)
          const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position)
          position += bytesRead
          passed(bytesRead)
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
          if (bytesRead > 0 && position <= end) return
          await handle.close()
          controller.close()
        } catch (error) {
          await opened?.close()
          throw unreadable(error)
        }
      },
      cancel: () => opened?.close(),
    },
    { highWaterMark: 0 },
  )
}

/** The message leaves the path out: the HTTP server logs it when the answer breaks off. */
function unreadable(error: unknown): FilesUnavailable {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new FilesUnavailable(`The folder for files cannot be read${code}`)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncIfThere(folder: string): Promise<void> {
  await sync(folder).catch((error: unknown) => {
    if (!isFileError(error, 'ENOENT')) throw error
  })
}
