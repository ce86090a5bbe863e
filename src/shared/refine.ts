/** AI Refine (specification 1, sections 4 and 9): what can be asked for, and how much of it. */
export const refinePresets = [
  'grammar',
  'shorter',
  'longer',
  'friendly',
  'professional',
  'summarize',
  'bullets',
  'tagalog',
  'english',
  'emoji',
] as const

export type RefinePreset = (typeof refinePresets)[number]

/** The longest text that is taken, in letters (`countLetters`): the specification lets posts be no longer. */
export const longestRefine = 5_000
/** Uses of a free person in the window of days that the server's configuration says. */
export const freeRefinements = 10

/** No real change: the same text but for case, white space and punctuation. Dots that make a list of it are a change. */
export function isSimilar(before: string, after: string): boolean {
  return bare(before) === bare(after)
}

function bare(text: string): string {
  // A list's dots are looked for within the line: a long run of empty lines would be read again from each of them.
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\S\n\r\u2028\u2029]*[•‣◦*-][^\S\n\r\u2028\u2029]+/gm, '|')
    .replace(/[\s\p{P}]+/gu, '')
}
