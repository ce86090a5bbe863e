import { akaPrefixes, akaRoots, englishRoots, tagalogRoots, verbPrefixes } from './lexicon/roots.ts'
import { follows, type Word } from './text.ts'

// After these the word is English: a mag, to nag.
const articles = new Set(['a', 'an', 'the', 'to', 'my', 'your', 'this', 'that', "don't"])
const together = new RegExp(`^(${[...verbPrefixes].join('|')})(.+)$`)

/** mag resign and magresign → mag-resign, mag aral → mag-aral, nag hintay → naghintay. */
export function mendPrefix(words: readonly Word[], at: number): void {
  const [word, root] = [words[at], words[at + 1]]
  if (!word) return
  if (!verbPrefixes.has(word.lower)) return hyphenate(word)
  const [space] = root?.before ?? []
  const before = words[at - 1]?.lower ?? ''
  if (!root || !space || !follows(root) || articles.has(before) || root.piece.text !== root.lower) return
  if (englishRoots.has(root.lower)) space.text = '-'
  else if (isRoot(word.lower, root.lower))
    space.text = word.lower.endsWith('g') && /^[aeiou]/.test(root.lower) ? '-' : ''
}

function hyphenate({ piece, lower }: Word): void {
  const [, prefix, root] = together.exec(lower) ?? []
  if (prefix === undefined || root === undefined || !englishRoots.has(root)) return
  piece.text = `${piece.text.slice(0, prefix.length)}-${piece.text.slice(prefix.length)}`
}

/** The root, or its reduplication: nag aaral, nag hihintay. */
function isRoot(prefix: string, word: string): boolean {
  const roots = akaPrefixes.has(prefix) ? akaRoots : tagalogRoots
  const single = word.replace(/^[^aeiou]?[aeiou]/, '')
  return roots.has(word) || (roots.has(single) && single.charAt(0) === word.charAt(0))
}
