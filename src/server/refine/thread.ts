import { Worker } from 'node:worker_threads'
import type { RefineOutcome, RefineTask } from './worker.ts'

/** A thread that starts with its first task; one task at a time. */
export type Thread = {
  /** 'late': no answer in time; 'ended': the thread died. The next task starts another one. */
  run(task: RefineTask, withinMs: number): Promise<RefineOutcome | 'late' | 'ended'>
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
  const start = async () => {
    // What the server knows from its environment is none of the thread's business.
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
      // Its start is the machine's time, not the text's.
      const worker = current ?? (await start())
      if (worker !== current) return 'ended'
      // An idle thread doesn't keep the server up; one that owes an answer does.
      worker.ref()
      const outcome = await hear(worker, task, withinMs)
      worker.unref()
      // After a fault the checker may be in pieces.
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
    // After the server itself stood still the answer may be there: messages have their turn between a timer and an immediate.
    const timer = setTimeout(() => setImmediate(finish, 'late'), withinMs)
    worker.on('message', finish)
    worker.on('exit', ended)
    worker.postMessage(task, [])
  })
}
