import { constants, copyFileSync, closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'

const zeros = Buffer.alloc(65_536)

/** A copy of the file on disk, cleaned in place: its samples never pass through memory. Calls may block, because the process serves one file. */
export type EditableFile = {
  size: number
  /** Throws when the file is shorter. */
  read(start: number, length: number): Buffer
  write(start: number, bytes: Uint8Array): void
  clear(start: number, end: number): void
}

export async function cleanInPlace(
  { path, out }: CleanTask,
  clean: (file: EditableFile) => Dimensions,
): Promise<Dimensions> {
  // Some file systems share the blocks instead of copying them.
  copyFileSync(path, out, constants.COPYFILE_FICLONE)
  const fd = openSync(out, 'r+')
  try {
    return clean(editableFile(fd))
  } finally {
    closeSync(fd)
  }
}

function editableFile(fd: number): EditableFile {
  const { size } = fstatSync(fd)
  const write = (start: number, bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length;)
      done += writeSync(fd, bytes, done, bytes.length - done, start + done)
  }
  return {
    size,
    read(start, length) {
      const bytes = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const more = readSync(fd, bytes, done, length - done, start + done)
        if (more === 0) throw new FileRefused('corrupt')
        done += more
      }
      return bytes
    },
    write,
    clear(start, end) {
      for (let at = start; at < end; at += zeros.length)
        write(at, zeros.subarray(0, Math.min(zeros.length, end - at)))
    },
  }
}
