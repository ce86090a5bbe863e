import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startRounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a job runs one round at a time, goes on after a failure, and its stop waits for the running round', async () => {
  const ends: ((error?: Error) => void)[] = []
  const logged: string[] = []
  let stopping: AbortSignal | undefined
  const stop = startRounds({
    everyMs: 1_000,
    what: 'The count',
    log: (line) => void logged.push(line),
    round: (signal) => {
      stopping = signal
      return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
    },
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
  ends[0]?.(new RangeError('lihim'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends).toHaveLength(2)
  expect(logged).toEqual([
    expect.stringContaining('The count failed. The next round tries again: RangeError'),
  ])
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([stopping?.aborted, isStopped, ends.length]).toEqual([true, false, 2])
  ends[1]?.()
  await stopped
})
