import type { Channel } from './channel.ts'

/** A broadcast that has not returned by now is lost: Redis may die before it delivers. */
const mostMs = 60_000

/** Senders of broadcasts under way that must not hear themselves. */
export class Origins {
  readonly #sent = new Map<string, { channel: Channel; at: number }>()

  get size(): number {
    return this.#sent.size
  }

  note(id: string, channel: Channel, now: number): void {
    this.#sent.set(id, { channel, at: now })
  }

  take(id: string): Channel | undefined {
    const channel = this.#sent.get(id)?.channel
    this.#sent.delete(id)
    return channel
  }

  tidy(now: number): void {
    for (const [id, { channel, at }] of this.#sent) {
      if (!channel.alive || now - at > mostMs) this.#sent.delete(id)
    }
  }
}
