import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { RefineError } from './refine-error.ts'
import { createOfflineEditor } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })

const { signal } = new AbortController()
const lines: string[] = []
const log = (line: string) => lines.push(line)
const scripted = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${body}`)}`,
  )
const stuckAtSecrets = scripted(
  `parentPort.on('message', ({ text }) => { if (text === 'lihim') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); parentPort.postMessage({ refined: text }) })`,
)
const refiner = createOfflineEditor({ log, withinMs: 60_000 })
afterAll(() => refiner.stop())

it('the editor works in a thread that starts with the first text', async () => {
  expect(refiner.isRunning()).toBe(false)
  const done = new AbortController()
  const work = refiner.refine('She go home. '.repeat(380), 'grammar', signal).finally(() => done.abort())
  let turns = 0
  for (; !done.signal.aborted; turns++) await setTimeout(1)
  expect(await work).toBe('She goes home. '.repeat(380).trim())
  expect(refiner.isRunning()).toBe(true)
  // Work in this thread would leave no turn but the first.
  expect(turns).toBeGreaterThan(2)
})

it('a translation is refused, because it needs a language model', async () => {
  for (const preset of ['tagalog', 'english'] as const)
    await expect(refiner.refine('Pagod na ako.', preset, signal)).rejects.toMatchObject({
      kind: 'needs_model',
    })
})

it('a stuck thread is ended, and another one continues', async () => {
  const slow = createOfflineEditor({ log, withinMs: 3_000, script: stuckAtSecrets })
  const stuck = slow.refine('lihim', 'grammar', signal)
  const next = slow.refine('kumusta', 'grammar', signal)
  await expect(stuck).rejects.toMatchObject({ kind: 'slow' })
  expect(await next).toBe('kumusta')
  await slow.stop()
  expect(slow.isRunning()).toBe(false)
})

it('a dead thread or a failed answer does not stop the editor', async () => {
  const dying = createOfflineEditor({
    log,
    script: scripted(
      `parentPort.on('message', ({ text }) => { if (text === 'lihim') process.exit(1); parentPort.postMessage({ failed: 'TypeError' }) })`,
    ),
  })
  await expect(dying.refine('lihim', 'shorter', signal)).rejects.toMatchObject({ kind: 'failed' })
  await expect(dying.refine('kumusta', 'shorter', signal)).rejects.toThrow('TypeError')
  await dying.stop()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toContain('lihim')
})

it('a thread that cannot start causes a clear error', async () => {
  const broken = createOfflineEditor({ log, script: scripted('throw new Error()') })
  await expect(broken.refine('kumusta', 'shorter', signal)).rejects.toMatchObject({ kind: 'failed' })
  await broken.stop()
})

it('one time limit covers the wait and the work', async () => {
  const slow = createOfflineEditor({ log, withinMs: 3_000, wholeMs: 300, script: stuckAtSecrets })
  const both = ['lihim', 'kumusta'].map((text) => slow.refine(text, 'grammar', signal))
  for (const { status, ...rest } of await Promise.allSettled(both))
    expect({ status, ...rest }).toMatchObject({ status: 'rejected', reason: { kind: 'slow' } })
  await slow.stop()
})

it('a caller who disconnects leaves the queue at once, and a full queue refuses', async () => {
  const slow = createOfflineEditor({ log, places: 2, script: stuckAtSecrets })
  const leaving = new AbortController()
  const stuck = slow.refine('lihim', 'grammar', leaving.signal)
  const behind = slow.refine('isa pa', 'grammar', leaving.signal)
  await expect(slow.refine('kumusta', 'grammar', signal)).rejects.toMatchObject({ kind: 'busy' })
  leaving.abort(new Error('closed'))
  await expect(stuck).rejects.toThrow('closed')
  await expect(behind).rejects.toThrow('closed')
  await slow.stop()
  await expect(slow.refine('kumusta', 'grammar', signal)).rejects.toBeInstanceOf(RefineError)
})

it('an idle thread ends', async () => {
  const idle = createOfflineEditor({ log, idleMs: 1, script: stuckAtSecrets })
  expect(await idle.refine('kumusta', 'grammar', signal)).toBe('kumusta')
  await expect.poll(() => idle.isRunning()).toBe(false)
  expect(await idle.refine('kumusta ulit', 'grammar', signal)).toBe('kumusta ulit')
  await idle.stop()
})
