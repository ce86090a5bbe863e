import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { poll } from './live-poll.ts'

let page: EventTarget & { visibilityState: string }
let network: { onLine: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  network = { onLine: true }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', network)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

it('the poll asks for all its listeners at once in every period, until it stops', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stop = poll(30_000, first)
  vi.advanceTimersByTime(20_000)
  const stopSecond = poll(30_000, second)
  vi.advanceTimersByTime(10_000)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  stop()
  vi.advanceTimersByTime(30_000)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
  stopSecond()
  expect(vi.getTimerCount()).toBe(0)
})

it('the poll pauses while the page is hidden or offline, and asks at once afterwards', () => {
  const run = vi.fn<() => void>()
  const stop = poll(30_000, run)
  show('hidden')
  vi.advanceTimersByTime(90_000)
  expect(run).not.toHaveBeenCalled()
  show('visible')
  expect(run).toHaveBeenCalledTimes(1)
  show('hidden')
  show('visible')
  expect(run).toHaveBeenCalledTimes(1)
  network.onLine = false
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(1)
  stop()
})
