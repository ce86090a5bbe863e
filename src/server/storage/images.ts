import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import {
  imageProcess,
  type ImageProcess,
  type Limits,
  type Reencoded,
  type Refusal,
} from './image-process.ts'

/** The image is at fault. */
export class ImageRefused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason === 'too many frames' ? 'The image has too many frames' : `The image is ${reason}`)
    this.reason = reason
  }
}
/** Too many images at once: the same one may succeed a moment later. */
export class ImagesBusy extends Error {}

export type Images = {
  /**
   * Decodes an image and writes it anew beside `path`, upright, without metadata, its longer edge at most `maxEdge` pixels.
   * `path` stays; the new file belongs to the caller. Throws ImageRefused, ImagesBusy; nothing new is left then.
   */
  reencode(path: string, mime: string, options: { maxEdge: number }): Promise<Reencoded>
  /** Of the processes that are up. */
  pids(): number[]
  stop(): Promise<void>
}

const usual: Limits = { pixels: 50_000_000, frames: 120, milliseconds: 8_000, memory: 400 * 1024 * 1024 }
// Two, so that one slow picture does not stop everybody's: each may take 400 MB for a moment.
const mostAtOnce = 2
const mostWaiting = 8

type Options = { log: (line: string) => void; limits?: Partial<Limits> }

/** Whether images of this type are decoded and written anew. */
export function isRaster(mime: string): boolean {
  return ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(mime)
}

/** Image work, in processes of its own: what a stranger sends may kill one, never the server. */
export function createImages({ log, limits }: Options): Images {
  const processes = Array.from({ length: mostAtOnce }, imageProcess)
  const free = [...processes]
  const waiting: ((process: ImageProcess) => void)[] = []
  let stopped = false

  const take = () => {
    // One that is up before one that would have to start.
    const next = free.find((process) => process.pid() !== undefined) ?? free[0]
    if (!next) return new Promise<ImageProcess>((turn) => waiting.push(turn))
    free.splice(free.indexOf(next), 1)
    return next
  }
  const give = (process: ImageProcess) => {
    const turn = waiting.shift()
    if (turn) turn(process)
    else free.push(process)
  }
  return {
    async reencode(path, mime, { maxEdge }) {
      if (stopped || waiting.length >= mostWaiting) throw new ImagesBusy('Too many images at once')
      const out = `${path}-${randomBytes(8).toString('hex')}`
      const process = await take()
      try {
        const answer = await process.run({ path, out, mime, maxEdge, limits: { ...usual, ...limits } })
        if ('done' in answer) return answer.done
        throw new ImageRefused(answer.refused)
      } catch (error) {
        await rm(out, { force: true })
        if (!(error instanceof ImageRefused)) log('The image process failed')
        throw error
      } finally {
        give(process)
      }
    },
    pids: () => processes.map((process) => process.pid()).filter((pid) => pid !== undefined),
    async stop() {
      stopped = true
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}
