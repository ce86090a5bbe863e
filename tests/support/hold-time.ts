import type { Page } from 'playwright-core'

/**
 * From here on the time of the page, and of the other pages of its context, stands still until `page.clock.runFor()` or `resume()`: what
 * is there for some seconds stays, however long a busy machine takes to look at it. The network and what moves by CSS go on; what
 * waits for a timer does not, be it of 0 ms.
 */
export async function holdTime(page: Page): Promise<void> {
  // A moment to stop at must not have passed by the time the page hears of it.
  await page.clock.install({ time: Date.now() - 60_000 })
  await page.clock.pauseAt(Date.now())
}
