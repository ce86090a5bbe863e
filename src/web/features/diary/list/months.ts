/** A part of a month that is drawn or left out as one. */
export type Stretch<Entry> = { key: string; entries: readonly Entry[]; from: number }
export type Month<Entry> = { key: string; stretches: Stretch<Entry>[]; moment: string }

const longest = 20

/** Groups entries, newest first, by the reader's months and by parts. `from` counts from the newest entry. */
export function groupByMonth<Entry extends { created_at: string }>(
  entries: readonly Entry[],
): Month<Entry>[] {
  const months: Month<Entry>[] = []
  let begun = ''
  let first = 0
  const end = (last: number) => {
    const moment = entries[first]?.created_at
    if (moment === undefined || last === first) return
    const stretches: Stretch<Entry>[] = []
    for (let from = first; from < last; from += longest)
      stretches.push({
        key: `${begun}/${stretches.length}`,
        entries: entries.slice(from, Math.min(last, from + longest)),
        from,
      })
    months.push({ key: begun, stretches, moment })
  }
  entries.forEach(({ created_at }, at) => {
    const date = new Date(created_at)
    const key = `${date.getFullYear()}-${date.getMonth()}`
    if (key === begun) return
    end(at)
    begun = key
    first = at
  })
  end(entries.length)
  return months
}
