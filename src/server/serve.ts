import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { App } from './app.ts'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** A body of an ordinary call arrives in this time, an uploaded file in the other; in milliseconds. */
const bodyMs = 30_000
const fileMs = 15 * 60_000

/** The HTTP server of an app; `upgrade` takes over its web sockets. Nobody holds anything for long (threat 75). */
export function createServer(app: App, upgrade?: Upgrade): Server {
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, (env as HttpBindings).incoming.socket.remoteAddress),
    serverOptions: {
      headersTimeout: 10_000,
      requestTimeout: fileMs,
      keepAliveTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Other offers (h2c of curl and Java clients) are passed over: the request is answered as it is.
      shouldUpgradeCallback: (request: IncomingMessage) => /^websocket$/i.test(request.headers.upgrade ?? ''),
    },
  }) as Server
  // A slow reader holds his whole answer in our memory: a socket on which nothing moves for a minute is closed.
  server.setTimeout(60_000)
  server.on('request', hurry)
  if (upgrade) {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      request.socket.setTimeout(0)
      upgrade(request, socket, head)
    })
  }
  return server
}

/** Where a file may be on its way; the other addresses there take a few words. */
const file = /^\/storage\/v1\/object\/(?!(?:list|list-v2|move|copy|sign|info)(?:[/?]|$))/
/** With a `.` or `..` in it, spelled in any way, an address leads elsewhere than it begins. */
const winding = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i

/** Whether a request with this address may take the time that a file takes. Told from the address as it came: nothing has read it yet. */
export function maySendFile(method: string, url: string): boolean {
  return (method === 'POST' || method === 'PUT') && file.test(url) && !winding.test(url)
}

/** Node knows one time limit for all requests; only a file may take as long as that. */
function hurry(request: IncomingMessage): void {
  const { headers, method = '', url = '' } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if (maySendFile(method, url)) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}
