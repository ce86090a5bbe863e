import { exactTime } from '../../../../shared/relative-time.ts'

const monthOf = new Intl.DateTimeFormat('fil-PH', { month: 'long', year: 'numeric' })
const weekdayOf = new Intl.DateTimeFormat('fil-PH', { weekday: 'short' })
const timeOf = new Intl.DateTimeFormat('fil-PH', { hour: 'numeric', minute: '2-digit' })

/** A moment in the reader's time zone. */
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
    whole: exactTime(moment),
  }
}
