/** Finds the first row that matches by bisection: all rows after it match, and measuring each of hundreds is slow. */
export function findFirst(rows: readonly Element[], holds: (row: Element) => boolean): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = rows[middle]
    if (row && holds(row)) to = middle
    else from = middle + 1
  }
  return from
}
