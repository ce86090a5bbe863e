/**
 * Limits of one caller. Carriers put thousands of phones behind one address, so a network may hold many sockets. Limits of a socket and an
 * account are ten times what a person needs.
 */
export const defaultLimits = {
  /**
   * Open sockets: on this node, of one network (IPv4 /24, IPv6 /48), of one account. On a node that is half full, a network may hold half
   * of what the others leave.
   */
  sockets: 20_000,
  socketsPerNetwork: 10_000,
  socketsPerAccount: 30,
  /** Handshakes of one network a second. */
  opensPerSecond: 500,
  channelsPerSocket: 100,
  /** Messages of one socket a second, in bursts of five seconds' worth: a phone that reconnects joins all topics at once. */
  joinsPerSecond: 20,
  eventsPerSecond: 40,
  bytesPerSecond: 64 * 1_024,
  /** `track` messages of one channel, a second. */
  tracksPerSecond: 1,
  /** All sockets of an account together, a second. */
  accountJoinsPerSecond: 40,
  accountEventsPerSecond: 120,
  accountBytesPerSecond: 128 * 1_024,
  /** Joins answered with a roster, which is a hundred times larger than the join. */
  accountRostersPerSecond: 1,
  /** Largest client frame, bytes. */
  frameBytes: 64 * 1_024,
  /** Unsent bytes that make a slow reader. A reader that does not read its close frame in time is cut. */
  unreadBytes: 1_024 * 1_024,
  farewellMs: 5_000,
  /** Silence that closes a socket. Clients send a heartbeat every 25 s. */
  silenceMs: 70_000,
}

export type RealtimeLimits = typeof defaultLimits

const burstSeconds = 5

/** So many a second, in bursts of five seconds' worth. Each socket has several: two numbers, no timer. */
export class Allowance {
  #left = Number.POSITIVE_INFINITY
  #at = 0

  take(amount: number, perSecond: number, now: number): boolean {
    const most = perSecond * burstSeconds
    this.#left = Math.min(most, this.#left + ((now - this.#at) / 1_000) * perSecond)
    this.#at = now
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }

  /** The allowance is full again, so it may be dropped. */
  isFull(now: number): boolean {
    return now - this.#at > burstSeconds * 1_000
  }
}
