import { exceptions } from './exceptions.ts'
import { certain, crisis, signs } from './lines.ts'
import { find, readLines, type Lines } from './matching.ts'
import { readWords } from './reading.ts'
import { sentencesOf } from './words.ts'

/** Greatest distance of signs, in sentences, and the least weight of their kinds together. */
const near = 4
const enough = 3

const crisisLines = readLines(crisis)
const certainLines = readLines(certain)
const exceptionLines = readLines(exceptions)
const signLines = signs.map(({ weight, lines }) => ({ weight, lines: readLines(lines) }))

/**
 * Whether a text speaks of its writer's own suicide or self-harm: Tagalog, English or mixed. Linear time, on the device, without memory.
 */
export function speaksOfCrisis(text: string): boolean {
  const seen = signs.map(() => -Infinity)
  return sentencesOf(text).some((raw, sentence) => {
    const words = readWords(raw)
    if (find(words, certainLines, true).length > 0) return true
    const touched = new Set(find(words, exceptionLines, false).flatMap(([from, to]) => range(from, to)))
    const says = (lines: Lines) =>
      find(words, lines, true).some(([from, to]) => !range(from, to).some((at) => touched.has(at)))
    if (says(crisisLines)) return true
    for (const [kind, { lines }] of signLines.entries()) if (says(lines)) seen[kind] = sentence
    const weighs = signs.filter((_, kind) => sentence - (seen[kind] ?? -Infinity) < near)
    return weighs.reduce((sum, { weight }) => sum + weight, 0) >= enough
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
