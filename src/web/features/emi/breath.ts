/** One breath: in for four counts, out for six. Six breaths are a minute. */
export const phases = [
  { name: 'in', word: 'Inhale…', counts: 4 },
  { name: 'out', word: 'Exhale, dahan-dahan…', counts: 6 },
] as const
export const breaths = 6

const length = phases.reduce((sum, { counts }) => sum + counts, 0)

type Breath = {
  phase: (typeof phases)[number]
  /** Counts that are left in the phase, at least 1. */
  left: number
  /** The number of this breath, from 1. */
  breath: number
}

/** The breath and phase after so many seconds. Undefined at the end. */
export function breathAt(seconds: number): Breath | undefined {
  const breath = Math.floor(seconds / length) + 1
  if (breath > breaths) return undefined
  const at = seconds % length
  const [first, second] = phases
  return at < first.counts
    ? { phase: first, left: first.counts - at, breath }
    : { phase: second, left: length - at, breath }
}
