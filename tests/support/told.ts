import type { Page } from 'playwright-core'

/** Runs in every page: keeps what it tells, a toast for one. */
export function keepTold(): void {
  const said: string[] = []
  Object.assign(globalThis, { said })
  const speaker = 'output, [role="status"]'
  const from = (node: Node, around: Node): Node[] => {
    if (node instanceof Element && !node.closest(speaker)) return [...node.querySelectorAll(speaker)]
    const place = node instanceof Element ? node : around
    return place instanceof Element && place.closest(speaker) ? [node] : []
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of addedNodes)
        said.push(...from(node, target).map(({ textContent }) => textContent ?? ''))
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Waits until the page has told these words since it was loaded, or since the last ones that were waited for. A toast stands for 3 s, and
 * a busy machine may come to look later than that.
 */
export async function told(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { said } = globalThis as unknown as { said: string[] }
    const at = said.findIndex((one) => one.includes(wanted))
    said.splice(0, at + 1)
    return at >= 0
  }, words)
}
