/** A text taken apart so that joining the pieces gives it back, letter for letter. `kept` is what no rule may touch: addresses, names with @, tags. */
export type Piece = { kind: 'word' | 'space' | 'mark' | 'kept'; text: string }
/** A word among pieces; `lower` as it stood at first, with a straight apostrophe. */
export type Word = {
  piece: Piece
  /** Its place among the pieces. */
  at: number
  lower: string
  /** What stands between it and the word before. */
  before: Piece[]
}

// Nobody's ordinary word is longer; giants cost nothing when no rule looks at them.
const longestWord = 40
const parts = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}]*(?:['’-][\p{L}\p{M}\p{N}\p{Cf}]+)*|[^]/gu
// user@place, #tag, a/b, <b>, snake_case, and emote.ph or 3.50: letters around a dot that is no end of a sentence.
const untouchable = /[@#/\\_=<>{}|~^]|[\p{Ll}\p{N}][.:][\p{Ll}\p{N}]/u

export function piecesOf(text: string): Piece[] {
  return text.split(/(\s+)/).flatMap((chunk, at): Piece[] => {
    if (chunk === '') return []
    if (at % 2 === 1) return [{ kind: 'space', text: chunk }]
    if (untouchable.test(chunk)) return [{ kind: 'kept', text: chunk }]
    return (chunk.match(parts) ?? []).map((part) => ({ kind: kindOf(part), text: part }))
  })
}

function kindOf(part: string): Piece['kind'] {
  if (!/^[\p{L}\p{N}]/u.test(part)) return 'mark'
  return part.length > longestWord ? 'kept' : 'word'
}

export const joined = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

export function wordsOf(pieces: readonly Piece[]): Word[] {
  const words: Word[] = []
  let before: Piece[] = []
  for (const [at, piece] of pieces.entries()) {
    // A rule before may have taken it away.
    if (piece.text === '') continue
    if (piece.kind !== 'word') {
      before.push(piece)
      continue
    }
    words.push({ piece, at, lower: piece.text.toLowerCase().replaceAll('’', "'"), before })
    before = []
  }
  return words
}

/** Whether only blank space of one line parts it from the word before. */
export function follows(word: Word | undefined): boolean {
  const [only, ...rest] = word?.before ?? []
  return only?.kind === 'space' && rest.length === 0 && !only.text.includes('\n')
}

/** What two texts are compared by: letters and digits alone. */
export const lettersOnly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** A replacement in the case of what it replaces: Kc → Kasi, KC → KASI. */
export function inCaseOf(original: string, replacement: string): string {
  const capitals = original.replace(/[^\p{L}]/gu, '')
  if (capitals.length > 1 && capitals === capitals.toUpperCase()) return replacement.toUpperCase()
  return /^\p{Lu}/u.test(original) ? capitalized(replacement) : replacement
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
