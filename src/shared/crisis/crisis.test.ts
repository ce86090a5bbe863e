import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { speaksOfCrisis } from './crisis.ts'
import { exceptions } from './exceptions.ts'
import { concepts } from './lexicon.ts'
import { certain, crisis, signs } from './lines.ts'

const sentencesIn = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
// The sentences that the lists were made from. bench/crisis.ts measures other sentences.
const explicit = sentencesIn('explicit.txt')
const ordinary = sentencesIn('ordinary.txt')

it.each(explicit)('help is offered for: %s', (text) => expect(speaksOfCrisis(text)).toBe(true))
it.each(ordinary)('no help is offered for: %s', (text) => expect(speaksOfCrisis(text)).toBe(false))

it('words of crisis are found in the middle of a long text', () => {
  const day = 'Ang haba ng araw na to. Nagluto ako ng adobo, tapos umulan. '
  expect(speaksOfCrisis(day.repeat(300))).toBe(false)
  expect(speaksOfCrisis(`${day.repeat(150)}Gusto ko na mamatay.\n\n${day.repeat(150)}`)).toBe(true)
})

it("any text of a diary's length is read quickly", () => {
  for (const piece of [
    'gusto ',
    'gusto ko na ',
    'a',
    'na ',
    'm a m a ',
    'ko,',
    '*',
    '\n',
    'gustoko',
    '💔',
    '-',
    '.',
    '\u0301',
    'sana hindi na ',
  ])
    expect(speaksOfCrisis(piece.repeat(Math.ceil(20_000 / piece.length)))).toBe(false)
})

it('each concept in a line is defined, and each defined concept is used', () => {
  const lines = [...crisis, ...certain, ...exceptions, ...signs.flatMap((sign) => sign.lines)]
  const named = new Set(lines.flatMap((line) => line.match(/[A-Z]{2,}/g) ?? []))
  expect([...named].toSorted()).toEqual(Object.keys(concepts).toSorted())
})
