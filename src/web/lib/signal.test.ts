import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A browser with a device and a server. */
const device = { onLine: true }
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const browser = new EventTarget()
let server: 'up' | 'broken' | 'away' = 'up'
let asks = 0

async function load() {
  vi.resetModules()
  const module = await import('./signal.ts')
  module.startSignal()
  let returns = 0
  module.onSignal(() => returns++)
  return { ...module, returns: () => returns }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  device.onLine = true
  page.visibilityState = 'visible'
  server = 'up'
  asks = 0
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('fetch', async () => {
    asks++
    if (server === 'away') throw new TypeError('Failed to fetch')
    return new Response('', { status: server === 'up' ? 200 : 503 })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('one lost answer of a server that is up means nothing, and many cause few checks', async () => {
  const { suspectSignal, readSignal, returns } = await load()
  for (let lost = 0; lost < 50; lost++) {
    suspectSignal()
    await pass(100)
  }
  expect([readSignal(), returns()]).toEqual(['here', 0])
  expect(asks).toBeLessThanOrEqual(4)
})

it.each(['broken', 'away'] as const)(
  'a server that is %s is down until it answers again, and then what failed is fetched once',
  async (state) => {
    const { suspectSignal, readSignal, returns } = await load()
    server = state
    suspectSignal()
    await pass(0)
    expect(readSignal()).toBe('down')
    await pass(10 * minute)
    // At most every 15 seconds once the back-off is full.
    expect(asks).toBeLessThan(50)
    expect([readSignal(), returns()]).toEqual(['down', 0])
    server = 'up'
    await pass(minute)
    expect([readSignal(), returns()]).toEqual(['here', 1])
    const before = asks
    await pass(10 * minute)
    expect([asks, returns()]).toEqual([before, 1])
  },
)

it('a channel that the socket joins proves the signal without a check', async () => {
  const { suspectSignal, proveSignal, readSignal, returns } = await load()
  server = 'away'
  suspectSignal()
  await pass(0)
  proveSignal()
  expect([readSignal(), returns(), asks]).toEqual(['here', 1, 1])
})

it('only the device says that there is no internet, and its return counts once the server answers', async () => {
  device.onLine = false
  const { suspectSignal, proveSignal, readSignal, returns } = await load()
  expect(readSignal()).toBe('offline')
  suspectSignal()
  proveSignal()
  await pass(minute)
  expect([readSignal(), returns(), asks]).toEqual(['offline', 0, 0])
  server = 'away'
  device.onLine = true
  browser.dispatchEvent(new Event('online'))
  await pass(0)
  expect([readSignal(), returns()]).toEqual(['down', 0])
  server = 'up'
  await pass(minute)
  expect([readSignal(), returns()]).toEqual(['here', 1])
})

it('a hidden page asks nothing, and asks at once when it is shown', async () => {
  const { suspectSignal, readSignal } = await load()
  server = 'away'
  suspectSignal()
  await pass(0)
  page.visibilityState = 'hidden'
  await pass(10 * minute)
  expect(asks).toBeLessThanOrEqual(2)
  Object.assign(page, { visibilityState: 'visible' })
  server = 'up'
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(readSignal()).toBe('here')
})
