import type { Page } from 'playwright-core'

/** Runs in every page: keeps the words of each toast. */
export function keepToasts(): void {
  const toasts: string[] = []
  Object.assign(globalThis, { toasts })
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target instanceof HTMLOutputElement)
        toasts.push(...Array.from(addedNodes, ({ textContent }) => textContent ?? ''))
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Waits until a toast has said these words since the page was loaded, or since the last one that was waited for. It stands for 3 s, and a
 * busy machine may come to look later than that.
 */
export async function told(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { toasts } = globalThis as unknown as { toasts: string[] }
    const at = toasts.findIndex((one) => one.includes(wanted))
    toasts.splice(0, at + 1)
    return at >= 0
  }, words)
}
