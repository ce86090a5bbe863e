import { Worker } from 'node:worker_threads'
import type { RefineOutcome, RefineTask } from './worker.ts'

export type Thread = {
  /** 'late': timeout; 'ended': the thread died. The next task starts a new one. */
  run(task: RefineTask, withinMs: number): Promise<RefineOutcome | 'late' | 'ended'>
  isRunning(): boolean
  stop(): Promise<void>
}

export function createThread(script: URL, idleMs: number): Thread {
  let current: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const stop = async () => {
    clearTimeout(idle)
    const worker = current
    current = undefined
    await worker?.terminate()
  }
  const start = async () => {
    // The thread gets no environment of the server.
    const worker = new Worker(script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    current = worker
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (current === worker) current = undefined
    })
    await new Promise((done) => worker.once('online', done).once('exit', done))
    return worker
  }
  return {
    async run(task, withinMs) {
      clearTimeout(idle)
      // The start of the thread does not count against the text's time.
      const worker = current ?? (await start())
      if (worker !== current) return 'ended'
      // Only a thread that owes an answer keeps the server alive.
      worker.ref()
      const outcome = await hear(worker, task, withinMs)
      worker.unref()
      // After a fault the checker may be broken.
      if (typeof outcome === 'string' || 'failed' in outcome) await stop()
      else idle = setTimeout(() => void stop(), idleMs).unref()
      return outcome
    },
    isRunning: () => current !== undefined,
    stop,
  }
}

function hear(worker: Worker, task: RefineTask, withinMs: number): Promise<RefineOutcome | 'late' | 'ended'> {
  return new Promise((done) => {
    const finish = (outcome: RefineOutcome | 'late' | 'ended') => {
      clearTimeout(timer)
      worker.off('message', finish)
      worker.off('exit', ended)
      done(outcome)
    }
    const ended = () => finish('ended')
    // After a pause of the server the answer may be unread: messages arrive between a timer and an immediate.
    const timer = setTimeout(() => setImmediate(finish, 'late'), withinMs)
    worker.on('message', finish)
    worker.on('exit', ended)
    worker.postMessage(task, [])
  })
}
