import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { addressOf, networkOf } from '../../http/network.ts'
import { ClaimsError, roleOfKey } from '../../http/claims.ts'
import type { Keys } from '../../http/keys.ts'
import { forget, hear } from './dispatch.ts'
import { Refusal } from '../../http/refusal.ts'
import { refusal, standBy } from '../errors.ts'
import type { Version } from './frames.ts'
import { Allowance } from '../allowance.ts'
import type { Channel, ChannelSocket } from '../topics/channel.ts'
import type { Tools } from '../tools.ts'
import { Socket } from './socket.ts'

export type HandshakeDeps = {
  keys: Keys
  clock: () => number
  trustedProxyHops: number
  tools: Tools
}

/** Most fragments of a message. Our clients send one. */
const mostFragments = 16

/** RFC 6455, 4.1: 16 bytes in base64, and version 13. */
const keyForm = /^[+/0-9A-Za-z]{22}==$/
const protocolVersion = '13'

/** `addresses`: open sockets by address. */
type Network = { open: number; readonly opens: Allowance; readonly addresses: Map<string, number> }

/** Accepts an upgrade, or answers `{error}` with 401, 403, 404, 429 or 503 before anything is opened. */
export class Handshake {
  readonly deps: HandshakeDeps
  readonly networks = new Map<string, Network>()
  readonly #server: WebSocketServer
  #shut = false

  constructor(deps: HandshakeDeps) {
    this.deps = deps
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // No compression: a frame is as large as it looks. A compressed frame ends the connection (1002).
      perMessageDeflate: false,
      maxPayload: deps.tools.limits.frameBytes,
      maxFragments: mostFragments,
      autoPong: false,
    })
    // ws also refuses a malformed list of protocols.
    this.#server.on('wsClientError', (error, raw) => refuse(raw, refusal(400, error.message)))
  }

  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    raw.on('error', ignore)
    this.#admit(request, raw, head).catch((error: unknown) => {
      if (!(error instanceof Refusal)) this.deps.tools.logFault(error)
      refuse(raw, error instanceof Refusal ? error : refusal(500, 'Something went wrong'))
    })
  }

  tidy(now: number): void {
    for (const [network, { open, opens }] of this.networks) {
      if (open === 0 && opens.isFull(now)) this.networks.delete(network)
    }
  }

  shut(): void {
    this.#shut = true
  }

  async #admit(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    const { hub, limits, sockets } = this.deps.tools
    const { apiKey, version } = readAddress(request.url ?? '/')
    const keyRole = await readKey(apiKey, this.deps)
    readHandshake(request)
    const browser = 'origin' in request.headers || 'sec-fetch-site' in request.headers
    if (keyRole === 'service_role' && browser) {
      throw refusal(403, 'The service key is not accepted from browsers')
    }
    // Node joins repeated headers.
    const forwarded = request.headers['x-forwarded-for']?.toString() ?? null
    const from = [request.socket.remoteAddress ?? '', forwarded, this.deps.trustedProxyHops] as const
    const [network, address] = [networkOf(...from), addressOf(...from)]
    const share = this.networks.get(network) ?? {
      open: 0,
      opens: new Allowance(),
      addresses: new Map<string, number>(),
    }
    this.networks.set(network, share)
    if (this.#shut) throw refusal(503, standBy)
    const tooOften = !share.opens.take(1, limits.opensPerSecond, performance.now())
    const others = sockets.size - share.open
    // One network cannot fill a node: half of the remaining places stay free.
    const crowding = sockets.size * 2 >= limits.sockets && share.open * 2 >= limits.sockets - others
    const full = sockets.size >= limits.sockets || share.open >= limits.socketsPerNetwork
    if (tooOften || crowding || full || (share.addresses.get(address) ?? 0) >= limits.socketsPerAddress) {
      throw refusal(429, 'ConnectionRateLimitReached: Too many connected users')
    }
    raw.off('error', ignore)
    this.#server.handleUpgrade(request, raw, head, (ws) => {
      const socket = new Socket<Channel>(ws, raw, hub, limits, { version, network, keyRole, browser })
      Object.assign(ws, { socket, handshake: this, address })
      sockets.add(socket)
      share.open++
      share.addresses.set(address, (share.addresses.get(address) ?? 0) + 1)
      // ws itself answers invalid frames with 1002, 1007 or 1009.
      ws.on('error', ignore)
        .on('message', onMessage)
        .on('ping', onPing)
        .on('pong', onPong)
        .on('close', onClose)
    })
  }
}

