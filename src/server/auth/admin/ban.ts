import { invalid } from '../errors.ts'

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}
/** The longest duration of the reference, ms: 292 years. */
const longest = 2_562_047 * 3_600_000

/** The end of a ban of this duration, in the reference's format: `2h45m`. `none` lifts the ban. */
export function endOfBan(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  const isRight = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(duration)
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)([a-zµ]+)/g)]
  const lasts = parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (unitMs[unit] ?? 0), 0)
  if (!isRight || lasts > longest) throw invalid(`invalid format for ban duration: ${duration.slice(0, 40)}`)
  return new Date(now.getTime() + lasts)
}
