import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { networkOf } from '../http/address.ts'
import { IdentityError, roleOfKey } from '../http/identity.ts'
import type { Keys } from '../http/keys.ts'
import { Refusal } from './errors.ts'
import type { Version } from './frames.ts'
import type { Hub } from './hub.ts'
import type { Limits } from './limits.ts'
import { Socket } from './socket.ts'

type Deps = {
  keys: Keys
  clock: () => number
  trustedProxyHops: number
  hub: Hub
  limits: Limits
  /** Opened sockets, and how many of them each network has. */
  sockets: Set<Socket>
  hear: (socket: Socket, data: Buffer, binary: boolean) => void
  forget: (socket: Socket) => void
  fault: (error: unknown) => void
}

/** A message may come in so many pieces: no client of ours sends more than one. */
const mostFragments = 16

/** ws's side of a connection, with ours beside it: listeners are shared by all, instead of made for each. */
type Wire = WebSocket & { owner: Socket }

const ignore = () => {}

/** Takes over a connection of the HTTP server, or answers why not: `{error}` with 401, 403, 404, 429 or 503, before anything is opened. */
export function createHandshake(deps: Deps): {
  upgrade: (request: IncomingMessage, raw: Duplex, head: Buffer) => void
  /** Nobody is let in any more. */
  shut: () => void
} {
  const { limits, hub, sockets } = deps
  const networks = new Map<string, number>()
  let shut = false
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Nothing is inflated, so no frame is larger than it looks; a frame that claims to be compressed ends its connection (1002).
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    maxFragments: mostFragments,
    autoPong: false,
  })
  const count = (network: string, step: 1 | -1) => {
    const open = (networks.get(network) ?? 0) + step
    if (open > 0) networks.set(network, open)
    else networks.delete(network)
  }
  function onMessage(this: WebSocket, data: Buffer, binary: boolean): void {
    deps.hear((this as Wire).owner, data, binary)
  }
  function onPing(this: WebSocket, data: Buffer): void {
    const { owner } = this as Wire
    if (owner.allows(data.length)) owner.pong(data)
    else owner.close(1008, 'Too many messages')
  }
  function onClose(this: WebSocket): void {
    const { owner } = this as Wire
    sockets.delete(owner)
    count(owner.network, -1)
    deps.forget(owner)
  }
  const admit = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    const { apiKey, version } = readAddress(request.url ?? '/')
    const keyRole = await readKey(apiKey, deps)
    const browser = 'origin' in request.headers || 'sec-fetch-site' in request.headers
    if (keyRole === 'service_role' && browser) {
      throw new Refusal(403, 'The service key is not accepted from browsers')
    }
    const forwarded = request.headers['x-forwarded-for']
    const network = networkOf(
      request.socket.remoteAddress ?? '',
      typeof forwarded === 'string' ? forwarded : null,
      deps.trustedProxyHops,
    )
    if (shut) throw new Refusal(503, 'RealtimeRestarting: Realtime is restarting, please standby')
    if (sockets.size >= limits.sockets || (networks.get(network) ?? 0) >= limits.socketsPerNetwork) {
      throw new Refusal(429, 'ConnectionRateLimitReached: Too many connected users')
    }
    raw.off('error', ignore)
    server.handleUpgrade(request, raw, head, (ws) => {
      const socket = new Socket(ws, raw, hub, limits, { version, network, keyRole, browser })
      ;(ws as Wire).owner = socket
      sockets.add(socket)
      count(network, 1)
      // ws answers what is no WebSocket frame itself, with 1002, 1007 or 1009.
      ws.on('error', ignore)
        .on('message', onMessage)
        .on('ping', onPing)
        .on('pong', onPong)
        .on('close', onClose)
    })
  }
  function onPong(this: WebSocket, data: Buffer): void {
    const { owner } = this as Wire
    if (!owner.allows(data.length)) owner.close(1008, 'Too many messages')
  }
  return {
    upgrade(request, raw, head) {
      raw.on('error', ignore)
      admit(request, raw, head).catch((error: unknown) => {
        if (!(error instanceof Refusal)) deps.fault(error)
        refuse(raw, error instanceof Refusal ? error : new Refusal(500, 'Something went wrong'))
      })
    },
    shut: () => void (shut = true),
  }
}

const versions: Readonly<Record<string, Version>> = { '1.0.0': 1, '2.0.0': 2 }

function readAddress(address: string): { apiKey: string; version: Version } {
  const start = address.indexOf('?')
  const path = start < 0 ? address : address.slice(0, start)
  if (path !== '/realtime/v1/websocket') throw new Refusal(404, 'Not found')
  const query = new URLSearchParams(start < 0 ? '' : address.slice(start + 1))
  const apiKey = query.get('apikey')
  if (!apiKey) throw new Refusal(401, 'No API key found in request')
  // Without a version phoenix means its first.
  const named = query.get('vsn') ?? '1.0.0'
  const version = Object.hasOwn(versions, named) ? versions[named] : undefined
  if (!version) throw new Refusal(403, 'vsn must be 1.0.0 or 2.0.0')
  return { apiKey, version }
}

async function readKey(apiKey: string, { keys, clock }: Deps): Promise<'anon' | 'service_role'> {
  try {
    return await roleOfKey(apiKey, keys, clock())
  } catch (error) {
    throw error instanceof IdentityError ? new Refusal(401, error.message) : error
  }
}

function refuse(raw: Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ error: message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  raw.once('finish', () => raw.destroy())
  raw.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
