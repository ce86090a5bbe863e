/** Lengths are Unicode code points, as PostgreSQL's char_length counts them. The database enforces them; the interface shows them. */
export const limits = {
  codename: 20,
  post: 5_000,
  diary: 20_000,
  comment: 1_000,
  reportDetails: 1_000,
  passwordMin: 6,
  /** Bytes of UTF-8: argon2 takes more, but a cap keeps a megabyte password from costing anything. */
  passwordMaxBytes: 72,
  wallPage: 20,
} as const

/** Code points in a text: what `char_length` counts, where `.length` would count an emoji twice. */
export function countLetters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
