import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Caller } from '../topics/caller.ts'
import type { AccountUsage } from './account-usage.ts'
import { messageFrame, type ClientFrame, type Version } from './frames.ts'
import type { Hub, Writer } from '../topics/hub.ts'
import type { SocketLimits } from '../../http/limits.ts'
import { Allowance } from '../allowance.ts'

type Opening = { version: Version; network: string; keyRole: 'anon' | 'service_role'; browser: boolean }

/** One client's connection. There are thousands: no timers, no closures. */
export class Socket<Channel> implements Writer {
  readonly version: Version
  readonly network: string
  /** The role of the key that opened the socket, for channels without a token. */
  readonly keyRole: 'anon' | 'service_role'
  readonly browser: boolean
  readonly channels = new Map<string, Channel>()
  /** The last token and its caller: a phone joins all its channels with one token. */
  token: string | undefined
  caller: Promise<Caller> | undefined
  readonly accounts: AccountUsage[] = []
  readonly sessions: string[] = []
  readonly joins = new Allowance()
  /** The first token ends then or later. Ms, on the clock of tokens. */
  firstExpiry = Number.POSITIVE_INFINITY
  /** `heardAt`: the last message. A closing socket is cut at `cutAt`; 0 means open. Monotonic ms. */
  heardAt: number
  cutAt = 0
  readonly #events = new Allowance()
  readonly #bytes = new Allowance()
  readonly #ws: WebSocket
  readonly #raw: Duplex
  readonly #hub: Hub
  readonly #limits: SocketLimits
  #taken: Buffer[] = []

  constructor(ws: WebSocket, raw: Duplex, hub: Hub, limits: SocketLimits, opening: Opening) {
    this.#ws = ws
    this.#raw = raw
    this.#hub = hub
    this.#limits = limits
    this.version = opening.version
    this.network = opening.network
    this.keyRole = opening.keyRole
    this.browser = opening.browser
    this.heardAt = performance.now()
  }

  get open(): boolean {
    return this.cutAt === 0 && this.#ws.readyState === WebSocket.OPEN
  }

  allows(bytes: number): boolean {
    const now = performance.now()
    this.heardAt = now
    const { eventsPerSecond, bytesPerSecond, accountEventsPerSecond, accountBytesPerSecond } = this.#limits
    return (
      this.#events.take(1, eventsPerSecond, now) &&
      this.#bytes.take(bytes, bytesPerSecond, now) &&
      this.accounts.every(
        (account) =>
          account.events.take(1, accountEventsPerSecond, now) &&
          account.bytes.take(bytes, accountBytesPerSecond, now),
      )
    )
  }

  tell(
    joinRef: string | null,
    ref: string | null,
    topic: string,
    event: string,
    payload: object | string,
  ): void {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    this.take(messageFrame(this.version, joinRef, ref, topic, event, text))
  }

  reply({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: object): void {
    if (ref !== null) this.tell(joinRef, ref, topic, 'phx_reply', { status, response })
  }

  take(frame: Buffer): void {
    if (this.#taken.push(frame) === 1) this.#hub.expect(this)
  }

  write(): void {
    const frames = this.#taken
    if (frames.length === 0) return
    this.#taken = []
    if (!this.open || this.#isBehind()) return
    // Writes to the TCP socket directly. ws without compression also writes its own frames at once, so none is split.
    const [only] = frames
    if (frames.length === 1) this.#raw.write(only)
    else {
      this.#raw.cork()
      for (const frame of frames) this.#raw.write(frame)
      this.#raw.uncork()
    }
  }

  pong(data: Buffer): void {
    if (!this.#isBehind()) this.#ws.pong(data)
  }

  /** Writes pending frames, then the close frame. The sweep cuts a socket that does not close in time. */
  close(code: number, reason: string): void {
    if (!this.open) return
    this.write()
    if (!this.open) return
    this.cutAt = performance.now() + this.#limits.farewellMs
    this.#ws.close(code, reason)
  }

  cut(): void {
    this.#ws.terminate()
  }

  /**
   * A slow reader would fill the server's memory. Its client reconnects and fetches what it missed. Only the rest of earlier writes counts:
   * one large write makes no slow reader.
   */
  #isBehind(): boolean {
    const behind = this.#raw.writableLength > this.#limits.unreadBytes
    if (behind) this.close(1013, 'Reading too slowly')
    return behind
  }
}
