import { expect, it, vi } from 'vitest'
import { FileBroken } from '../providers/files/errors.ts'
import { keepPace } from './pace.ts'

/** Sends pieces of `bytes`, each after `afterMs`. Resolves to the number of bytes that arrived, or rejects. */
async function send(pieces: [afterMs: number, bytes: number][]): Promise<number> {
  let clock = 0
  async function* sender() {
    for (const [afterMs, bytes] of pieces) {
      clock += afterMs
      yield new Uint8Array(bytes)
      // Waits a turn of the event loop, so that the watcher can notice a late piece.
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((turn) => setTimeout(turn, 2))
    }
  }
  let size = 0
  for await (const chunk of keepPace(sender(), () => clock)) size += chunk.byteLength
  return size
}
const times = (count: number, piece: [number, number]) => Array.from({ length: count }, () => piece)

it.each<[string, [number, number][]]>([
  ['2G at 10 KB a second, for a minute', times(60, [1_000, 10_000])],
  ['2 KB a second', times(60, [1_000, 2_000])],
  ['a long pause before the first byte', [[29_000, 100], ...times(10, [1_000, 10_000])]],
  ['pauses on the way', times(5, [29_000, 60_000])],
])('waits for %s', async (_, pieces) => {
  expect(await send(pieces)).toBe(pieces.reduce((sum, [, bytes]) => sum + bytes, 0))
})

it.each<[string, [number, number][]]>([
  ['drips from the start', times(6, [10_000, 1])],
  ['drips after a beginning at full speed', [[1, 100_000], ...times(12, [10_000, 1])]],
  ['keeps just below the pace', times(70, [1_000, 1_000])],
])('lets go of whoever %s', (_, pieces) => expect(send(pieces)).rejects.toBeInstanceOf(FileBroken))

it('a silent sender is dropped after half a minute, and a disconnected one at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    const outcome = keepPace(silent, () => 0)
      .next()
      .catch((error: unknown) => error)
    vi.advanceTimersByTime(29_999)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await outcome).toBeInstanceOf(FileBroken)
  } finally {
    vi.useRealTimers()
  }
  const leaving = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('aborted')) })
  await expect(keepPace(leaving, () => 0).next()).rejects.toBeInstanceOf(FileBroken)
})

it('a sender is stopped when its reader stops', async () => {
  const cancel = vi.fn<() => void>()
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(9)), cancel })
  for await (const chunk of keepPace(endless, () => 0)) if (chunk.byteLength > 0) break
  expect(cancel).toHaveBeenCalledOnce()
})
