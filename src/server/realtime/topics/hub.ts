import type { Version } from '../wire/frames.ts'

/** A socket, as far as the hub writes to it. */
export type Reader = {
  readonly version: Version
  /** Takes a frame that leaves with the next `write`. */
  take(frame: Buffer): void
  /** Writes what was taken. */
  write(): void
}

/** Somebody who hears a room: a channel of a socket. */
export type Listener = { readonly reader: Reader }

type Message = { encode: (version: Version) => Buffer; except: Listener | undefined }

type Room = { listeners: Set<Listener>; said: Message[] }

/**
 * Who hears what. What is said in a room is encoded once for each protocol version, gathered until the turn of the event loop ends, and
 * written to each socket in one go: many times cheaper than a write for every message and socket.
 */
export class Hub {
  readonly #rooms = new Map<string, Room>()
  #loud: Room[] = []
  #readers: Reader[] = []
  #scheduled = false
  readonly #fault: (error: unknown) => void

  /** `fault` is told what went wrong while a room was told: it must not end the process, nor silence other rooms. */
  constructor(fault: (error: unknown) => void) {
    this.#fault = fault
  }

  enter(room: string, listener: Listener): void {
    const found = this.#rooms.get(room)
    if (found) found.listeners.add(listener)
    else this.#rooms.set(room, { listeners: new Set([listener]), said: [] })
  }

  leave(room: string, listener: Listener): void {
    const listeners = this.#rooms.get(room)?.listeners
    if (listeners?.delete(listener) && listeners.size === 0) this.#rooms.delete(room)
  }

  has(room: string): boolean {
    return this.#rooms.has(room)
  }

  /** `except` does not hear it. */
  say(room: string, encode: Message['encode'], except?: Listener): void {
    const found = this.#rooms.get(room)
    if (!found) return
    if (found.said.push({ encode, except }) === 1) this.#loud.push(found)
    this.#schedule()
  }

  /** The reader has taken something that is to be written. */
  expect(reader: Reader): void {
    this.#readers.push(reader)
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
        this.#fault(error)
      }
    }
    const readers = this.#readers
    this.#readers = []
    // Whoever is told now that it reads too slowly asks to be written to again, in the next turn.
    this.#scheduled = false
    for (const reader of readers) reader.write()
  }
}

function deliver({ listeners, said }: Room): void {
  const messages = said.splice(0)
  const frames: Partial<Record<Version, Buffer[]>> = {}
  const together: Partial<Record<Version, Buffer>> = {}
  const exceptions = new Set(messages.map(({ except }) => except))
  for (const listener of listeners) {
    const { reader } = listener
    const { version } = reader
    const encoded = (frames[version] ??= messages.map(({ encode }) => encode(version)))
    if (exceptions.has(listener)) {
      messages.forEach(({ except }, n) => {
        const frame = encoded[n]
        if (frame && except !== listener) reader.take(frame)
      })
    } else {
      reader.take(
        (together[version] ??= encoded.length === 1 && encoded[0] ? encoded[0] : Buffer.concat(encoded)),
      )
    }
  }
}
