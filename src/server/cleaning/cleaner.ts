import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { cleanProcess, type Cleaned, type CleanLimits } from './process.ts'
import { FileRefused } from './refusals.ts'

export type Cleaner = {
  /**
   * Writes a file anew beside `path`, without names, places and scripts. A picture is turned upright, and its longer edge has at most
   * `maxEdge` pixels. The caller owns both files. Throws FileRefused, and then leaves no new file. An account's files queue one by one.
   */
  clean(path: string, mime: string, options: { maxEdge: number; account: string }): Promise<Cleaned>
  pids(): number[]
  stop(): Promise<void>
}

const defaults: CleanLimits = {
  pixels: 50_000_000,
  frames: 120,
  milliseconds: 8_000,
  memory: 400 * 1024 * 1024,
  // Feeds matter more than one person's file.
  priority: constants.priority.PRIORITY_LOW,
}
// Two, so that one slow file does not block everybody. Each may take 400 MB.
const mostAtOnce = turnLimits.cleaning.all.running

type Options = { log: (line: string) => void; limits?: Partial<CleanLimits> }

export function isRaster(mime: string): boolean {
  return ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(mime)
}

/** Opens files in separate processes: a hostile file may kill one, never the server. */
export function createCleaner({ log, limits }: Options): Cleaner {
  const processes = Array.from({ length: mostAtOnce }, cleanProcess)
  const free = [...processes]
  const turns = createTurns({ ...turnLimits.cleaning, refuse: () => new FileRefused('busy') })
  let stopped = false

  const take = () => {
    const at = free.findIndex((process) => process.pid() !== undefined)
    const [next] = free.splice(Math.max(at, 0), 1)
    if (!next) throw new Error('A turn without a cleaning process')
    return next
  }
  const clean = async (path: string, mime: string, maxEdge: number) => {
    if (stopped) throw new FileRefused('busy')
    const out = `${path}-${randomBytes(8).toString('hex')}`
    const process = take()
    try {
      const answer = await process.run({ path, out, mime, maxEdge, limits: { ...defaults, ...limits } })
      if ('done' in answer) return answer.done
      throw new FileRefused(answer.refused)
    } catch (error) {
      await rm(out, { force: true })
      if (!(error instanceof FileRefused)) log('The cleaning process failed')
      throw error
    } finally {
      free.push(process)
    }
  }
  return {
    clean: (path, mime, { maxEdge, account }) => turns({ account }, () => clean(path, mime, maxEdge)),
    pids: () => processes.map((process) => process.pid()).filter((pid) => pid !== undefined),
    async stop() {
      stopped = true
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}
