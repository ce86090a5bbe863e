/** Mobile numbers of the Philippines, and the short lines that Emi names. */
const numbers = /(?<![\d+-])((?:\+63[ -]?|0)\d{3}[ -]?\d{3}[ -]?\d{4}|911|1383|1553)(?![\d-])/g

export type PhonePart = { text: string } | { number: string }

/** Splits words at their telephone numbers. */
export const splitNumbers = (words: string): PhonePart[] =>
  words
    .split(numbers)
    .map((piece, at) => (at % 2 === 1 ? { number: piece } : { text: piece }))
    .filter((part) => !('text' in part) || part.text !== '')
