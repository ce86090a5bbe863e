import type { Page } from 'playwright-core'

/**
 * Resolves once these words have come onto the page, however short they stay: the page itself sees each change. To be called before what
 * brings them, in one `Promise.all` with it.
 */
export function comes(page: Page, words: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const watcher = new MutationObserver((changes) => {
          const come = changes.flatMap(({ type, target, addedNodes }) =>
            type === 'characterData' ? [target] : [...addedNodes],
          )
          if (!come.some(({ textContent }) => textContent?.includes(wanted))) return
          watcher.disconnect()
          resolve()
        })
        watcher.observe(document, { childList: true, characterData: true, subtree: true })
      }),
    words,
  )
}
