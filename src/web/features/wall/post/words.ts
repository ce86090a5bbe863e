/** Limits of a card. 'Basahin lahat' shows the rest. */
const mostLetters = 420
const mostLines = 10

const letters = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/** The words of a card, empty lines folded. `cut`: the post has more. Never cuts a letter in two, and a word only when it must. */
export function excerptOf(content: string): { text: string; cut: boolean } {
  const whole = content.trim().replace(/\s*\n\s*\n\s*/g, '\n\n')
  const lines = whole.split('\n')
  const short = lines.slice(0, mostLines).join('\n').trimEnd()
  let end = 0
  let count = 0
  for (const { index, segment } of letters.segment(short)) {
    if (++count > mostLetters) break
    end = index + segment.length
  }
  if (end === whole.length) return { text: whole, cut: false }
  if (end === short.length) return { text: `${short}…`, cut: true }
  const room = short.slice(0, end)
  const space = room.search(/\s\S*$/)
  return { text: `${(space > end * 0.8 ? room.slice(0, space) : room).trimEnd()}…`, cut: true }
}

/** Picks one of `count` backgrounds by the post's id, so that it is the same everywhere. */
export function coatOf(id: string, count = 6): number {
  return Number.parseInt(id.slice(-6), 16) % count
}
