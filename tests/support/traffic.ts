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

/**
 * Whether a frame says no more than that somebody is here: the pulse of the socket, and its place among those who are counted. It is sent
 * when the connection wants it, whatever the person does meanwhile.
 */
export function isPresence(sent: string): boolean {
  if (!sent.startsWith('[')) return false
  const [, , topic, event, { payload } = {}]: [string, string, string, string, { payload?: object }?] =
    JSON.parse(sent)
  const isEmpty = event !== 'presence' || JSON.stringify(payload) === '{}'
  return topic === 'phoenix' || (topic === 'realtime:global-online-users' && isEmpty)
}
