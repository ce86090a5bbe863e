import { escapeHtml } from '../../../shared/escape-html.ts'

/** A value of a row that should be a text; empty for any other. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const moments = new Intl.DateTimeFormat('fil-PH', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Manila',
})

export const tellMoment = (at: Date): string => moments.format(at)

/** A moment of the database as an element. Empty for anything else. */
export function timeOf(at: unknown): string {
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return ''
  return `<time datetime="${escapeHtml(at)}">${tellMoment(new Date(at))}</time>`
}
