import { clausesOf, told } from './clauses.ts'
import { fillers, heldTogether, holdsAfter, holdsBefore, wordy } from './lexicon/fillers.ts'
import { saidTwice } from './lexicon/particles.ts'
import { replacePhrases, write } from './phrases.ts'
import { mostTelling } from './ranking.ts'
import { sentencesOf } from './sentences.ts'
import { follows, joined, lettersOnly, type Piece, piecesOf, type Word, wordsOf } from './text.ts'

// When tightening leaves more than 85 % of a text of so many clauses, its heaviest two thirds are kept.
const long = 5
const share = 2 / 3
const worth = 0.85

export function shorter(text: string): string {
  const tight = tighter(text)
  if (tight.length <= text.length * worth) return tight
  const clauses = clausesOf(tight)
  if (clauses.length < long) return text
  const fewer = told(clauses, mostTelling(clauses, Math.ceil(clauses.length * share)))
  return fewer.length <= text.length * worth ? fewer : text
}

/** Removes repetitions and fillers. Never longer than before, never empty. */
export function tighter(text: string): string {
  const seen = new Set<string>()
  const shortened = sentencesOf(text)
    .filter((sentence) => {
      const letters = lettersOnly(sentence)
      const isAgain = isWords(letters) && seen.has(letters)
      seen.add(letters)
      return !isAgain
    })
    .map(shortenSentence)
    .join('')
    .trim()
  return shortened === '' || shortened.length > text.length ? text : shortened
}

function shortenSentence(sentence: string): string {
  const calm = collapse(sentence)
  const pieces = piecesOf(withoutEchoes(calm))
  replacePhrases(pieces, wordy)
  dropRepeats(wordsOf(pieces))
  dropFillers(pieces)
  const short = tidy(joined(pieces))
  if (lettersOnly(short) === '') return calm
  return /^\s*\p{Lu}/u.test(calm) ? short.replace(/^\s*\p{Ll}/u, (letter) => letter.toUpperCase()) : short
}

/** !!!! → !, 😭😭😭 → 😭. Three dots are a pause and stay. */
function collapse(text: string): string {
  return text.replace(/([!?,])\1+/g, '$1').replace(/(\p{Extended_Pictographic}\uFE0F?)\1+/gu, '$1')
}

/** 'ayoko na, ayoko na, ayoko na' → 'ayoko na': drops a part between commas that repeats the previous one. */
function withoutEchoes(sentence: string): string {
  const kept: string[] = []
  for (const part of sentence.split(/(?<=,\s)/)) {
    const before = kept.at(-1)
    const letters = lettersOnly(part)
    if (before !== undefined && isWords(letters) && lettersOnly(before) === letters)
      kept[kept.length - 1] = part
    else kept.push(part)
  }
  return kept.join('')
}

/** Repeated numbers are no repetition. */
const isWords = (letters: string) => letters !== '' && !/\d/.test(letters)

/** 100 100 is a number, Jun Jun a person, gabi gabi every night. */
const isMeant = ({ piece, lower }: Word) => /^[\p{Lu}\d]/u.test(piece.text) || saidTwice.has(lower)

function dropRepeats(words: readonly Word[]): void {
  for (const [at, word] of words.entries())
    if (word.lower === words[at - 1]?.lower && follows(word) && !isMeant(word))
      for (const gone of [word.piece, ...word.before]) gone.text = ''
}

function dropFillers(pieces: readonly Piece[]): void {
  const words = wordsOf(pieces)
  for (let at = 0; at < words.length; at++) {
    const size = fillerAt(words, at)
    if (size === 0) continue
    write(words.slice(at, at + size), '')
    if (!follows(words[at])) dropComma(pieces, words[at])
    at += size - 1
  }
}

function fillerAt(words: readonly Word[], at: number): number {
  let phrase = ''
  let found = 0
  for (let size = 1; size <= fillers.longest && (size === 1 || follows(words[at + size - 1])); size++) {
    phrase += `${size > 1 ? ' ' : ''}${words[at + size - 1]?.lower ?? ''}`
    if (fillers.all.has(phrase) && !isHeld(words, at, size)) found = size
  }
  return found
}

/** True when the neighbours need the word: 'not really', 'very much', or a lone 'Talaga?' */
function isHeld(words: readonly Word[], at: number, size: number): boolean {
  const before = follows(words[at]) ? words[at - 1]?.lower : undefined
  const after = follows(words[at + size]) ? words[at + size]?.lower : undefined
  if (before === undefined && after === undefined && words.length === size) return true
  const own = words[at]?.lower ?? ''
  if (heldTogether.has(`${before} ${own}`) || heldTogether.has(`${own} ${after}`)) return true
  return (before !== undefined && holdsBefore.has(before)) || (after !== undefined && holdsAfter.has(after))
}

/** A filler at the start of a clause is removed with its comma. */
function dropComma(pieces: readonly Piece[], word: Word | undefined): void {
  if (!word) return
  const next = pieces.slice(word.at + 1, word.at + 12).find(({ text }) => text !== '')
  if (next?.text === ',') next.text = ''
}

function tidy(text: string): string {
  return text
    .replace(/(?<=\S)[^\S\n]{2,}/g, ' ')
    .replace(/ ([,.!?;])(?=\s|$)/g, '$1')
    .replace(/,(?=[.!?])/g, '')
    .replace(/^[^\S\n]+/, '')
}
