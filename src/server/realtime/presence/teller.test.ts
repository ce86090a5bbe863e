import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Pair, type PresenceStore, Teller } from './teller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a node writes everyone again after a beat without an answer', async () => {
  const written: Pair[] = []
  const beats = [() => Promise.resolve(true), () => Promise.reject(new Error('no answer'))]
  const store: PresenceStore = {
    beat: () => beats.shift()?.() ?? Promise.resolve(false),
    write: async (entered) => void written.push(...entered),
    present: async () => [],
    leave: async () => {},
  }
  const teller = new Teller(store, () => {})
  teller.enter('wall', 'mina')
  await vi.advanceTimersByTimeAsync(500)
  written.length = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(written).toMatchObject([{ topic: 'wall', userId: 'mina' }])
  await teller.stop()
})
