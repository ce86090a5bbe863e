import type { Version } from '../wire/frames.ts'

export type Writer = {
  readonly version: Version
  take(frame: Buffer): void
  write(): void
}

export type Subscriber = { readonly socket: Writer }

type Encode = (version: Version) => Buffer
/** Decides what one subscriber gets instead: nothing (null), or another frame. Undefined: the frame of all. */
export type Exception = (subscriber: Subscriber) => Encode | null | undefined
type Message = { encode: Encode; exception: Exception | undefined }

type Room = { subscribers: Set<Subscriber>; said: Message[] }

/**
 * Knows which subscriber hears which room. A message is encoded once per protocol version. The hub gathers messages until the turn of the
 * event loop ends and writes to each socket once, which is many times cheaper than single writes.
 */
export class Hub {
  readonly #rooms = new Map<string, Room>()
  #loud: Room[] = []
  #writers: Writer[] = []
  #scheduled = false
  readonly #logFault: (error: unknown) => void

  /** `logFault` gets the error of one room. The error must not end the process or silence other rooms. */
  constructor(logFault: (error: unknown) => void) {
    this.#logFault = logFault
  }

  enter(room: string, subscriber: Subscriber): void {
    const found = this.#rooms.get(room)
    if (found) found.subscribers.add(subscriber)
    else this.#rooms.set(room, { subscribers: new Set([subscriber]), said: [] })
  }

  leave(room: string, subscriber: Subscriber): void {
    const subscribers = this.#rooms.get(room)?.subscribers
    if (subscribers?.delete(subscriber) && subscribers.size === 0) this.#rooms.delete(room)
  }

  has(room: string): boolean {
    return this.#rooms.has(room)
  }

  /** The rooms that have subscribers now. */
  rooms(): string[] {
    return [...this.#rooms.keys()]
  }

  say(room: string, encode: Encode, exception?: Exception): void {
    const found = this.#rooms.get(room)
    if (!found) return
    if (found.said.push({ encode, exception }) === 1) this.#loud.push(found)
    this.#schedule()
  }

  expect(writer: Writer): void {
    this.#writers.push(writer)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    const loud = this.#loud
    this.#loud = []
    for (const room of loud) {
      try {
        deliver(room)
      } catch (error) {
        this.#logFault(error)
      }
    }
    const writers = this.#writers
    this.#writers = []
    // A slow reader is flushed now and registers again for the next flush.
    this.#scheduled = false
    for (const writer of writers) writer.write()
  }
}

function deliver({ subscribers, said }: Room): void {
  const messages = said.splice(0)
  const frames: Partial<Record<Version, Buffer[]>> = {}
  const together: Partial<Record<Version, Buffer>> = {}
  const hasExceptions = messages.some(({ exception }) => exception)
  for (const subscriber of subscribers) {
    const { socket } = subscriber
    const { version } = socket
    const encoded = (frames[version] ??= messages.map(({ encode }) => encode(version)))
    const own = hasExceptions ? messages.map(({ exception }) => exception?.(subscriber)) : []
    if (own.some((encode) => encode !== undefined)) {
      own.forEach((encode, n) => {
        const frame = encode === undefined ? encoded[n] : encode?.(version)
        if (frame) socket.take(frame)
      })
    } else {
      socket.take(
        (together[version] ??= encoded.length === 1 && encoded[0] ? encoded[0] : Buffer.concat(encoded)),
      )
    }
  }
}
