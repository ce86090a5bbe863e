/** Signs that change the direction of the following text, also outside an excerpt, and invisible signs. */
const unseen = /\p{Bidi_Control}|(?!\s)\p{Cc}/gu

const letters = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/**
 * The beginning of a text on one line, without control signs: its first `limit` letters as people see them, with an ellipsis when more
 * follows. It never cuts a letter. A letter with many marks counts by its height, so the result has at most 8 × `limit` UTF-16 units.
 */
export function excerpt(text: string, limit: number): string {
  const line = text.replace(unseen, '').trim().replace(/\s+/g, ' ')
  let end = 0
  let count = 0
  for (const { index, segment } of letters.segment(line)) {
    const after = index + segment.length
    if (++count > limit || after > limit * 8) break
    end = after
  }
  return end === line.length ? line : `${line.slice(0, end).replace(/[\s.…]+$/, '')}…`
}
