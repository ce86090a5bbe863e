/** Specification 2, section 2. */
const mostLines = 2
const mostLetters = 150

const letters = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/** The first two lines with words, at most 150 characters, then an ellipsis. Cuts no letter in two. */
export function previewOf(content: string): string {
  const lines = content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const shown = lines.slice(0, mostLines).join('\n')
  let end = 0
  let count = 0
  for (const { index, segment } of letters.segment(shown)) {
    if (++count > mostLetters) break
    end = index + segment.length
  }
  const isWhole = end === shown.length && lines.length <= mostLines
  return isWhole ? shown : `${shown.slice(0, end).replace(/[\s.…]+$/, '')}…`
}
