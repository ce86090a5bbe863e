import { fillers, links } from './lexicon.ts'
import { wordsOf } from './reading.ts'
import { pause } from './words.ts'

/** A step of a line: words of which one must come, or a rule about the next words. */
type Step =
  | { kind: 'word'; words: ReadonlySet<string>; optional: boolean; orEnd: boolean }
  | { kind: 'not'; words: ReadonlySet<string> }
  | { kind: 'gap'; most: number }
  | { kind: 'end' }
type Line = readonly Step[]
/** Lines by the words that can begin them. */
export type Lines = ReadonlyMap<string, readonly Line[]>
/** From one word up to another, which is not included. */
export type Span = readonly [from: number, to: number]

/** The sign for the end of a sentence. */
const end = '$'
const mostLeft = 8
const mostFillers = 4
const gaps = new Map([
  ['..', 3],
  ['...', 8],
])

const filling = new Set(fillers.split(' '))
const linking = new Set([...links.split(' '), pause])

const stepsByText = new Map<string, Step>()
const stepsWith = new Map<string, Step[]>()

export function readLines(lines: readonly string[]): Lines {
  const byWord = new Map<string, Line[]>()
  for (const steps of lines.map((line) => line.split(' ').map(readStep))) {
    for (const [at, step] of steps.entries()) {
      if (step.kind !== 'word') break
      for (const word of step.words) {
        const begun = byWord.get(word)
        if (begun) begun.push(steps.slice(at))
        else byWord.set(word, [steps.slice(at)])
      }
      if (!step.optional) break
    }
  }
  return byWord
}

/** Each step is parsed once, so that a sentence can be asked which steps it contains. */
function readStep(text: string): Step {
  const step = stepsByText.get(text) ?? makeStep(text)
  if (!stepsByText.has(text) && step.kind === 'word')
    for (const word of step.words) stepsWith.set(word, [...(stepsWith.get(word) ?? []), step])
  stepsByText.set(text, step)
  return step
}

function makeStep(step: string): Step {
  const gap = gaps.get(step)
  if (gap) return { kind: 'gap', most: gap }
  if (step === end) return { kind: 'end' }
  const names = step.replace(/^!|\?$/g, '').split('/')
  const words = new Set(names.flatMap((name) => [...wordsOf(name)]))
  return step.startsWith('!')
    ? { kind: 'not', words }
    : { kind: 'word', words, optional: step.endsWith('?'), orEnd: words.has(end) }
}

/** The places where lines match. `overLinks`: a line may continue after a word that begins another thought. */
export function find(words: readonly string[], lines: Lines, overLinks: boolean): Span[] {
  const spans: Span[] = []
  const held = new Set([...new Set(words)].flatMap((word) => stepsWith.get(word) ?? []))
  const canHold = new Map<Line, boolean>()
  const isHeld = (step: Step) => step.kind !== 'word' || step.optional || step.orEnd || held.has(step)
  for (const [at, word] of words.entries()) {
    for (const line of lines.get(word) ?? []) {
      const can = canHold.get(line) ?? line.every(isHeld)
      canHold.set(line, can)
      const reached = can ? endOf(line, words, at, overLinks) : undefined
      if (reached !== undefined) spans.push([at, reached])
    }
  }
  return spans
}

/** The nearest end of a line that begins here. Follows all places that the steps can reach together. */
function endOf(line: Line, words: readonly string[], start: number, overLinks: boolean): number | undefined {
  let places = new Set([start])
  for (const step of line) {
    const next = new Set<number>()
    for (const place of places)
      for (const reached of reachedBy(step, words, place, place === start, overLinks)) next.add(reached)
    if (next.size === 0) return undefined
    places = next
  }
  return Math.min(...places)
}

function* reachedBy(
  step: Step,
  words: readonly string[],
  place: number,
  isFirst: boolean,
  overLinks: boolean,
): Generator<number> {
  if (step.kind === 'word') {
    if (step.optional || (step.orEnd && isEnd(words, place))) yield place
    for (let at = place, skipped = 0; at < words.length; at++, skipped++) {
      const word = words[at] ?? ''
      if (step.words.has(word)) yield at + 1
      if (isFirst || skipped === mostFillers || !(filling.has(word) || (overLinks && linking.has(word))))
        break
    }
  } else if (step.kind === 'gap') {
    for (let at = place, left = step.most; at <= words.length; at++) {
      yield at
      const word = words[at] ?? ''
      if (!overLinks && linking.has(word)) break
      if (!filling.has(word) && !linking.has(word) && left-- === 0) break
      if (at === place + step.most + mostFillers) break
    }
  } else if (step.kind === 'not') {
    if (!words.slice(place, place + 2).some((word) => step.words.has(word))) yield place
  } else if (isEnd(words, place)) yield place
}

/** True when only fillers are left before another thought begins. */
function isEnd(words: readonly string[], place: number): boolean {
  const rest = words.slice(place, place + mostLeft)
  const next = rest.find((word) => !filling.has(word))
  return next === undefined ? place + mostLeft >= words.length : linking.has(next)
}
