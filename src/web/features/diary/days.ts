const monthOf = new Intl.DateTimeFormat('fil-PH', { month: 'long', year: 'numeric' })
const weekdayOf = new Intl.DateTimeFormat('fil-PH', { weekday: 'short' })
const timeOf = new Intl.DateTimeFormat('fil-PH', { hour: 'numeric', minute: '2-digit' })
const wholeOf = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'full', timeStyle: 'short' })

/** A moment as a diary tells it, in the time zone of the reader. */
export function tellDay(moment: string): {
  month: string
  weekday: string
  day: number
  time: string
  whole: string
} {
  const date = new Date(moment)
  return {
    month: monthOf.format(date),
    weekday: weekdayOf.format(date),
    day: date.getDate(),
    time: timeOf.format(date),
    whole: wholeOf.format(date),
  }
}

export type Month<Entry> = { name: string; entries: Entry[] }

/** Entries that come newest first, in their months. */
export function groupByMonth<Entry extends { created_at: string }>(
  entries: readonly Entry[],
): Month<Entry>[] {
  const months: Month<Entry>[] = []
  for (const entry of entries) {
    const name = monthOf.format(new Date(entry.created_at))
    const last = months.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else months.push({ name, entries: [entry] })
  }
  return months
}
