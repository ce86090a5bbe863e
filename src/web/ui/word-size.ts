/** The size of words on a card: large for a short feeling, smaller for a long one. */
export type Size = 'emoji' | 'huge' | 'large' | 'medium' | 'small'

const emojiOnly =
  /^(?=[\s\S]*[\p{Extended_Pictographic}\p{Regional_Indicator}])(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\s]|\u200d|\ufe0f)+$/u

/** The limits of each size. A longer word would break on a small phone. */
const sizes = [
  { size: 'huge', letters: 36, lines: 2, word: 12 },
  { size: 'large', letters: 100, lines: 4, word: 17 },
  { size: 'medium', letters: 240, lines: 7, word: Infinity },
] as const
const most = 240

const graphemes = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/** Letters as people see them (graphemes), up to `limit`. A family emoji is one. */
function countUpTo(text: string, limit: number): number {
  let count = 0
  for (const _ of graphemes.segment(text)) if (++count >= limit) break
  return count
}

/** A text with this many plain Latin letters is long without counting graphemes, which would be slow on each key. */
const plainlyLong = /^[ -~\n\u00a1-\u024f\u2010-\u2027]{241}/

export function sizeOf(content: string): Size {
  const text = content.trim()
  if (plainlyLong.test(text)) return 'small'
  const count = countUpTo(text, most + 1)
  if (count > most) return 'small'
  if (count <= 8 && emojiOnly.test(text)) return 'emoji'
  const lines = text.split('\n').length
  const longest = Math.max(...text.split(/[\s\-–—]+/u).map((word) => countUpTo(word, most)))
  const fits = sizes.find(
    ({ letters, lines: few, word }) => count <= letters && lines <= few && longest <= word,
  )
  return fits?.size ?? 'small'
}
