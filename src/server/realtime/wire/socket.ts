import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Account, Caller } from '../topics/callers.ts'
import type { Channel } from '../topics/channel.ts'
import { messageFrame, type ClientFrame, type Version } from './frames.ts'
import type { Hub, Reader } from '../topics/hub.ts'
import { Allowance, type Limits } from '../limits.ts'

type Told = { version: Version; network: string; keyRole: 'anon' | 'service_role'; browser: boolean }

/** One client. There are thousands: no timers of its own, no closures. */
export class Socket implements Reader {
  readonly version: Version
  readonly network: string
  /** Whose key opened it: who it is on channels that it joins without a token. */
  readonly keyRole: 'anon' | 'service_role'
  readonly browser: boolean
  readonly channels = new Map<string, Channel>()
  /** The last token that came, and whom it names: a phone joins all its channels with one. */
  token: string | undefined
  caller: Promise<Caller> | undefined
  /** People whose channels it has held; nearly always one. */
  readonly accounts: Account[] = []
  readonly sessions: string[] = []
  readonly joins = new Allowance()
  /** When the first token of its channels ends, or earlier; milliseconds, as tokens count them. */
  firstExpiry = Number.POSITIVE_INFINITY
  /** When it was last heard, and when it is cut because it does not go (0: it may stay). Monotonic milliseconds. */
  heardAt: number
  cutAt = 0
  readonly #events = new Allowance()
  readonly #bytes = new Allowance()
  readonly #ws: WebSocket
  readonly #raw: Duplex
  readonly #hub: Hub
  readonly #limits: Limits
  #taken: Buffer[] = []

  constructor(ws: WebSocket, raw: Duplex, hub: Hub, limits: Limits, told: Told) {
    this.#ws = ws
    this.#raw = raw
    this.#hub = hub
    this.#limits = limits
    this.version = told.version
    this.network = told.network
    this.keyRole = told.keyRole
    this.browser = told.browser
    this.heardAt = performance.now()
  }

  get open(): boolean {
    return this.cutAt === 0 && this.#ws.readyState === WebSocket.OPEN
  }

  /** Counts what came, for the socket and for every account that it has spoken for; false when that was too much. */
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

  /** A message about one channel; `payload` is an object or JSON text. */
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

  /** Answers a frame that wants an answer. */
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
    // Straight to the TCP socket: without compression ws writes its own few frames there at once, so none is cut in two.
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

  /** What was taken still leaves; then the reason; and whoever has not gone in time is cut by the sweep. */
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
   * Whoever reads slower than is written would fill the server's memory. Its client comes back and fetches what it missed. What counts is
   * what is left of earlier writes: a large one alone is no fault of the reader.
   */
  #isBehind(): boolean {
    const behind = this.#raw.writableLength > this.#limits.unreadBytes
    if (behind) this.close(1013, 'Reading too slowly')
    return behind
  }
}
