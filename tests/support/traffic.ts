import type { Page } from 'playwright-core'

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
