/** The server's clock, for what ends at a moment that the server chose. A phone's own clock may be hours or years off. */

/** By how much the server's clock is ahead, ms. A difference of seconds is the way of the answer. */
let ahead = 0
const small = 5_000

/** Called with each answer of the server. Its header names whole seconds. */
export function noteTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < small ? 0 : difference
}

export const serverNow = (): number => Date.now() + ahead
