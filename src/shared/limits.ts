/** Lengths in Unicode code points, as PostgreSQL's char_length counts them. The database enforces them, the interface shows them. */
export const limits = {
  codename: 20,
  post: 5_000,
  diary: 20_000,
  comment: 1_000,
  message: 2_000,
  /** Different people that one message may mention. */
  mentions: 5,
  /** Letters of a message in a quote or a preview. */
  quote: 140,
  reportDetails: 1_000,
  passwordMin: 6,
  /** UTF-8 bytes. argon2 takes more, but a cap keeps a megabyte password cheap. */
  passwordMaxBytes: 72,
  wallPage: 20,
} as const

/** True for a text that shows nothing, as `app.is_blank` judges it. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u.test(text)

/** Code points of a text, as `char_length` counts them. `.length` would count an emoji twice. */
export function countLetters(text: string): number {
  let count = text.length
  // Counted down from the UTF-16 units: ten times faster than a loop over the letters, and it runs at each key.
  for (let at = 1; at < text.length; at++) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count--
  }
  return count
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000
