import type { Page } from 'playwright-core'
import { desk, expectAccessible, phone } from './browser.ts'

/** No accessibility fault on a phone and on a desk, by day and by night; the page is a phone's again afterwards. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const [size, colorScheme] of [
    [desk, 'light'],
    [desk, 'dark'],
    [phone, 'dark'],
    [phone, 'light'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}
