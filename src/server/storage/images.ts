import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { slowDown } from './errors.ts'
import { imageProcess, type ImageLimits, type Reencoded, type ImageReason } from './image-process.ts'
import { fail } from './objects.ts'

export class ImageRefused extends Error {
  readonly reason: ImageReason
  constructor(reason: ImageReason) {
    super(`The image is refused: ${reason}`)
    this.reason = reason
  }
}

export type Images = {
  /**
   * Decodes an image and writes it anew beside `path`: upright, without metadata, its longer edge at most `maxEdge` pixels. `path` stays;
   * the caller owns the new file. Throws ImageRefused and then leaves no new file. Images queue, one of an account at a time.
   */
  reencode(path: string, mime: string, options: { maxEdge: number; account: string }): Promise<Reencoded>
  pids(): number[]
  stop(): Promise<void>
}

const usual: ImageLimits = { pixels: 50_000_000, frames: 120, milliseconds: 8_000, memory: 400 * 1024 * 1024 }
// Two, so that one slow image does not block everybody. Each may take 400 MB.
const mostAtOnce = turnLimits.images.all.running

type Options = { log: (line: string) => void; limits?: Partial<ImageLimits> }

export function isRaster(mime: string): boolean {
  return ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(mime)
}

/** Decodes images in separate processes: a hostile image may kill one, never the server. */
export function createImages({ log, limits }: Options): Images {
  const processes = Array.from({ length: mostAtOnce }, imageProcess)
  const free = [...processes]
  const turns = createTurns({ ...turnLimits.images, refuse: () => slowDown(5) })
  let stopped = false

  const take = () => {
    const at = free.findIndex((process) => process.pid() !== undefined)
    const [next] = free.splice(Math.max(at, 0), 1)
    return next ?? fail(new Error('A turn without an image process'))
  }
  const reencode = async (path: string, mime: string, maxEdge: number) => {
    if (stopped) throw slowDown(5)
    const out = `${path}-${randomBytes(8).toString('hex')}`
    const process = take()
    try {
      const answer = await process.run({ path, out, mime, maxEdge, limits: { ...usual, ...limits } })
      if ('done' in answer) return answer.done
      throw new ImageRefused(answer.refused)
    } catch (error) {
      await rm(out, { force: true })
      if (!(error instanceof ImageRefused)) log('The image process failed')
      throw error
    } finally {
      free.push(process)
    }
  }
  return {
    reencode: (path, mime, { maxEdge, account }) => turns({ account }, () => reencode(path, mime, maxEdge)),
    pids: () => processes.map((process) => process.pid()).filter((pid) => pid !== undefined),
    async stop() {
      stopped = true
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}
