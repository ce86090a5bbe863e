/** A text in pieces: their concatenation is the text. Rules must not change `kept` pieces: addresses, names with @, tags. */
export type Piece = { kind: 'word' | 'space' | 'mark' | 'kept'; text: string }
/** A word among pieces. `lower`: its first lower-case form, with a straight apostrophe. */
export type Word = {
  piece: Piece
  at: number
  lower: string
  before: Piece[]
}

// Longer words are skipped, so giants cost nothing.
const longestWord = 40
const parts = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}]*(?:['’-][\p{L}\p{M}\p{N}\p{Cf}]+)*|[^]/gu
// user@place, #tag, a/b, <b>, snake_case, and letters around an inner dot: emote.ph, 3.50.
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
    // An earlier rule may have removed it.
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

/** True when only blanks of one line separate it from the previous word. */
export function follows(word: Word | undefined): boolean {
  const [only, ...rest] = word?.before ?? []
  return only?.kind === 'space' && rest.length === 0 && !only.text.includes('\n')
}

/** Letters and digits, for the comparison of two texts. */
export const lettersOnly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** A replacement in the case of the original: Kc → Kasi, KC → KASI. */
export function inCaseOf(original: string, replacement: string): string {
  const capitals = original.replace(/[^\p{L}]/gu, '')
  if (capitals.length > 1 && capitals === capitals.toUpperCase()) return replacement.toUpperCase()
  return /^\p{Lu}/u.test(original) ? capitalized(replacement) : replacement
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
