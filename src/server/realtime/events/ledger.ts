/**
 * The numbers of the events that a node has passed on. A row gets its number at insert, before its commit, and a rollback loses the number.
 * The numbers below the highest therefore have gaps, some of which fill later.
 */
export type Ledger = {
  top(): number
  /** Missing numbers below `top`, oldest first. */
  holes(): number[]
  delivered(seq: number): void
  /** Records an event from a look back; false when it was passed on before. */
  fetched(seq: number): boolean
  /** True when a look back already passed this event on. */
  wasFetched(seq: number): boolean
}

/** Transactions live for seconds. A number that stays away this long was rolled back. */
const holeMs = 120_000
const mostHoles = 10_000
/** The notice of an event found by a look back arrives within this time: LISTEN came first. */
const fetchedMs = 60_000

export function createLedger(start: number, missing: number[] = [], clock = Date.now): Ledger {
  let top = start
  const holes = new Map<number, number>(missing.map((seq) => [seq, clock()]))
  const found = new Map<number, number>()
  const note = (seq: number) => {
    const now = clock()
    holes.delete(seq)
    // A larger jump means a restored or pruned table, not running transactions.
    for (let hole = Math.max(top + 1, seq - mostHoles); hole < seq; hole++) holes.set(hole, now)
    top = Math.max(top, seq)
    forget(holes, now - holeMs, mostHoles)
    forget(found, now - fetchedMs, Infinity)
  }
  return {
    top: () => top,
    holes: () => [...holes.keys()].toSorted((a, b) => a - b),
    delivered: note,
    fetched(seq) {
      if (seq <= top && !holes.has(seq)) return false
      note(seq)
      found.set(seq, clock())
      return true
    },
    wasFetched: (seq) => found.has(seq),
  }
}

function forget(times: Map<number, number>, olderThan: number, most: number): void {
  for (const [seq, time] of times) {
    if (time >= olderThan && times.size <= most) break
    times.delete(seq)
  }
}
