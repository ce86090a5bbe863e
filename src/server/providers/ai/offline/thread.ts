import { Worker } from 'node:worker_threads'
import type { Outcome, Task } from './worker.ts'

/** A thread that starts with its first task; one task at a time. */
export type Thread = {
  /** 'late': no answer in time; 'ended': the thread died. The next task starts another one. */
  run(task: Task, withinMs: number): Promise<Outcome | 'late' | 'ended'>
  isRunning(): boolean
  stop(): Promise<void>
}

/** `idleMs` after its last task the thread ends and gives its memory back. */
export function createThread(script: URL, idleMs: number): Thread {
  let current: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const stop = async () => {
    clearTimeout(idle)
    const worker = current
    current = undefined
    await worker?.terminate()
  }
  return {
    async run(task, withinMs) {
      clearTimeout(idle)
      const worker = (current ??= start(script))
      // An idle thread doesn't keep the server up; one that owes an answer does.
      worker.ref()
      const outcome = await hear(worker, task, withinMs)
      worker.unref()
      if (typeof outcome === 'string') await stop()
      else idle = setTimeout(() => void stop(), idleMs).unref()
      return outcome
    },
    isRunning: () => current !== undefined,
    stop,
  }
}

function start(script: URL): Worker {
  // What the server knows from its environment is none of the thread's business.
  const worker = new Worker(script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
  // An idle one that dies is noticed by its next task.
  worker.on('error', () => {})
  return worker
}

function hear(worker: Worker, task: Task, withinMs: number): Promise<Outcome | 'late' | 'ended'> {
  return new Promise((done) => {
    const finish = (outcome: Outcome | 'late' | 'ended') => {
      clearTimeout(timer)
      worker.off('message', finish)
      worker.off('exit', ended)
      done(outcome)
    }
    const ended = () => finish('ended')
    const timer = setTimeout(() => finish('late'), withinMs)
    worker.on('message', finish)
    worker.on('exit', ended)
    worker.postMessage(task, [])
  })
}
