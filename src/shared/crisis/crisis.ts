import { crisis, exceptions, fillers, groups, links } from './phrases.ts'
import { forgiven, prefixes, unforgiven } from './spellings.ts'
import { hides, isOneSlip, pause, readAs, readingsOf, sentencesOf } from './words.ts'

/** A step of a line: words of which one has to come, or a rule about what follows. */
type Step =
  | { kind: 'word'; words: ReadonlySet<string>; optional: boolean }
  | { kind: 'not'; words: ReadonlySet<string> }
  | { kind: 'gap' }
  | { kind: 'end' }
type Line = readonly Step[]
/** Lines by the words that they can begin with. */
type Lines = ReadonlyMap<string, readonly Line[]>
type Span = readonly [from: number, to: number]

const mostFillers = 4
const mostGap = 3
/** Letters of the longest word that is looked for inside words written together. */
const longest = 16

const linking = new Set([...links.split(' '), pause])
const filling = new Set(fillers.split(' '))
const prefix = new Set(prefixes.split(' '))
const slips = forgiven.split(' ')
const noSlips = new Set(unforgiven.split(' '))
/** Every word that some line knows. */
const known = new Set([...filling, ...links.split(' ')])
const crisisLines = readLines(crisis)
const exceptionLines = readLines(exceptions)
const starred = [
  'kill',
  'die',
  'dead',
  'suicide',
  'suicidal',
  'mamatay',
  'patay',
  'magpakamatay',
  'patayin',
  'myself',
]
/** Words for whose sake others are taken apart. */
const grave = new Set([
  ...slips,
  ...starred,
  'gusto',
  'want',
  'wanna',
  'ayaw',
  'harm',
  'laslas',
  'kms',
  'buhay',
  'sarili',
])

/**
 * Whether a text speaks of its writer's own suicide or of hurting themselves: Tagalog, English and mixed. In linear time, on the device;
 * it remembers nothing.
 */
export function speaksOfCrisis(text: string): boolean {
  return sentencesOf(text).some((raw) => {
    const words = readWords(raw)
    const spans = find(words, crisisLines, true)
    if (spans.length === 0) return false
    const excepted = find(words, exceptionLines, false)
    return spans.some(([from, to]) => !excepted.some(([start, end]) => start < to && from < end))
  })
}

function readLines(lines: readonly string[]): Lines {
  const byWord = new Map<string, Line[]>()
  for (const steps of lines.map((line) => line.split(' ').map(readStep))) {
    for (const [at, step] of steps.entries()) {
      if (step.kind !== 'word') break
      for (const word of step.words) byWord.set(word, [...(byWord.get(word) ?? []), steps.slice(at)])
      if (!step.optional) break
    }
  }
  return byWord
}

function readStep(step: string): Step {
  if (step === '..') return { kind: 'gap' }
  if (step === '$') return { kind: 'end' }
  const words = new Set(
    step
      .replace(/^!|\?$/g, '')
      .split('/')
      .flatMap((name) => groups[name]?.split(' ') ?? [name]),
  )
  for (const word of words) known.add(word)
  return step.startsWith('!') ? { kind: 'not', words } : { kind: 'word', words, optional: step.endsWith('?') }
}

/** The words of a sentence as the lines spell them. */
function readWords(raw: readonly string[]): string[] {
  const words: string[] = []
  for (let at = 0; at < raw.length; at++) {
    const together = prefix.has(raw[at] ?? '') ? joinedAt(raw, at) : undefined
    if (together) at += together.parts - 1
    words.push(...(together?.words ?? readWord(raw[at] ?? '')))
  }
  return words
}

/** 'mag pakamatay', 'mag pa kamatay': a word that was written apart. */
function joinedAt(raw: readonly string[], at: number): { words: string[]; parts: number } | undefined {
  for (const parts of [3, 2]) {
    const pieces = raw.slice(at, at + parts)
    if (pieces.length < parts || pieces.includes(pause)) continue
    const words = lookUp(pieces.join(''))
    if (words && pieces.join('').length >= 6) return { words, parts }
  }
  return undefined
}

function readWord(raw: string): string[] {
  if (raw === '2') return ['to']
  if (/^\d+(?:kms?)?$/.test(raw)) return ['number']
  const words = lookUp(raw) ?? unstar(raw) ?? forgive(raw) ?? takeApart(raw)
  if (words) return words
  const pieces = raw.split(/[‐‑-]+/)
  return pieces.length > 1 ? pieces.filter(Boolean).flatMap(readWord) : [raw]
}

function lookUp(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    const meant = readAs(reading) ?? (known.has(reading) ? reading : undefined)
    if (meant) return meant.split(' ')
  }
  return undefined
}

function unstar(raw: string): string[] | undefined {
  const meant = raw.includes('*') && starred.find((word) => hides(raw, word))
  return meant ? [meant] : undefined
}

function forgive(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    if (reading.length < 6 || noSlips.has(reading)) continue
    const meant = slips.find((word) => isOneSlip(word, reading))
    if (meant) return [meant]
  }
  return undefined
}

/** Words written together, 'gustokonamamatay', when nothing is left over and one of them matters: any word falls into crumbs. */
function takeApart(raw: string): string[] | undefined {
  for (const reading of readingsOf(raw)) {
    const words = reading.length < 5 ? undefined : fewestWords(reading)
    if (words && words.length * 2.5 <= reading.length && words.some((word) => grave.has(word))) return words
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

/** Where lines are met. `overLinks`: they may go on after a word that begins another thought. */
function find(words: readonly string[], lines: Lines, overLinks: boolean): Span[] {
  const spans: Span[] = []
  for (const [at, word] of words.entries()) {
    for (const line of lines.get(word) ?? []) {
      const end = endOf(line, words, at, overLinks)
      if (end !== undefined) spans.push([at, end])
    }
  }
  return spans
}

/** The nearest place behind a line that begins here: all places that its steps can reach are followed at once. */
function endOf(line: Line, words: readonly string[], start: number, overLinks: boolean): number | undefined {
  const isSkipped = (word: string | undefined) =>
    word !== undefined && (filling.has(word) || (overLinks && linking.has(word)))
  let places = new Set([start])
  for (const step of line) {
    const next = new Set<number>()
    for (const place of places) {
      if (step.kind === 'word') {
        if (step.optional) next.add(place)
        for (let at = place, skipped = 0; at < words.length; at++, skipped++) {
          if (step.words.has(words[at] ?? '')) next.add(at + 1)
          if (place === start || skipped === mostFillers || !isSkipped(words[at])) break
        }
      } else if (step.kind === 'gap') {
        for (let at = place, left = mostGap; at <= words.length; at++) {
          next.add(at)
          const word = words[at] ?? ''
          if (!overLinks && linking.has(word)) break
          if (!filling.has(word) && left-- === 0) break
          if (at === place + mostGap + mostFillers) break
        }
      } else if (step.kind === 'not') {
        if (!words.slice(place, place + 2).some((word) => step.words.has(word))) next.add(place)
      } else if (words.slice(place).every((word) => filling.has(word) || linking.has(word))) next.add(place)
    }
    if (next.size === 0) return undefined
    places = next
  }
  return Math.min(...places)
}
