type Line = { by: 'asker' | 'other' | 'emi'; name: string }

/**
 * The askers' lines that wait for Emi's answer: those since her last one, and the newest of each asker. In a room her last one may have
 * answered somebody else.
 */
export function linesToAnswer<L extends Line>(lines: readonly L[]): L[] {
  const last = lines.findLastIndex(({ by }) => by === 'emi')
  const asked = lines.filter(({ by }) => by === 'asker')
  const since = new Set(lines.slice(last + 1))
  return asked.filter((line) => since.has(line) || asked.findLast(({ name }) => name === line.name) === line)
}
