/**
 * Which numbered events a node has passed on. Numbers are given out when a row is written, not when it is committed, and a rolled-back
 * one never comes: below the highest number passed on there are holes that may still be filled.
 */
export type Ledger = {
  /** Everything above it is news. */
  top(): number
  /** Numbers below `top` that did not come yet, oldest first. */
  holes(): number[]
  /** Takes note of an event that was heard and passed on. */
  delivered(seq: number): void
  /** Takes note of an event that was found by looking back; false when it was passed on before. */
  fetched(seq: number): boolean
  /** Found by looking back: hearing of it afterwards is no news. */
  wasFetched(seq: number): boolean
}

/** Transactions live for seconds: what did not come in this time was rolled back. */
const holeMs = 120_000
const mostHoles = 10_000
/** What was found by looking back is heard at most a moment later, on the connection that was opened before looking. */
const fetchedMs = 60_000

export function createLedger(start: number, missing: number[] = [], clock = Date.now): Ledger {
  let top = start
  const holes = new Map<number, number>(missing.map((seq) => [seq, clock()]))
  const found = new Map<number, number>()
  const note = (seq: number) => {
    const now = clock()
    holes.delete(seq)
    // A jump of more than that is no gap of running transactions but a restored or pruned table.
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

/** Oldest first, which is the order of insertion. */
function forget(times: Map<number, number>, olderThan: number, most: number): void {
  for (const [seq, time] of times) {
    if (time >= olderThan && times.size <= most) break
    times.delete(seq)
  }
}
