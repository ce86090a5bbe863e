import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createServer as createPlainServer, type Server as PlainServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { App } from './app.ts'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Longest time for the body of an ordinary call and of an uploaded file, ms. */
const bodyMs = 30_000
const fileMs = 15 * 60_000

/** The HTTP server of an app. `upgrade` takes over web sockets. Every wait has a limit (threat 75). */
export function createServer(app: App, upgrade?: Upgrade): Server {
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, (env as HttpBindings).incoming.socket.remoteAddress),
    serverOptions: {
      headersTimeout: 10_000,
      requestTimeout: fileMs,
      keepAliveTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Other upgrades (h2c of curl and Java clients) are ignored and answered as plain HTTP.
      shouldUpgradeCallback: (request: IncomingMessage) => /^websocket$/i.test(request.headers.upgrade ?? ''),
    },
  }) as Server
  // A slow reader keeps its whole answer in memory, so a minute without traffic closes the socket.
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

const file =
  /^\/(?:storage\/v1\/object\/(?!(?:list|list-v2|move|copy|sign|info)(?:[/?]|$))|functions\/v1\/upload-chat-file(?:\?|$))/
/** A path with `.` or `..`, in any spelling, can lead elsewhere than its beginning says. */
const winding = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i

/** True when the request has the time limit of a file. Reads the raw, unparsed address. */
export function maySendFile(method: string, url: string): boolean {
  return (method === 'POST' || method === 'PUT') && file.test(url) && !winding.test(url)
}

/** Node has one time limit for all requests, set to a file's. Other bodies get the shorter one here. */
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

/** Listens, or throws an error for the operator. */
export async function listenAt(server: PlainServer, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const { code = '' } = cause
    throw new Error(`Emote cannot listen on PORT ${port} of HOST ${host}: ${reasons[code] ?? code}`, {
      cause,
    })
  })
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there, perhaps another Emote. Stop it, or set another PORT.',
  EACCES: 'the account of the server is not allowed to. Set PORT to 1024 or more.',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to an address of this machine, or to 0.0.0.0.',
}

/** Listens for a moment, so that a taken port is found before a database is made. */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = createPlainServer()
  await listenAt(server, port, host)
  server.close()
  await once(server, 'close')
}
