export const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
