/**
 * Limits of one caller. Carriers put thousands of phones behind one address, so a network may hold many sockets. A socket and an
 * account belong to one person: they may do ten times what a person needs.
 */
export const defaultLimits = {
  /**
   * Open sockets: on this node, of one network (IPv4 /24, IPv6 /48), of one account. Once the node is half full, a network may have half of
   * what the others leave.
   */
  sockets: 20_000,
  socketsPerNetwork: 10_000,
  socketsPerAccount: 30,
  /** Handshakes a second, of one network. */
  opensPerSecond: 500,
  channelsPerSocket: 100,
  /** A second, of one socket; five seconds' worth may come at once: a phone that is back joins everything again. */
  joinsPerSecond: 20,
  eventsPerSecond: 40,
  bytesPerSecond: 64 * 1_024,
  /** A second, of one channel. */
  tracksPerSecond: 1,
  /** A second, of all sockets of an account. */
  accountJoinsPerSecond: 40,
  accountEventsPerSecond: 120,
  accountBytesPerSecond: 128 * 1_024,
  /** Joins that are answered with a roster: it is a hundred times larger than what asks for it. */
  accountRostersPerSecond: 1,
  /** The largest frame of a client, in bytes. */
  frameBytes: 64 * 1_024,
  /** Bytes that wait for a reader before it counts as too slow; it is cut when it has not read its farewell in time. */
  unreadBytes: 1_024 * 1_024,
  farewellMs: 5_000,
  /** A socket is closed after so long without a message: clients send a heartbeat every 25 s. */
  silenceMs: 70_000,
}

export type RealtimeLimits = typeof defaultLimits

const burstSeconds = 5

/** So many a second, and five seconds' worth at once. Two numbers and no timer, because each socket has several. */
export class Allowance {
  #left = Number.POSITIVE_INFINITY
  #at = 0

  /** Takes `amount`; false when there is not enough. `now` in milliseconds. */
  take(amount: number, perSecond: number, now: number): boolean {
    const most = perSecond * burstSeconds
    this.#left = Math.min(most, this.#left + ((now - this.#at) / 1_000) * perSecond)
    this.#at = now
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }

  /** Nothing is used up any more, so it may be forgotten. */
  isFull(now: number): boolean {
    return now - this.#at > burstSeconds * 1_000
  }
}
