const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The age of a moment in the labels of specification 1, section 9: 'ngayon lang', '3 minuto ago' … A month is 30 days. */
export function relativeTime(then: string | Date, now: number = Date.now()): string {
  const age = Math.max(0, now - new Date(then).getTime())
  if (age < minute) return 'ngayon lang'
  if (age < hour) return `${Math.floor(age / minute)} minuto ago`
  if (age < day) return `${Math.floor(age / hour)} oras ago`
  const days = Math.floor(age / day)
  if (days < 7) return `${days} araw ago`
  if (days < 28) return `${Math.floor(days / 7)} linggo ago`
  return `${Math.max(1, Math.floor(days / 30))} buwan ago`
}

const toTheMinute = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'full', timeStyle: 'short' })
const toTheDay = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long' })

/** A moment to the minute, such as the title of an age. In the reader's time zone. */
export const exactTime = (then: string): string => toTheMinute.format(new Date(then))

/** The day of a moment. In the reader's time zone. */
export const exactDay = (then: string | Date): string => toTheDay.format(new Date(then))

/** The age of a nameless post. Its time is up to ten minutes early, so a young one names no number. */
export function roughTime(then: string | Date, now: number = Date.now()): string {
  return now - new Date(then).getTime() < 20 * minute ? 'kanina lang' : relativeTime(then, now)
}
