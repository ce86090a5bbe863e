import { fileURLToPath } from 'node:url'
import axe, { type RunOnly } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { startApp, type TestApp } from './app.ts'
import { keepFailure } from './failures.ts'
import { keepTold } from './page.ts'

export const phone = { width: 360, height: 800 }
export const desk = { width: 1440, height: 900 }

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Console errors and page errors; must be empty at the end. */ errors: string[]
}

export type Site = {
  app: TestApp
  origin: string
  /**
   * A person with a separate browser profile, until the test ends. The page is empty: call `page.goto`. `page.route` does not see a service
   * worker's requests, so only journeys about the worker allow one.
   */
  visitor(
    viewport?: { width: number; height: number },
    options?: { serviceWorkers?: 'allow' | 'block' },
  ): Promise<Visitor>
  stop(): Promise<void>
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // Without windows, Chromium would round the widths of letters and break lines elsewhere.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Promise<Browser> | undefined
/** One browser for the worker process, which runs many files. It ends with the process. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findChromium(), args: flags })
  return browser
}

/** The built web app and the whole server on a port of its own, for the tests of one file. */
export async function startSite(settings: Parameters<typeof startApp>[0] = {}): Promise<Site> {
  const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
  const app = await startApp({ ...settings, webFolder, atOrigin: true })
  const { origin } = app
  return {
    app,
    origin,
    async visitor(viewport = phone, { serviceWorkers = 'block' } = {}) {
      // Animations cost processor time. The journeys about them ask for them.
      const context = await (
        await openBrowser()
      ).newContext({ viewport, baseURL: origin, locale: 'fil-PH', reducedMotion: 'reduce', serviceWorkers })
      await context.addInitScript(keepTold)
      const page = await context.newPage()
      const told: string[] = []
      const errors: string[] = []
      context.on('console', (message) => {
        told.push(`${message.type()}: ${message.text()}`)
        if (message.type() === 'error' && message.page() === page) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await keepFailure(task, context, [...told, ...errors])
        await context.close()
      })
      return { page, context, errors }
    },
    stop: () => app.stop(),
  }
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules of these tags that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** axe finds no fault on the page as it is now, or in the `part` of this selector. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  expect(await accessibilityFaults(page, part)).toEqual([])
}

/**
 * Ends animations first, because axe would measure a colour that still changes. The page runs axe itself: `@axe-core/playwright` takes four
 * times as long, for frames that we do not have.
 */
export async function accessibilityFaults(page: Page, part = 'html', rules?: string[]): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const runOnly: RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcag }
  return page.evaluate(findFaults, [part, runOnly] as const)
}

/** Runs in the page. Returns each broken rule with the elements that break it. Later animations end at once. */
async function findFaults([part, runOnly]: readonly [string, RunOnly]): Promise<string[]> {
  const sheet = new CSSStyleSheet()
  const now = 'animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important'
  sheet.replaceSync(`*, ::before, ::after { ${now} }`)
  document.adoptedStyleSheets.push(sheet)
  const { axe: checker } = globalThis as unknown as { axe: { run: typeof axe.run } }
  const { violations } = await checker.run(part, { runOnly, resultTypes: ['violations'] })
  const place = scrollY
  const faults: string[] = []
  for (const { id, nodes } of violations)
    for (const { target } of nodes) {
      const selector = target.join(' ')
      // A bar that stays on the screen covers part of what scrolls below it. The target is judged in the middle.
      document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
      // oxlint-disable-next-line no-await-in-loop -- axe runs once at a time
      const again = id === 'target-size' && (await checker.run(selector, { runOnly: [id] }))
      if (!again || again.violations.length > 0) faults.push(`${id}: ${selector}`)
    }
  scrollTo({ top: place, behavior: 'instant' })
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  return faults
}

/**
 * No accessibility fault and no sideways scroll on a phone and a desk, by day and by night. Leaves the page at a phone's size by day. Night
 * changes only colours, so only colour rules run then.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityFaults(page, 'html', colourRules)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  }
}

/** Pixels by which the page is wider than the screen, with the web fonts loaded. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document.documentElement.scrollWidth - innerWidth
  })
