// The parsers of messages on ten million texts: nothing throws, no address carries markup, and the time grows with the length only.
import { mentionsEmi } from '../src/shared/emi.ts'
import { partsOf } from '../src/shared/message-parts.ts'
import { plainText } from '../src/shared/talks.ts'
import { file, fuzz, isSound, origin, pieces } from '../tests/support/message-fuzz.ts'
import type { Figure } from './figures.ts'

const inputs = 10_000_000
const [short, times] = [100_000, 8]

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
  const slowest = Math.max(...pieces.filter(Boolean).map(growth))
  return Promise.resolve([
    {
      name: `Of ${inputs.toLocaleString('en')} texts, those that throw or open a foreign protocol`,
      measured: `${broken} (${Math.round(inputs / seconds / 1_000)} thousand a second, ${marked.toLocaleString('en')} call Emi)`,
      target: '0',
      holds: broken === 0,
    },
    {
      name: `A text ${times} times as long, of the same piece again and again: at most`,
      measured: `× ${slowest.toFixed(1)}`,
      target: `≤ × ${times * 3}`,
      // Quadratic time would be × 64.
      holds: slowest <= times * 3,
    },
  ])
}

/** By what the time grows from a short text to a long one. */
function growth(piece: string): number {
  const timeOf = (letters: number) => {
    const text = `https://b.ph/${piece.repeat(Math.ceil(letters / piece.length))}`
    const rounds = Array.from({ length: 7 }, () => {
      const started = performance.now()
      partsOf(text, { file, origin })
      plainText(text, [])
      mentionsEmi(text)
      return performance.now() - started
    })
    return Math.min(...rounds)
  }
  return timeOf(short * times) / Math.max(timeOf(short), 0.1)
}
