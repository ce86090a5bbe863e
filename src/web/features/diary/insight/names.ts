import { moodOfValue } from '../../../../shared/moods.ts'
import { dateOf, type Day, type Share } from './chronicle.ts'

// A day is midnight in UTC, whatever the reader's time zone.
const named = (format: Intl.DateTimeFormatOptions) => {
  const names = new Intl.DateTimeFormat('fil-PH', { ...format, timeZone: 'UTC' })
  return (day: Day): string => names.format(dateOf(day))
}

export const tellDate = named({ dateStyle: 'full' })
/** Without the year. */
export const tellDayOfYear = named({ weekday: 'long', day: 'numeric', month: 'long' })
export const tellShortDate = named({ day: 'numeric', month: 'short', year: 'numeric' })
export const tellShortMonth = named({ month: 'short' })
export const tellWeekday = named({ weekday: 'long' })
export const tellShortWeekday = named({ weekday: 'short' })

const times = new Intl.DateTimeFormat('fil-PH', { timeStyle: 'short' })
export const tellTime = (moment: string): string => times.format(new Date(moment))

/** "Malungkot (2), Kalma (1)" */
export const tellShares = (shares: readonly Share[]): string =>
  shares.map(({ mood, count }) => `${moodOfValue(mood).label} (${count})`).join(', ')

/** "Isang taon na", "3 buwan na" */
export function tellAgo({ years, months }: { years: number; months: number }): string {
  const [count, unit] = years > 0 ? [years, 'taon'] : [months, 'buwan']
  return `${count === 1 ? 'Isang' : count} ${unit} na`
}
