/** Mobile numbers of the Philippines, and the short lines that Emi names. */
const numbers = /(?<![\d+-])((?:\+63[ -]?|0)\d{3}[ -]?\d{3}[ -]?\d{4}|911|1383|1553)(?![\d-])/g

type PhonePart = { text: string } | { number: string }

/** A line that begins with 📞: whose numbers, and each number with what stands behind it. */
export type PhoneLine = { label: string; calls: { number: string; note: string }[] }

/** Splits words into text and lines of numbers. */
export const splitPhoneLines = (words: string): (string | PhoneLine)[] =>
  words
    .split(/\n?^(📞.*)\n?/mu)
    .filter(Boolean)
    .map((part) => (part.startsWith('📞') && readPhoneLine(part.slice(3))) || part)

function readPhoneLine(line: string): PhoneLine | undefined {
  const found: PhoneLine = { label: '', calls: [] }
  for (const part of splitNumbers(line)) {
    const last = found.calls.at(-1)
    if ('number' in part) found.calls.push({ number: part.number, note: '' })
    else if (last) last.note = bare(part.text)
    else found.label = bare(part.text)
  }
  return found.calls.length > 0 ? found : undefined
}

/** Without the signs between two numbers. */
const bare = (text: string) => text.replace(/^[\s:,·()]+|[\s:,·()]+$/gu, '')

/** Splits words at their telephone numbers. */
export const splitNumbers = (words: string): PhonePart[] =>
  words
    .split(numbers)
    .map((piece, at) => (at % 2 === 1 ? { number: piece } : { text: piece }))
    .filter((part) => !('text' in part) || part.text !== '')
