/** Specification 2, section 2. */
const mostLines = 2
const mostLetters = 150

const letters = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/** The first two lines, at most 150 characters, then an ellipsis. Cuts no letter in two. */
export function previewOf(content: string): string {
  const whole = content.trim()
  const lines = whole.split('\n', mostLines).join('\n').trimEnd()
  let end = 0
  let count = 0
  for (const { index, segment } of letters.segment(lines)) {
    if (++count > mostLetters) break
    end = index + segment.length
  }
  return end === whole.length ? whole : `${lines.slice(0, end).replace(/[\s.…]+$/, '')}…`
}
