import { Worker } from 'node:worker_threads'
import type { Outcome, Task } from './worker.ts'

/** A thread that starts with its first task; one task at a time. */
export type Thread = {
  /** Undefined when no answer came in time or the signal fired: the thread is ended then, and the next task starts another. */
  run(task: Task, withinMs: number, signal: AbortSignal): Promise<Outcome | undefined>
  isRunning(): boolean
  stop(): Promise<void>
}

/** `idleMs` after its last task the thread ends and gives its memory back. */
export function createThread(script: URL, idleMs: number): Thread {
  let current: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const start = () => {
    // What the server knows from its environment is none of the thread's business.
    const worker = new Worker(script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const forget = () => {
      if (current === worker) current = undefined
    }
    worker.once('exit', forget).once('error', forget)
    current = worker
    return worker
  }
  const stop = async () => {
    clearTimeout(idle)
    const worker = current
    current = undefined
    await worker?.terminate()
  }
  return {
    async run(task, withinMs, signal) {
      clearTimeout(idle)
      const worker = current ?? start()
      // An idle thread doesn't keep the server up; one that owes an answer does.
      worker.ref()
      const outcome = await hear(worker, task, withinMs, signal)
      worker.unref()
      if (outcome === undefined) await stop()
      else idle = setTimeout(() => void stop(), idleMs).unref()
      return outcome
    },
    isRunning: () => current !== undefined,
    stop,
  }
}

function hear(
  worker: Worker,
  task: Task,
  withinMs: number,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  return new Promise((done) => {
    const finish = (outcome?: Outcome) => {
      clearTimeout(timer)
      worker.off('message', finish)
      worker.off('exit', ended)
      worker.off('error', ended)
      signal.removeEventListener('abort', ended)
      done(outcome)
    }
    const ended = () => finish()
    const timer = setTimeout(ended, withinMs)
    worker.on('message', finish)
    worker.on('exit', ended)
    worker.on('error', ended)
    signal.addEventListener('abort', ended)
    worker.postMessage(task, [])
  })
}
