import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Spooled } from '../providers/files/spool.ts'
import type { CleanReason } from './refusals.ts'

export type CleanLimits = {
  /** Pixels of all frames together. */
  pixels: number
  frames: number
  /** Of processor time: on a busy machine the same file takes longer by the clock. */
  milliseconds: number
  /** Memory of the cleaning process, itself included (about 80 MB). */
  memory: number
  /** The nice value of the process while it works. */
  priority: number
}
export type CleanTask = {
  path: string
  out: string
  mime: string
  /** Longest edge of a picture, in pixels. */
  maxEdge: number
  limits: CleanLimits
}
/** Set for pictures and films, in pixels. */
export type Dimensions = { width?: number; height?: number }
export type Cleaned = Spooled & Dimensions & { mime: string }
export type CleanAnswer = ({ done: Cleaned } | { refused: CleanReason }) & { heavy: boolean }

type CleanProcess = {
  /** One task at a time. Resolves to a refusal; throws faults only. */
  run(task: CleanTask): Promise<{ done: Cleaned } | { refused: CleanReason }>
  pid(): number | undefined
  stop(): Promise<void>
}

/** Signals that end a process over its limits. They leave no core dump. */
export const tooMuchMemory = 'SIGUSR2'
export const tooMuchTime = 'SIGALRM'

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))
const startMs = 30_000
const idleMs = 60_000
// Limit of the wall-clock time of a file, as a multiple of the limit of its processor time.
const wallClockFactor = 3

/** Starts a process with the first task and after a crash. The process ends after an idle minute. */
export function cleanProcess(): CleanProcess {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const leave = () => {
    if (current?.connected) current.disconnect()
    current = undefined
  }
  const start = async () => {
    const child = startChild()
    current = child
    const forget = () => {
      if (current === child) current = undefined
    }
    child.once('exit', forget).once('error', forget)
    const first = await hear<{ ready: true }>(child, startMs)
    if ('ended' in first) throw new Error(`The cleaning process does not start: ${first.ended}`)
    return child
  }
  return {
    async run(task) {
      clearTimeout(idle)
      const child = current ?? (await start())
      const heard = hear<CleanAnswer>(child, task.limits.milliseconds * wallClockFactor)
      // A process that just died is reported by its exit.
      child.send(task, () => {})
      const answer = await heard
      if ('ended' in answer) return { refused: refusals[answer.ended] ?? 'corrupt' }
      if (answer.heavy) leave()
      else idle = setTimeout(leave, idleMs).unref()
      return answer
    },
    pid: () => current?.pid,
    async stop() {
      clearTimeout(idle)
      const child = current
      if (!child) return
      const gone = once(child, 'exit')
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

const refusals: Record<string, CleanReason> = {
  late: 'too slow',
  [`signal ${tooMuchTime}`]: 'too slow',
  [`signal ${tooMuchMemory}`]: 'too large',
  // V8 found no room for more objects.
  'signal SIGABRT': 'too large',
}

function startChild(): ChildProcess {
  return fork(worker, {
    // The process gets no environment of the server. Fewer arenas return freed pixels.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=128'],
    // A decoder's output may quote a stranger's file, so it is dropped.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** The next message or the exit of the process. Kills a process that stays silent too long. */
function hear<Message extends object>(
  child: ChildProcess,
  withinMs: number,
): Promise<Message | { ended: string }> {
  return new Promise((done) => {
    // Only a process that owes an answer keeps the server alive.
    child.ref()
    child.channel?.ref()
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, withinMs)
    const finish = (heard: Message | { ended: string }) => {
      clearTimeout(timer)
      child.unref()
      child.channel?.unref()
      child.off('message', said)
      child.off('exit', ended)
      child.off('error', failed)
      done(heard)
    }
    const said = (message: unknown) => finish(message as Message)
    const ended = (code: number | null, signal: string | null) =>
      finish({ ended: late ? 'late' : code === null ? `signal ${signal}` : `code ${code}` })
    const failed = (error: Error) => finish({ ended: error.message })
    child.on('message', said)
    child.on('exit', ended)
    child.on('error', failed)
  })
}
