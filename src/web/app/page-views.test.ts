import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Sent = { url: string; init: RequestInit }

const sent: Sent[] = []
let look: () => void = () => {}
const page = { visibilityState: 'visible', querySelector: () => null }
const device: Record<string, unknown> = { onLine: true }

beforeEach(() => {
  vi.resetModules()
  sent.length = 0
  page.visibilityState = 'visible'
  for (const name of Object.keys(device)) delete device[name]
  device['onLine'] = true
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (look = listener))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(new Response())
  })
})
afterEach(() => vi.unstubAllGlobals())

async function start() {
  const { countPage, startPageViews } = await import('./page-views.ts')
  startPageViews()
  return countPage
}

function lookAway() {
  page.visibilityState = 'hidden'
  look()
  page.visibilityState = 'visible'
}

it('pages are counted by route, and reported together when the person looks away', async () => {
  const count = await start()
  for (const path of ['/wall/galit', '/wall/kalma', '/diary/', '/wala-nito']) count(path)
  look()
  expect(sent).toEqual([])
  lookAway()
  lookAway()
  expect(sent.map(({ init }) => init.body)).toEqual([
    JSON.stringify({ views: { '/wall/:mood': 2, '/diary': 1 } }),
  ])
})

it('a report carries no session, no cookie and no address of the page', async () => {
  const count = await start()
  count('/write')
  lookAway()
  const [{ url, init } = { url: '', init: {} }] = sent
  expect(url).toBe('/functions/v1/page-views')
  expect(new Headers(init.headers).has('authorization')).toBe(false)
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true })
})

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('with %o nothing is counted', async (wish) => {
  Object.assign(device, wish)
  const count = await start()
  count('/write')
  lookAway()
  expect(sent).toEqual([])
})

it('without a signal the pages wait for the next time', async () => {
  const count = await start()
  device['onLine'] = false
  count('/write')
  lookAway()
  expect(sent).toEqual([])
  device['onLine'] = true
  lookAway()
  expect(sent).toHaveLength(1)
})
