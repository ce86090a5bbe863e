import { isTagalog } from './language.ts'
import {
  manners,
  modals,
  neverTwice,
  onlyManners,
  people,
  saidTwice,
  shortPronouns,
  times,
  wishedActs,
  wishes,
  withoutObject,
} from './lexicon/particles.ts'
import { isBisayaNear } from './phrases.ts'
import { mendPrefix } from './prefixes.ts'
import { follows, inCaseOf, type Piece, type Word, wordsOf } from './text.ts'

export function mendFilipino(pieces: readonly Piece[]): void {
  const words = wordsOf(pieces)
  for (const [at, word] of words.entries()) {
    mendTwice(words, at)
    if (word.lower === 'ng' && isNang(words, at)) spell(word, 'nang')
    if (word.lower === 'nang' && isNg(words, at)) spell(word, 'ng')
    if (/^[dr](?:in|aw)$/.test(word.lower) && !isBisayaNear(words, at)) mendRin(word, words[at - 1])
    mendPrefix(words, at)
  }
}

function spell(word: Word, right: string): void {
  word.piece.text = inCaseOf(word.piece.text, right)
}

/** araw araw → araw-araw; ang ang → ang. Three in a row are a song, or meant. */
function mendTwice(words: readonly Word[], at: number): void {
  const [before, first, second, after] = [words[at - 2], words[at - 1], words[at], words[at + 1]]
  if (!first || !second || first.lower !== second.lower || !follows(second)) return
  if (before?.lower === second.lower || after?.lower === second.lower) return
  const [space] = second.before
  if (!space) return
  if (saidTwice.has(second.lower)) space.text = '-'
  else if (neverTwice.has(second.lower)) space.text = second.piece.text = ''
}

function isNang(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.lower ?? ''
  const after = words[at + 1]?.lower ?? ''
  if (!follows(words[at + 1])) return false
  // At the start of a sentence: Nang dumating ako …
  if (startsSentence(words[at], at)) return true
  if (!follows(words[at])) return false
  // iyak nang iyak, iyak ako nang iyak, dapat nang umuwi
  if (modals.has(before) || (before === after && !people.has(after))) return true
  if (shortPronouns.has(before) && words[at - 2]?.lower === after && follows(words[at - 1])) return true
  if (wishedActs.has(after)) return findBefore(words, at, (word) => wishes.has(word))
  if (words[at + 2]?.lower === 'na' && follows(words[at + 2])) return false
  return onlyManners.has(after)
    ? !findBefore(words, at, (word) => wishes.has(word))
    : manners.has(after) && findBefore(words, at, (word) => withoutObject.has(word))
}

/** `nang mga bata` is wrong. `nang mga alas tres` (about three o'clock) is right. */
function isNg(words: readonly Word[], at: number): boolean {
  const [mga, then] = [words[at + 1], words[at + 2]]
  if (mga?.lower !== 'mga' || !follows(mga) || !then || !follows(words[at])) return false
  return !times.has(then.lower) && !/^(?:\d|ika)/.test(then.lower)
}

function startsSentence(word: Word | undefined, at: number): boolean {
  const between = word?.before.map(({ text }) => text).join('') ?? ''
  return at === 0 ? between.trim() === '' : /^[.!?]+\s+$/.test(between)
}

/** Tests the previous word, pronouns skipped. */
function findBefore(words: readonly Word[], at: number, is: (word: string) => boolean): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 3) && follows(words[back + 1]); back--) {
    const word = words[back]?.lower ?? ''
    if (is(word)) return true
    if (!shortPronouns.has(word)) return false
  }
  return false
}

/** rin and raw after a vowel, w and y. din and daw after the rest, and after -ra, -ri, -raw, -ray. */
function mendRin(word: Word, before: Word | undefined): void {
  const [, ending] = /^[dr](in|aw)$/.exec(word.lower) ?? []
  if (!ending || !before || !follows(word) || !isTagalog(before.lower)) return
  const takesR = /[aeiouwy]$/.test(before.lower) && !/r(?:a|i|aw|ay)$/.test(before.lower)
  const right = (takesR ? 'r' : 'd') + ending
  if (word.lower !== right) spell(word, right)
}
