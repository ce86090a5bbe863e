/**
 * The numbers of the events that a node has passed on. A row gets its number when it is written, not when it is committed, and a rolled-back
 * row never comes: below the highest number there are holes, which may still be filled.
 */
export type Ledger = {
  /** The highest number that was passed on. */
  top(): number
  /** Numbers below `top` that did not come yet, oldest first. */
  holes(): number[]
  /** Notes an event that was heard and passed on. */
  delivered(seq: number): void
  /** Notes an event that was found by looking back; false when it was passed on before. */
  fetched(seq: number): boolean
  /** Whether looking back found this event, so that its notice is no news. */
  wasFetched(seq: number): boolean
}

/** Transactions live for seconds. A number that does not come in this time was rolled back. */
const holeMs = 120_000
const mostHoles = 10_000
/** The notice of an event found by looking back comes within this time: the connection was open before. */
const fetchedMs = 60_000

export function createLedger(start: number, missing: number[] = [], clock = Date.now): Ledger {
  let top = start
  const holes = new Map<number, number>(missing.map((seq) => [seq, clock()]))
  const found = new Map<number, number>()
  const note = (seq: number) => {
    const now = clock()
    holes.delete(seq)
    // A larger jump is a restored or pruned table, not a gap of running transactions.
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
