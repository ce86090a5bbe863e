import { exceptions } from './exceptions.ts'
import { certain, crisis, signs } from './lines.ts'
import { find, readLines } from './matching.ts'
import { readWords } from './reading.ts'
import { sentencesOf } from './words.ts'

/** Sentences that signs may be apart, and what kinds of them have to weigh together. */
const near = 4
const enough = 3

const crisisLines = readLines(crisis)
const certainLines = readLines(certain)
const exceptionLines = readLines(exceptions)
const signLines = signs.map(({ weight, lines }) => ({ weight, lines: readLines(lines) }))

/**
 * Whether a text speaks of its writer's own suicide or of hurting themselves: Tagalog, English and mixed. In linear time, on the device;
 * it remembers nothing.
 */
export function speaksOfCrisis(text: string): boolean {
  const seen = signs.map(() => -Infinity)
  return sentencesOf(text).some((raw, sentence) => {
    const words = readWords(raw)
    if (find(words, certainLines, true).length > 0) return true
    const excepted = find(words, exceptionLines, false)
    const says = (lines: typeof crisisLines) =>
      find(words, lines, true).some(
        ([from, to]) => !excepted.some(([start, end]) => start < to && from < end),
      )
    if (says(crisisLines)) return true
    for (const [kind, { lines }] of signLines.entries()) if (says(lines)) seen[kind] = sentence
    const weighs = signs.filter((_, kind) => sentence - (seen[kind] ?? 0) < near)
    return weighs.reduce((sum, { weight }) => sum + weight, 0) >= enough
  })
}
