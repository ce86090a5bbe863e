// The first load of a page on a cheap phone with slow data: bytes by kind, first and largest paint, layout shift. A cold browser each time.
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { limits } from '../src/shared/limits.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { openPhone, signUp, slowdown, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { median, type Figure } from './figures.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { startRelay, type Relay } from './relay.ts'
import { seed } from './seed.ts'
import { seedTalks } from './talk-seed.ts'

const rounds = 5
// 400 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, a processor four times slower than this one.
const network = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 }
type Kind = 'html' | 'css' | 'script' | 'font' | 'image' | 'data' | 'other'
type Bytes = Record<Kind, number>
/** `kept`: bytes in all once the service worker holds its files. A visitor has no worker. */
type Load = {
  bytes: Bytes
  total: number
  kept: number
  firstPaint: number
  largestPaint: number
  shift: number
}
type Budget = { total: number; script?: number; data?: number; largestPaint?: number; shift?: number }
/** `count`: the elements of `settled` on a complete page. */
type Visit = { path: string; stored: boolean; settled: string; count: number; budget: Budget }

const messages = 50

const visits: Visit[] = [
  {
    path: '/',
    stored: false,
    settled: 'h1',
    count: 1,
    budget: { total: 140, script: 90, largestPaint: 2_500, shift: 0 },
  },
  { path: '/write', stored: true, settled: 'textarea', count: 1, budget: { total: 200 } },
  { path: '/profile', stored: true, settled: 'meter', count: 3, budget: { total: 170 } },
  {
    path: '/wall/kalma',
    stored: true,
    settled: 'article',
    count: limits.wallPage,
    budget: { total: 200, data: 30 },
  },
  {
    path: '/tambayan',
    stored: true,
    settled: '[data-message]',
    count: messages,
    budget: { total: 200, data: 20 },
  },
  // Billing has loaded when the button can be pressed.
  {
    path: '/billing',
    stored: true,
    settled: 'section button:enabled',
    count: 1,
    budget: { total: 170 },
  },
]

export async function measureLoad(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 1_000, authors: 4_000 })
    await seedTalks(postgres, 'emote', { inRoom: 1_000, inConversation: 50, conversations: 5 })
    const server = await startOurs(postgres)
    const relay = await startRelay(server.port)
    const browser = await startBrowser()
    try {
      const { anonKey } = await loadKeys(join(postgres.folder, 'server'))
      const session = await signUp(relay.origin, anonKey)
      const figures: Figure[] = []
      for (const visit of visits) {
        const loads: Load[] = []
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        for (let round = 0; round < rounds; round++) loads.push(await load(browser, relay, visit, session))
        figures.push(...judge(visit, loads))
      }
      return figures
    } finally {
      await browser.close()
      relay.stop()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function load(browser: Browser, relay: Relay, visit: Visit, session: string): Promise<Load> {
  const context = await openPhone(browser, relay.origin, visit.stored ? session : undefined)
  try {
    return await loadIn(context, relay, visit)
  } finally {
    await context.close()
  }
}

async function loadIn(context: BrowserContext, relay: Relay, visit: Visit): Promise<Load> {
  const before = relay.down()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const bytes = countBytes(devtools)
  await page.addInitScript(observePaints)
  await page.goto(relay.origin + visit.path, { waitUntil: 'load', timeout: 90_000 })
  const items = page.locator(visit.settled)
  await items.nth(visit.count - 1).waitFor({ timeout: 90_000 })
  await page.waitForLoadState('networkidle', { timeout: 90_000 })
  // On a busy machine the network may be idle before idle-time requests begin. The worker's is the last.
  if (visit.stored) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  if (new URL(page.url()).pathname !== visit.path) throw new Error(`${visit.path} led to ${page.url()}`)
  const paints = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestPaint: Number(document.documentElement.dataset['largestPaint'] ?? NaN),
    shift: Number(document.documentElement.dataset['shift'] ?? 0),
  }))
  const total = Object.values(bytes).reduce((sum, count) => sum + count, 0)
  return { bytes, total, kept: relay.down() - before, ...paints }
}

/** Runs in the page before its own scripts. */
function observePaints(): void {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1)
    if (last) document.documentElement.dataset['largestPaint'] = String(last.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    const notes = document.documentElement.dataset
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) notes['shift'] = String(Number(notes['shift'] ?? 0) + entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Bytes on the network, compressed and with headers. */
function countBytes(devtools: CDPSession): Bytes {
  const bytes: Bytes = { html: 0, css: 0, script: 0, font: 0, image: 0, data: 0, other: 0 }
  const kinds = new Map<string, Kind>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, kindOf(response.mimeType, response.url))
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength
  })
  return bytes
}

function kindOf(mimeType: string, url: string): Kind {
  if (/\/(rest|auth)\/v1\//.test(url)) return 'data'
  if (mimeType.includes('javascript')) return 'script'
  if (mimeType === 'text/html') return 'html'
  if (mimeType === 'text/css') return 'css'
  if (mimeType.startsWith('font/') || mimeType.includes('woff')) return 'font'
  return mimeType.startsWith('image/') ? 'image' : 'other'
}

function judge({ path, stored, budget }: Visit, loads: Load[]): Figure[] {
  const within = (name: string, value: number, unit: string, digits: number, most?: number): Figure => {
    const figure = { name: `${path}: ${name}`, measured: `${value.toFixed(digits)}${unit}` }
    return most === undefined ? figure : { ...figure, target: `≤ ${most}${unit}`, holds: value <= most }
  }
  const middle = (read: (load: Load) => number) => median(loads.map(read))
  const kilobytes = (read: (load: Load) => number) => middle(read) / 1_000
  const size = (name: string, read: (load: Load) => number, most?: number) =>
    within(name, kilobytes(read), ' KB', 1, most)
  const paint = (name: string, read: (load: Load) => number, most?: number) =>
    within(name, middle(read), ' ms', 0, most)
  const kinds = ['html', 'css', 'font', 'image', 'other'] as const
  const rest = kinds.map((kind) => `${kind} ${kilobytes(({ bytes }) => bytes[kind]).toFixed(1)}`).join(', ')
  return [
    size('everything', ({ total }) => total, budget.total),
    ...(stored ? [size('with what the service worker keeps', ({ kept }) => kept)] : []),
    size('scripts', ({ bytes }) => bytes.script, budget.script),
    size('data', ({ bytes }) => bytes.data, budget.data),
    { name: `${path}: the rest`, measured: `${rest} KB` },
    paint('first contentful paint', ({ firstPaint }) => firstPaint),
    paint('largest contentful paint', ({ largestPaint }) => largestPaint, budget.largestPaint),
    within('layout shift', Math.max(...loads.map(({ shift }) => shift)), '', 5, budget.shift),
  ]
}
