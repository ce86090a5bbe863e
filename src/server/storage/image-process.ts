import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type ImageLimits = {
  /** Pixels of all frames together. */
  pixels: number
  frames: number
  /** Processor time: on a busy machine the same image takes longer by the clock. */
  milliseconds: number
  /** Memory of the decoding process, itself included (about 80 MB). */
  memory: number
}
export type ImageTask = {
  path: string
  out: string
  mime: string
  /** Longest edge in pixels. */
  maxEdge: number
  limits: ImageLimits
}
export type Reencoded = {
  path: string
  mime: string
  /** In bytes. */
  size: number
  /** Hex. */
  sha256: string
  width: number
  height: number
}
export type ImageReason = 'corrupt' | 'too large' | 'too many frames' | 'too slow'
export type ImageAnswer = ({ done: Reencoded } | { refused: ImageReason }) & { heavy: boolean }

export type ImageProcess = {
  /** One task at a time. Resolves to a refusal; throws faults only. */
  run(task: ImageTask): Promise<{ done: Reencoded } | { refused: ImageReason }>
  pid(): number | undefined
  stop(): Promise<void>
}

/** Exit codes of a process that an image made too expensive. */
export const tooMuchMemory = 3
export const tooMuchTime = 4

const worker = fileURLToPath(new URL('image-worker.ts', import.meta.url))
const startMs = 30_000
const idleMs = 60_000
// Most wall-clock time of an image, as a multiple of its processor time.
const patience = 3

/** Starts a process with the first task and after a crash. The process ends after an idle minute. */
export function imageProcess(): ImageProcess {
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
    if ('ended' in first) throw new Error(`The image process does not start: ${first.ended}`)
    return child
  }
  return {
    async run(task) {
      clearTimeout(idle)
      const child = current ?? (await start())
      const heard = hear<ImageAnswer>(child, task.limits.milliseconds * patience)
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

const refusals: Record<string, ImageReason> = {
  late: 'too slow',
  [`code ${tooMuchTime}`]: 'too slow',
  [`code ${tooMuchMemory}`]: 'too large',
}

function startChild(): ChildProcess {
  return fork(worker, {
    // The process gets no environment of the server. Fewer arenas return freed pixels.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
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
