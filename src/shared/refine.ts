/** AI Refine (specification 1, sections 4 and 9): presets and the longest text. */
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

/** The longest accepted text, in letters (`countLetters`), the same as a post's limit. */
export const longestRefine = 5_000

/** True when two texts differ only in case, white space, punctuation and list marks. Such a result costs nothing. */
export function isSimilar(before: string, after: string): boolean {
  return bare(before) === bare(after)
}

/** True when other lines are items of a list than before. */
export function isRelisted(before: string, after: string): boolean {
  return bare(before, '\0') !== bare(after, '\0')
}

function bare(text: string, item = ''): string {
  // A list mark is searched within its line: otherwise a long run of empty lines costs quadratic time.
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\S\n\r\u2028\u2029]*(?:[•‣◦▪*-]|\d{1,2}[.)])[^\S\n\r\u2028\u2029]+/gm, item)
    .replace(/[\s\p{P}]+/gu, '')
}
