import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { keepTold } from './told.ts'

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
   * A person with a browser profile of their own, on the landing page of nobody: call `page.goto`. The service worker is asked for by the
   * journeys about it: requests that it makes pass by `page.route`.
   */
  visitor(
    viewport?: { width: number; height: number },
    options?: { serviceWorkers?: 'allow' | 'block' },
  ): Promise<Visitor>
  stop(): Promise<void>
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })
}

/** The built web app and the whole server on a port of its own, and a real Chromium. */
export async function startSite(settings: Parameters<typeof startApp>[0] = {}): Promise<Site> {
  const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
  const app = await startApp({ ...settings, webFolder, atOrigin: true })
  const { origin } = app
  const browser = await launchBrowser()
  return {
    app,
    origin,
    async visitor(viewport = phone, { serviceWorkers = 'block' } = {}) {
      // A still page leaves the processor to the test; what moves is asked for by the journeys about it.
      const context = await browser.newContext({
        viewport,
        baseURL: origin,
        locale: 'fil-PH',
        reducedMotion: 'reduce',
        serviceWorkers,
      })
      await context.addInitScript(keepTold)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      return { page, context, errors }
    },
    async stop() {
      await browser.close()
      await app.stop()
    },
  }
}

/**
 * No accessibility fault that axe knows, on the page as it is now, or in the `part` of this selector. Colours on their way are nobody's
 * fault: what moves is waited for, and what begins to move meanwhile is there at once.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity),
  )
  const stillness = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    const now =
      'animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important'
    sheet.replaceSync(`*, ::before, ::after { ${now} }`)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  await stillness.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}
