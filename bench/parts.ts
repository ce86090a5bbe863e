// The parsers of messages on ten million texts: nothing throws, no address carries markup, and the time grows with the length only.
import { mentionsEmi } from '../src/shared/emi-calls.ts'
import { partsOf } from '../src/shared/message-parts.ts'
import { plainText } from '../src/shared/plain-text.ts'
import { file, fuzz, isSound, origin, pieces } from '../tests/support/message-fuzz.ts'
import type { Figure } from './figures.ts'

const inputs = 10_000_000
const letters = 800_000

export function measureParts(): Promise<Figure[]> {
  const started = performance.now()
  let [broken, marked] = [0, 0]
  for (const text of fuzz(inputs, 20_261_123)) {
    try {
      if (!isSound(text) || typeof plainText(text, []) !== 'string') broken++
      if (mentionsEmi(text)) marked++
    } catch {
      broken++
    }
  }
  const seconds = (performance.now() - started) / 1_000
  const longest = Math.max(...pieces.filter(Boolean).map(timeOf))
  return Promise.resolve([
    {
      name: `Of ${inputs.toLocaleString('en')} texts, those that throw or open a foreign protocol`,
      measured: `${broken} (${Math.round(inputs / seconds / 1_000)} thousand a second, ${marked.toLocaleString('en')} call Emi)`,
      target: '0',
      holds: broken === 0,
    },
    {
      name: `A text of ${letters.toLocaleString('en')} letters, one piece again and again: longest`,
      measured: `${longest.toFixed(0)} ms`,
      // Quadratic time would be minutes.
      target: '≤ 400 ms',
      holds: longest <= 400,
    },
  ])
}

/** Milliseconds of the fastest of three rounds. */
function timeOf(piece: string): number {
  const text = `https://b.ph/${piece.repeat(Math.ceil(letters / piece.length))}`
  const rounds = Array.from({ length: 3 }, () => {
    const started = performance.now()
    partsOf(text, { file, origin })
    plainText(text, [])
    mentionsEmi(text)
    return performance.now() - started
  })
  return Math.min(...rounds)
}
