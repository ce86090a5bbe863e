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
