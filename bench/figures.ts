/** One line of the report. Without a target it is for comparison only. */
export type Figure = { name: string; measured: string; target?: string; holds?: boolean }

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('There is no median of nothing')
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** The quantile: 0.95 for a p95. */
export function quantile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ]
  if (value === undefined) throw new Error('There is no quantile of nothing')
  return value
}

/** The median with the least and the greatest of the rounds. One round alone is noise. */
export function spread(values: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function report(title: string, figures: readonly Figure[]): string {
  const head = ['Figure', 'Measured', 'Target', 'Verdict']
  const rows = figures.map(({ name, measured, target = '', holds }) => [
    name,
    measured,
    target,
    holds === undefined ? '' : holds ? 'holds' : 'MISSED',
  ])
  const widths = head.map((word, at) => Math.max(...[head, ...rows].map((row) => (row[at] ?? word).length)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`## ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n')
}
