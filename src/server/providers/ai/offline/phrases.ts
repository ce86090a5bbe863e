import { isTagalog } from './language.ts'
import { follows, inCaseOf, type Piece, type Word, wordsOf } from './text.ts'

type Phrase = { to: string; needs: 'tagalog' | 'more' | 'before' | 'nothing' }
/** What is written in place of what. */
export type Phrases = { longest: number; all: ReadonlyMap<string, Phrase> }

const articles = new Set(['ang', 'ng', 'mga', 'isang', 'si', 'ni', 'kay', 'the', 'a'])
const signs: Record<string, Phrase['needs']> = { '?': 'tagalog', '>': 'more', '<': 'before' }

/**
 * Reads lines such as `kc, kse = kasi`. `?` in front of a phrase: only beside a Tagalog word, as it is an English word or a name too; `>`:
 * only with a word behind it, as in 'I am tired' and not in 'yes, I am'; `<`: only with a word before it.
 */
export function readPhrases(lines: string): Phrases {
  const all = new Map<string, Phrase>()
  for (const line of lines.trim().split('\n')) {
    const [left = '', to = ''] = line.split('=').map((side) => side.trim())
    for (const phrase of left.split(',').map((side) => side.trim()))
      all.set(phrase.replace(/^[?<>]/, ''), { to, needs: signs[phrase.charAt(0)] ?? 'nothing' })
  }
  return { longest: Math.max(...[...all.keys()].map((phrase) => phrase.split(' ').length)), all }
}

/** Writes every phrase of the table anew, the longest first; an empty replacement takes the word away. */
export function replacePhrases(pieces: readonly Piece[], { longest, all }: Phrases): void {
  const words = wordsOf(pieces)
  for (let at = 0; at < words.length; at++) {
    const length = lengthOfMatch(words, at, longest, (phrase, size) => {
      if (phrase.length === 1 && isSpelledOut(words, at)) return false
      const needs = all.get(phrase)?.needs
      if (needs === 'before') return follows(words[at])
      if (needs === 'tagalog') return hasTagalogBeside(words, at, size)
      return needs === 'more' ? follows(words[at + size]) : needs !== undefined
    })
    if (length === 0) continue
    const matched = words.slice(at, at + length)
    const to = all.get(matched.map(({ lower }) => lower).join(' '))?.to ?? ''
    write(matched, to)
    at += length - 1
  }
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

/** A letter among letters, s u k o. */
function isSpelledOut(words: readonly Word[], at: number): boolean {
  return (
    (follows(words[at]) && words[at - 1]?.lower.length === 1) ||
    (follows(words[at + 1]) && words[at + 1]?.lower.length === 1)
  )
}

function hasTagalogBeside(words: readonly Word[], at: number, size: number): boolean {
  const next = words[at + size]
  const before = words[at - 1]
  // 'ang bat' is the animal.
  if (before !== undefined && articles.has(before.lower)) return false
  return (
    (follows(words[at]) && before !== undefined && isTagalog(before.lower)) ||
    (follows(next) && next !== undefined && isTagalog(next.lower))
  )
}

/** Puts other words in the place of these, in their case. */
export function write(matched: readonly Word[], to: string): void {
  const [first, ...rest] = matched
  if (!first) return
  first.piece.text = inCaseOf(matched.map(({ piece }) => piece.text).join(' '), to)
  for (const { piece, before } of rest) for (const gone of [piece, ...before]) gone.text = ''
}
