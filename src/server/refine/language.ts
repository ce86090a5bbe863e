import { bisaya } from './lexicon/bisaya.ts'
import { englishFrame, notTagalog } from './lexicon/english.ts'
import { tagalog } from './lexicon/tagalog.ts'

// How Tagalog verbs are built: nag-, mag-, naka-, pinaka-, -um-, -in-, doubled beginnings, and links in -ng.
const built =
  /^(?:i?pinag|ipag|ipina|ipa|nagka|nag|mag|pag|nakaka|naka|maka|paki|naki|maki|pinaka|kinaka|napa|mapa|nang|mang|pang|kaka|nai|mai)-?[a-z]{3,}$|^[bdghklmnpstwy](?:um|in)[aeiou][a-z]{2,}$|^ng[aeiou]|^([bdghklmnpstwy][aeiou])\1[a-z]{2,}$|[aou]ng$/

/** Whether a lower-case word is certainly Tagalog, by the list or by how it is built. */
export function isTagalog(word: string): boolean {
  if (tagalog.has(word)) return true
  return !notTagalog.has(word) && !word.includes("'") && built.test(word)
}

/** Whether a lower-case word is Bisaya and nothing else. */
export const isBisaya = (word: string) => bisaya.has(word)

/** Whether a lower-case word is one of those that hold English sentences together. */
export const isEnglishFrame = (word: string) => englishFrame.has(word)

/** Whether more of these words are English than Tagalog. */
export function isMostlyEnglish(words: readonly string[]): boolean {
  const english = words.filter(isEnglishFrame).length
  return english > words.filter(isTagalog).length
}