/** A ws connection with a reference to our socket, so that all connections share the listeners below. */
type Connection = WebSocket & { socket: ChannelSocket; handshake: Handshake; address: string }

function ignore(): void {}

function onMessage(this: WebSocket, data: Buffer, binary: boolean): void {
  const { socket, handshake } = this as Connection
  hear(handshake.deps.tools, socket, data, binary)
}

function onPing(this: WebSocket, data: Buffer): void {
  const { socket } = this as Connection
  if (socket.allows(data.length)) socket.pong(data)
  else socket.close(1008, 'Too many messages')
}

function onPong(this: WebSocket, data: Buffer): void {
  const { socket } = this as Connection
  if (!socket.allows(data.length)) socket.close(1008, 'Too many messages')
}

function leave(share: Network, address: string): void {
  share.open--
  const left = (share.addresses.get(address) ?? 1) - 1
  if (left > 0) share.addresses.set(address, left)
  else share.addresses.delete(address)
}

function onClose(this: WebSocket): void {
  const { socket, handshake, address } = this as Connection
  const { deps, networks } = handshake
  const share = networks.get(socket.network)
  if (share) leave(share, address)
  deps.tools.sockets.delete(socket)
  forget(deps.tools, socket)
}

const versions: Readonly<Record<string, Version>> = { '1.0.0': 1, '2.0.0': 2 }

function readAddress(address: string): { apiKey: string; version: Version } {
  const start = address.indexOf('?')
  const path = start < 0 ? address : address.slice(0, start)
  if (path !== '/realtime/v1/websocket') throw refusal(404, 'Not found')
  const query = new URLSearchParams(start < 0 ? '' : address.slice(start + 1))
  const apiKey = query.get('apikey')
  if (!apiKey) throw refusal(401, 'No API key found in request')
  // A missing version means phoenix's first.
  const named = query.get('vsn') ?? '1.0.0'
  const version = Object.hasOwn(versions, named) ? versions[named] : undefined
  if (!version) throw refusal(403, 'vsn must be 1.0.0 or 2.0.0')
  return { apiKey, version }
}

/** Runs before anything is counted: a request that cannot become a socket costs its network nothing. */
function readHandshake({ method, headers }: IncomingMessage): void {
  if (method !== 'GET') throw refusal(405, 'Method not allowed')
  if (headers['sec-websocket-version'] !== protocolVersion) {
    throw refusal(426, `Sec-WebSocket-Version must be ${protocolVersion}`)
  }
  if (!keyForm.test(headers['sec-websocket-key'] ?? '')) throw refusal(400, 'Invalid Sec-WebSocket-Key')
}

async function readKey(apiKey: string, { keys, clock }: HandshakeDeps): Promise<'anon' | 'service_role'> {
  try {
    return await roleOfKey(apiKey, keys, clock())
  } catch (error) {
    throw error instanceof ClaimsError ? refusal(401, error.message) : error
  }
}

function refuse(raw: Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ error: message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(status === 429 || status === 503 ? ['Retry-After: 5'] : []),
    ...(status === 405 ? ['Allow: GET'] : []),
    ...(status === 426 ? [`Upgrade: websocket`, `Sec-WebSocket-Version: ${protocolVersion}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  raw.once('finish', () => raw.destroy())
  raw.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
