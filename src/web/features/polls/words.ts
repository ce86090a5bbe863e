export const title = 'Community Polls'
export const lead =
  'Tanong ng isa, sagot ng lahat. Isang boto bawat poll, at walang makakakita kung alin ang iyo.'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const numbers = new Intl.NumberFormat('fil-PH')

/** '41.7%': one decimal (specification 2, section 9). */
export const percentOf = (count: number, total: number): string =>
  `${(total > 0 ? (count / total) * 100 : 0).toFixed(1)}%`

export const votesOf = (count: number): string =>
  count === 0 ? 'Wala pang boto' : `${numbers.format(count)} boto`

/** The time that is left, ms. */
export function leftWords(left: number): string {
  if (left < minute) return 'Magsasara na'
  if (left < hour) return `${Math.floor(left / minute)} minuto na lang`
  if (left < day) return `${Math.floor(left / hour)} oras na lang`
  return `${Math.floor(left / day)} araw pa`
}
