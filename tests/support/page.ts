import type { Page } from 'playwright-core'

/** Runs in every page. Records its messages, such as toasts. */
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
 * Waits until the page shows these words, after the last words that were waited for. The page records them, because a toast ends after 3 s
 * and a busy machine may look later.
 */
export async function told(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { said } = globalThis as unknown as { said: string[] }
    const at = said.findIndex((one) => one.includes(wanted))
    said.splice(0, at + 1)
    return at >= 0
  }, words)
}

/** Whether the toast of this action is drawn over an open dialog: the region is opened after it. */
export async function risesOverDialog(page: Page, act: () => Promise<void>): Promise<boolean> {
  const risen = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = ({ target, newState }: ToggleEvent) => {
          if (target instanceof HTMLOutputElement && newState === 'open')
            resolve(document.querySelector('dialog:modal') !== null)
        }
        document.addEventListener('beforetoggle', look, true)
      }),
  )
  await act()
  return risen
}

/** Resolves once these words appear on the page, even for a moment. Call it before the action that shows them, in one `Promise.all`. */
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

/**
 * Stops the clock of all pages of the context until `page.clock.runFor()` or `resume()`, so that a busy machine still finds a toast. The
 * network and CSS animations continue; timers wait, even those of 0 ms.
 */
export async function holdTime(page: Page): Promise<void> {
  // Playwright refuses to stop at a time that the page's clock has passed.
  await page.clock.install({ time: Date.now() - 60_000 })
  await page.clock.pauseAt(Date.now())
}

/** Records all that the browser sends from now on, its service worker included: addresses, headers, bodies, frames. */
export function recordTraffic(page: Page): string[] {
  const sent: string[] = []
  page
    .context()
    .on('request', (request) =>
      sent.push(
        `${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
      ),
    )
  page.on('websocket', (socket) => socket.on('framesent', (frame) => sent.push(String(frame.payload))))
  return sent
}
