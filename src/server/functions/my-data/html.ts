/** A value of a row that should be a text; empty for any other. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text as HTML: people's words are shown as they are, and nothing in them runs. */
export function escape(words: string): string {
  return words.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const moments = new Intl.DateTimeFormat('fil-PH', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Manila',
})

export const tellMoment = (at: Date): string => moments.format(at)

/** A moment of the database as an element. Empty for anything else. */
export function timeOf(at: unknown): string {
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return ''
  return `<time datetime="${escape(at)}">${tellMoment(new Date(at))}</time>`
}
