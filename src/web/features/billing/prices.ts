/** ₱129, ₱107.50 */
export const peso = (centavos: number): string =>
  new Intl.NumberFormat('en-PH', {
    style: 'currency',
    currency: 'PHP',
    minimumFractionDigits: centavos % 100 === 0 ? 0 : 2,
  }).format(centavos / 100)

const long = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long' })
export const tellDay = (moment: string): string => long.format(new Date(moment))
