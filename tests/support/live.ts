import { once } from 'node:events'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'

export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}
type Payload = Record<string, unknown>

/** A web socket that sends single frames, also those that the official client never sends. */
export class Wire {
  readonly ws: WebSocket
  /** All received frames, in order. */
  readonly frames: Frame[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #version: string
  #ref = 0
  #waiting: (() => void)[] = []

  constructor(ws: WebSocket, version: string) {
    this.ws = ws
    this.#version = version
    ws.on('error', () => {})
    ws.on('message', (data: Buffer, binary: boolean) => {
      this.frames.push(binary ? readBroadcast(data) : readText(data.toString()))
      this.#wake()
    })
    this.closed = once(ws, 'close').then(([code, reason]: unknown[]) => {
      this.#wake()
      return { code: Number(code), reason: String(reason) }
    })
  }

  send(topic: string, event: string, payload: unknown = {}, joinRef: string | null = '1'): string {
    const ref = String(++this.#ref)
    const frame =
      this.#version === '2.0.0'
        ? [joinRef, ref, topic, event, payload]
        : { join_ref: joinRef, ref, topic, event, payload }
    this.ws.send(JSON.stringify(frame))
    return ref
  }

  /** Sends a frame and returns its reply. */
  async ask(
    topic: string,
    event: string,
    payload: unknown = {},
    joinRef: string | null = '1',
  ): Promise<Reply> {
    const ref = this.send(topic, event, payload, joinRef)
    const { payload: reply } = await this.until((frame) => frame.event === 'phx_reply' && frame.ref === ref)
    return reply as Reply
  }

  join(topic: string, options: { private?: boolean; token?: string | undefined; config?: object } = {}) {
    const { token, config } = options
    const all = { private: options.private ?? false, presence: { enabled: false }, ...config }
    return this.ask(`realtime:${topic}`, 'phx_join', { config: all, access_token: token })
  }

  /** Returns the first frame that matches, received or still to come. */
  async until(match: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(match)
      if (found) return found
      if (this.ws.readyState === WebSocket.CLOSED) throw new Error('The socket was closed')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Resolves when the server has answered all earlier frames. */
  settle = () => this.ask('phoenix', 'heartbeat', {}, null)

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

export type Reply = { status: string; response: { reason?: string } }

function readText(text: string): Frame {
  const value = JSON.parse(text) as unknown
  const parts = value as [string | null, string | null, string, string, Payload]
  const object = value as { join_ref: string | null; ref: string | null } & Frame
  if (!Array.isArray(value)) return { ...object, joinRef: object.join_ref }
  const [joinRef, ref, topic, event, payload] = parts
  return { joinRef, ref, topic, event, payload }
}

function readBroadcast(data: Buffer): Frame {
  const [kind, topicLength = 0, eventLength = 0, , encoding] = data
  if (kind !== 4) throw new Error(`Unknown kind ${kind}`)
  const strings = 5 + topicLength
  const bytes = data.subarray(strings + eventLength)
  const payload = {
    type: 'broadcast',
    event: data.toString('utf8', strings, strings + eventLength),
    payload: encoding === 1 ? (JSON.parse(bytes.toString()) as unknown) : bytes,
  }
  return { joinRef: null, ref: null, topic: data.toString('utf8', 5, strings), event: 'broadcast', payload }
}

type Dial = { version?: string; key?: string; headers?: Record<string, string> }

export async function dial(app: TestApp, { version = '2.0.0', key, headers = {} }: Dial = {}): Promise<Wire> {
  const address = `${app.origin.replace('http', 'ws')}/realtime/v1/websocket`
  const ws = new WebSocket(`${address}?apikey=${key ?? app.keys.anonKey}&vsn=${version}`, { headers })
  const wire = new Wire(ws, version)
  await once(ws, 'open')
  return wire
}

type Options = { token?: string | undefined; vsn?: string; key?: string }

/** The official client on the real port, with the token's person. */
export async function liveClient(
  app: TestApp,
  { token, vsn = '2.0.0', key = app.keys.anonKey }: Options = {},
): Promise<SupabaseClient> {
  const client = createClient(app.origin, key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    realtime: { vsn },
    ...(token ? { accessToken: async () => token } : {}),
  })
  // A page reads its session before it subscribes.
  if (token) await client.realtime.setAuth()
  return client
}

/** Subscribes. Returns the final status. */
export function subscribe(channel: RealtimeChannel): Promise<{ status: string; reason: string }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, reason: error?.message ?? '' }))
  })
}

/** Collects the channel's events of this name from now on. */
export function collect(channel: RealtimeChannel, event = '*'): { payload: unknown; event: string }[] {
  const heard: { payload: unknown; event: string }[] = []
  channel.on('broadcast', { event }, (message) =>
    heard.push({ event: message.event, payload: message['payload'] }),
  )
  return heard
}

export async function hangUp(...clients: SupabaseClient[]): Promise<void> {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
}

export type Bell = {
  /** Makes every waiting `until` check again. */
  ring: () => void
  /** Resolves when `done` is true, now or after a ring. */
  until: (done: () => boolean) => Promise<void>
}

/** Waits for events without a clock. */
export function createBell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring: () => waiting.forEach((look) => look()),
    until: (done) =>
      new Promise((resolve) => {
        const look = () => {
          if (!done()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
