import { formsOf } from './affixes.ts'
import { concepts, fillers, links } from './lexicon.ts'
import { forgiven, grave, prefixes, starred, unforgiven } from './spellings.ts'
import { hides, isOneSlip, isShortened, pause, readAs, readingsOf } from './words.ts'

/** Letters of the longest word that is searched inside joined words. */
const longest = 16

const prefix = new Set(prefixes.split(' '))
const slips = forgiven.split(' ')
const noSlips = new Set(unforgiven.split(' '))
const stars = starred.split(' ')
const graveWords = new Set([...slips, ...stars, ...grave.split(' ')])
const members = new Map<string, ReadonlySet<string>>()

/** Every word of the lists. */
const known = new Set([...fillers.split(' '), ...links.split(' ')])

/** The words of a concept, or the word itself. */
export function wordsOf(name: string): ReadonlySet<string> {
  const words =
    members.get(name) ??
    new Set(
      (concepts[name] ?? name)
        .split(' ')
        .flatMap((word) => (word.endsWith('*') ? formsOf(word.slice(0, -1)) : [word])),
    )
  members.set(name, words)
  for (const word of words) known.add(word)
  return words
}

/** The words of a sentence as the lists spell them. */
export function readWords(raw: readonly string[]): string[] {
  const words: string[] = []
  for (let at = 0; at < raw.length; at++) {
    const together = prefix.has(raw[at] ?? '') ? joinedAt(raw, at) : undefined
    if (together) at += together.parts - 1
    words.push(...(together?.words ?? readWord(raw[at] ?? '')))
  }
  return words
}

/** A word that was written apart: 'mag pakamatay', 'mag pa kamatay'. */
function joinedAt(raw: readonly string[], at: number): { words: string[]; parts: number } | undefined {
  for (const parts of [5, 4, 3, 2]) {
    const pieces = raw.slice(at, at + parts)
    if (pieces.length < parts || pieces.includes(pause)) continue
    const words = lookUp(pieces.join(''))
    if (words && pieces.join('').length >= 6) return { words, parts }
  }
  return undefined
}

function readWord(raw: string): string[] {
  if (raw === '2') return ['to']
  if (/^\d+(?:kms?|th|st|nd)?$/.test(raw)) return [/^\d(?!\d)/.test(raw) ? 'digit' : 'number']
  const words = lookUp(raw) ?? unstar(raw) ?? forgive(raw) ?? takeApart(raw)
  if (words) return words
  const pieces = raw.split(/[‐‑-]+/)
  return pieces.length > 1 ? pieces.filter(Boolean).flatMap(readWord) : [raw]
}

function lookUp(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    const meant = readAs(reading) ?? (known.has(reading) ? reading : unlinked(reading))
    if (meant) return meant.split(' ')
  }
  return undefined
}

/** A Tagalog word without its linker -ng or -g, an English word with the final g that it lost: gustuhi-ng, buhayin-g, cuttin. */
function unlinked(word: string): string | undefined {
  if (word.length > 5 && word.endsWith('in') && known.has(`${word}g`)) return `${word}g`
  if (word.length < 6 || !word.endsWith('ng')) return undefined
  const bare = word.replace(/(?<=[aeiou])ng$/, '')
  if (known.has(bare)) return bare
  const shorter = word.slice(0, -1)
  return known.has(shorter) ? shorter : undefined
}

function unstar(raw: string): string[] | undefined {
  const meant = raw.includes('*') && stars.find((word) => hides(raw, word))
  return meant ? [meant] : undefined
}

function forgive(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    if (noSlips.has(reading)) continue
    const meant = slips.find(
      (word) => (reading.length >= 6 && isOneSlip(word, reading)) || isShortened(word, reading),
    )
    if (meant) return [meant]
  }
  return undefined
}

/**
 * Words that were written together: 'gustokonamamatay'. Nothing may be left over and one word must matter, since any word can be cut into
 * short pieces.
 */
function takeApart(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    const words = reading.length < 5 ? undefined : fewestWords(reading)
    if (words && words.length * 2.5 <= reading.length && words.some((word) => graveWords.has(word)))
      return words
  }
  return undefined
}

function fewestWords(letters: string): string[] | undefined {
  const best: { count: number; from: number; words: string[] }[] = [{ count: 0, from: 0, words: [] }]
  for (let end = 1; end <= letters.length; end++) {
    for (let from = Math.max(0, end - longest); from < end; from++) {
      const before = best[from]
      if (!before || (best[end]?.count ?? Infinity) <= before.count + 1) continue
      const piece = letters.slice(from, end)
      const meant = readAs(piece) ?? (known.has(piece) ? piece : undefined)
      if (meant) best[end] = { count: before.count + 1, from, words: meant.split(' ') }
    }
  }
  const words: string[] = []
  for (let end = letters.length; end > 0; end = best[end]?.from ?? 0) {
    const last = best[end]
    if (!last) return undefined
    words.unshift(...last.words)
  }
  return words
}
