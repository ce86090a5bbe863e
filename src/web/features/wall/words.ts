/** How words sit on their picture: a short feeling is set large, a long one smaller. */
export type Size = 'emoji' | 'huge' | 'large' | 'medium' | 'small'

const emojiOnly =
  /^(?=[\s\S]*[\p{Extended_Pictographic}\p{Regional_Indicator}])(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\s]|\u200d|\ufe0f)+$/u

/** What a card shows at most; the rest is behind 'Basahin lahat'. */
const mostLetters = 420
const mostLines = 10

const letters = new Intl.Segmenter('fil', { granularity: 'grapheme' })

/** Letters as people see them, up to `limit`: a family emoji or a letter with a tower of marks is one. */
function countUpTo(text: string, limit: number): number {
  let count = 0
  for (const _ of letters.segment(text)) if (++count >= limit) break
  return count
}

export function sizeOf(content: string): Size {
  const text = content.trim()
  const count = countUpTo(text, mostLetters)
  if (count <= 8 && emojiOnly.test(text)) return 'emoji'
  const lines = text.split('\n').length
  if (count <= 36 && lines <= 2) return 'huge'
  if (count <= 100 && lines <= 4) return 'large'
  if (count <= 240 && lines <= 7) return 'medium'
  return 'small'
}

/** The words of a card, empty lines folded; `cut` when there is more to read. Never cuts a letter in two, and a word only when it must. */
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

/** Which of `count` coats of paint a card without art gets: by its id, so that it stays the same everywhere. */
export function coatOf(id: string, count = 6): number {
  return Number.parseInt(id.slice(-6), 16) % count
}
