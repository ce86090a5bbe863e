import { median } from './figures.ts'

/**
 * How often somebody guesses right which of two kinds an answer is, by its time alone. The guesser learns from one half: it sorts the times
 * into ten bins and remembers the majority of each. It is judged on the other half, and the other way round. 0.5 is chance.
 */
export function guessedRight(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((time) => ({ time, kind: 0 })), ...other.map((time) => ({ time, kind: 1 }))]
  const halves = [0, 1].map((half) => all.filter((_, at) => at % 2 === half))
  const right = [0, 1].map((half) => {
    const guess = learn(halves[half] ?? [])
    return (halves[1 - half] ?? []).filter(({ time, kind }) => guess(time) === kind).length
  })
  return right.reduce((sum, count) => sum + count, 0) / all.length
}

type Sample = { time: number; kind: number }

const bins = 10

function learn(samples: readonly Sample[]): (time: number) => number {
  const sorted = samples.toSorted((a, b) => a.time - b.time)
  const edges = Array.from(
    { length: bins - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / bins)]?.time ?? Infinity,
  )
  const binOf = (time: number) => edges.filter((edge) => time >= edge).length
  const votes = Array.from({ length: bins }, () => 0)
  for (const { time, kind } of samples) votes[binOf(time)]! += kind === 1 ? 1 : -1
  return (time) => ((votes[binOf(time)] ?? 0) > 0 ? 1 : 0)
}

/** Two-sided p of the Mann–Whitney test, by the normal approximation. */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((time) => ({ time, first: true })),
    ...other.map((time) => ({ time, first: false })),
  ]
  const ranks = all
    .toSorted((a, b) => a.time - b.time)
    .reduce((sum, { first }, at) => sum + (first ? at + 1 : 0), 0)
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(z))
}

/** Zelen and Severo's approximation of the normal distribution, for z ≥ 0. */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return 1 - density * series
}

/** In ms. */
export const gapOf = (one: readonly number[], other: readonly number[]): number =>
  Math.abs(median(one) - median(other))
