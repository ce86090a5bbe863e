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

/** Addresses of storage that take no file but a few words. */
const file = /^\/storage\/v1\/object\/(?!(?:list|list-v2|move|copy|sign|info)(?:[/?]|$))/

/** Node knows one time limit for all requests; only a file may take as long as that. */
function hurry(request: IncomingMessage): void {
  const { headers, method, url = '' } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if ((method === 'POST' || method === 'PUT') && file.test(url)) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}
