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

/** All that the browser sends from now on, its service worker too: addresses, headers, bodies, frames. */
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
