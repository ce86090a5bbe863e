import { constants, copyFileSync, closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { CleanTask, Edges } from './process.ts'
import { FileRefused } from './refusals.ts'

const zeros = Buffer.alloc(65_536)

/** A copy that is cleaned in place: its samples never pass through memory. The process serves one file at a time, so calls may block. */
export type Draft = {
  size: number
  /** Throws when the file is shorter. */
  read(start: number, length: number): Buffer
  write(start: number, bytes: Uint8Array): void
  clear(start: number, end: number): void
}

export async function cleanInPlace({ path, out }: CleanTask, clean: (draft: Draft) => Edges): Promise<Edges> {
  // Some disks copy without bytes.
  copyFileSync(path, out, constants.COPYFILE_FICLONE)
  const file = openSync(out, 'r+')
  try {
    return clean(draftOf(file))
  } finally {
    closeSync(file)
  }
}

function draftOf(file: number): Draft {
  const { size } = fstatSync(file)
  const write = (start: number, bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, start + done)
  }
  return {
    size,
    read(start, length) {
      const bytes = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const more = readSync(file, bytes, done, length - done, start + done)
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
