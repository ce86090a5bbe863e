import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What one image may cost. */
export type ImageLimits = {
  /** Of all frames together. */
  pixels: number
  frames: number
  /** Of processor time: on a busy machine the same image takes longer by the clock. */
  milliseconds: number
  /** Bytes of the process that decodes it, itself included (about 80 MB). */
  memory: number
}
/** What the image process is asked. */
export type ImageTask = {
  path: string
  /** Where the new image goes. */
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
  /** Of one frame. */
  height: number
}
export type ImageReason = 'corrupt' | 'too large' | 'too many frames' | 'too slow'
/** `heavy`: the process has grown and should not be kept. */
export type ImageAnswer = ({ done: Reencoded } | { refused: ImageReason }) & { heavy: boolean }

export type ImageProcess = {
  /** One task at a time. A refusal is an answer; what throws is our own fault. */
  run(task: ImageTask): Promise<{ done: Reencoded } | { refused: ImageReason }>
  pid(): number | undefined
  stop(): Promise<void>
}

/** Exit codes of a process that ends itself because an image costs more than it may. */
export const tooMuchMemory = 3
export const tooMuchTime = 4

const worker = fileURLToPath(new URL('image-worker.ts', import.meta.url))
const startMs = 30_000
const idleMs = 60_000
// By the clock an image may take so many times its processor time; whoever uploads it is waiting.
const patience = 3

/** A process that starts with its first task, and again after a task that killed it; it ends after an idle minute. */
export function imageProcess(): ImageProcess {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const leave = () => {
    // It ends by itself when nobody is connected.
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
      // A process that has just died says so by its end.
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

/** How a process ended, as `hear` tells it. */
const refusals: Record<string, ImageReason> = {
  late: 'too slow',
  [`code ${tooMuchTime}`]: 'too slow',
  [`code ${tooMuchMemory}`]: 'too large',
}

function startChild(): ChildProcess {
  return fork(worker, {
    // Nothing of the server's environment; fewer arenas keep freed pixels from staying.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
    // What a decoder prints about a stranger's file is nobody's business.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** The next thing that a process says, or how it ended; one that says nothing in time is killed. */
function hear<Message extends object>(
  child: ChildProcess,
  withinMs: number,
): Promise<Message | { ended: string }> {
  return new Promise((done) => {
    // An idle process doesn't keep the server up; one that owes an answer does.
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
