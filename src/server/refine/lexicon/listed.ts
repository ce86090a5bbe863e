/** The words of a list written over several lines. */
export const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
