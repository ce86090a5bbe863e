/** The words of a multi-line list. */
export const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
