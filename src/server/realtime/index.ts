import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import { Refusal, toResponse } from './errors.ts'
import type { Limits } from './limits.ts'

export type RealtimeDeps = {
  db: Db
  keys: Keys
  /** The auth gateway's address, as people's tokens name it. */
  issuer: string
  redisUrl?: string | undefined
  trustedProxyHops: number
  log: (line: string) => void
  /** Milliseconds. */
  clock?: () => number
  limits?: Partial<Limits>
}

export type Realtime = {
  gateway(request: Request, claims: Claims, from: string): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  figures(): { sockets: number; channels: number }
  stop(): Promise<void>
}

export async function startRealtime(_deps: RealtimeDeps): Promise<Realtime> {
  return {
    gateway: async () => toResponse(new Refusal(404, 'Not found')),
    upgrade: (_request, socket) => void socket.destroy(),
    figures: () => ({ sockets: 0, channels: 0 }),
    stop: async () => {},
  }
}
