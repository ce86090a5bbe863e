import { isBisaya, isTagalog } from './language.ts'
import { follows, inCaseOf, type Piece, type Word, wordsOf } from './text.ts'

type Need = 'tagalog' | 'tagalog before' | 'no name' | 'more' | 'before' | 'nothing'
type Phrase = { to: string; needs: Need }
export type Phrases = { longest: number; all: ReadonlyMap<string, Phrase> }

const articles = new Set(['ang', 'ng', 'mga', 'isang', 'si', 'ni', 'kay', 'the', 'a'])
const signs: Record<string, Need> = {
  '?': 'tagalog',
  '^': 'tagalog before',
  '~': 'no name',
  '>': 'more',
  '<': 'before',
}
// Words before and after that tell whether the writer uses Bisaya there.
const nearby = 10

/**
 * Reads lines such as `kc, kse = kasi`. Marks before a phrase: `?`: only next to a Tagalog word, because it is also an English word or a
 * name; `^`: only after one; `~`: not as a name; `>`: only with a word after it ('I am tired', not 'yes, I am'); `<`: only with a word
 * before it.
 */
export function readPhrases(lines: string): Phrases {
  const all = new Map<string, Phrase>()
  for (const line of lines.trim().split('\n')) {
    const [left = '', to = ''] = line.split('=').map((side) => side.trim())
    for (const phrase of left.split(',').map((side) => side.trim()))
      all.set(phrase.replace(/^[?^~<>]/, ''), { to, needs: signs[phrase.charAt(0)] ?? 'nothing' })
  }
  return { longest: Math.max(...[...all.keys()].map((phrase) => phrase.split(' ').length)), all }
}

/** Replaces every phrase of the table, the longest first. An empty replacement deletes the word. Returns the number of changes. */
export function replacePhrases(pieces: readonly Piece[], { longest, all }: Phrases): number {
  const words = wordsOf(pieces)
  let changed = 0
  for (let at = 0; at < words.length; at++) {
    const length = lengthOfMatch(words, at, longest, (phrase, size) => {
      if (phrase.length === 1 && isSpelledOut(words, at)) return false
      const needs = all.get(phrase)?.needs
      return needs !== undefined && isMet(needs, words, at, size)
    })
    if (length === 0) continue
    const matched = words.slice(at, at + length)
    const phrase = matched.map(({ lower }) => lower).join(' ')
    const to = all.get(phrase)?.to ?? ''
    if (to.toLowerCase() !== phrase) changed++
    write(matched, to)
    at += length - 1
  }
  return changed
}

function isMet(needs: Need, words: readonly Word[], at: number, size: number): boolean {
  if (needs === 'nothing') return true
  if (needs === 'more') return follows(words[at + size])
  if (needs === 'before') return follows(words[at])
  if (isName(words, at) || isBisayaNear(words, at)) return false
  if (needs === 'tagalog before') return isTagalogBefore(words, at)
  return needs === 'no name' || isTagalogBefore(words, at) || isTagalogBehind(words, at + size)
}

function lengthOfMatch(
  words: readonly Word[],
  at: number,
  longest: number,
  isMatch: (phrase: string, size: number) => boolean,
): number {
  let phrase = words[at]?.lower ?? ''
  let length = isMatch(phrase, 1) ? 1 : 0
  for (let size = 2; size <= longest && follows(words[at + size - 1]); size++) {
    phrase += ` ${words[at + size - 1]?.lower ?? ''}`
    if (isMatch(phrase, size)) length = size
  }
  return length
}

function isSpelledOut(words: readonly Word[], at: number): boolean {
  return (
    (follows(words[at]) && words[at - 1]?.lower.length === 1) ||
    (follows(words[at + 1]) && words[at + 1]?.lower.length === 1)
  )
}

const isLoud = (text: string) => text.length > 1 && text === text.toUpperCase()

/** 'ang bat' is the animal, 'si kc' a person, and LNG in a lower-case text a gas. */
function isName(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]]
  if (before && follows(word) && articles.has(before.lower)) return true
  return isLoud(word?.piece.text ?? '') && [before, next].some((other) => other && !isLoud(other.piece.text))
}

/** Bisaya shares many short words with Tagalog, in other meanings. */
export function isBisayaNear(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - nearby), at + nearby + 1).some(({ lower }) => isBisaya(lower))
}

function isTagalogBefore(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]
  return before !== undefined && follows(words[at]) && isTagalog(before.lower)
}

function isTagalogBehind(words: readonly Word[], at: number): boolean {
  const next = words[at]
  return next !== undefined && follows(next) && isTagalog(next.lower)
}

export function write(matched: readonly Word[], to: string): void {
  const [first, ...rest] = matched
  if (!first) return
  first.piece.text = inCaseOf(matched.map(({ piece }) => piece.text).join(' '), to)
  for (const { piece, before } of rest) for (const gone of [piece, ...before]) gone.text = ''
}
