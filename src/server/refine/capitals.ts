import { alwaysCapital } from './lexicon/capitals.ts'
import { sentencesOf } from './sentences.ts'
import { capitalized, joined, type Piece, piecesOf, wordsOf } from './text.ts'

export function mendCapitals(text: string): string {
  if (isLowerCaseOnPurpose(text)) return text
  let before = ''
  return sentencesOf(text)
    .map((sentence) => {
      const pieces = piecesOf(sentence)
      if (startsAnew(before)) capitalizeFirst(pieces)
      for (const { piece, lower } of wordsOf(pieces))
        if (piece.text === lower && alwaysCapital.has(lower)) piece.text = capitalized(lower)
      capitalizeI(pieces)
      before = sentence
      return joined(pieces)
    })
    .join('')
}

/** A text in verse without any capital is a style. */
function isLowerCaseOnPurpose(text: string): boolean {
  if (/\p{Lu}/u.test(text)) return false
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length >= 3 && lines.filter((line) => /[.!?]\s*$/.test(line)).length < lines.length / 2
}

/** A quoted question or a broken line ends no sentence: "Bakit?" tanong niya. */
function startsAnew(before: string): boolean {
  const ended = before.replace(/[\p{Extended_Pictographic}\uFE0F\u200D\p{Emoji_Modifier}]/gu, '').trimEnd()
  if (before.trim() === '') return true
  if (!/\s$/.test(before)) return false
  return /\n\s*\n\s*$/.test(before) || (/[.!?]$/.test(ended) && !/\.\.+$/.test(ended))
}

/** Leaves iPhone, @mina, 3 years and list letters such as a) alone. */
function capitalizeFirst(pieces: readonly Piece[]): void {
  const at = pieces.findIndex(({ kind }) => kind === 'word' || kind === 'kept')
  const first = pieces[at]
  const opens = pieces.slice(0, at).every(({ text }) => !/[.…:;,$%&!?]/.test(text))
  if (first?.kind === 'word' && opens && /^\p{Ll}[\p{Ll}'’\p{M}]*(?:-|$)/u.test(first.text))
    first.text = capitalized(first.text)
}

/** The lone 'i', except in a spelled-out word (l i k e this), in 'i.e.' and in lists. */
function capitalizeI(pieces: readonly Piece[]): void {
  const words = wordsOf(pieces)
  const isLetter = (at: number) => /^[b-z]$/.test(words[at]?.lower ?? '') && words[at]?.lower !== 'i'
  for (const [at, { piece, lower, at: place }] of words.entries()) {
    if (!piece.text.startsWith('i') || !/^i(?:'(?:m|ve|ll|d))?$/.test(lower)) continue
    const next = pieces[place + 1]?.text
    if (next !== '.' && next !== ')' && !isLetter(at - 1) && !isLetter(at + 1))
      piece.text = capitalized(piece.text)
  }
}
