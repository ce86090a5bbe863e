/** A number for a badge: `99+` above `most`. */
export const upTo = (most: 9 | 99, count: number): string => (count > most ? `${most}+` : String(count))
