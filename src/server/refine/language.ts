import { bisaya } from './lexicon/bisaya.ts'
import { englishFrame, notTagalog } from './lexicon/english.ts'
import { tagalog } from './lexicon/tagalog.ts'

// Affixes of Tagalog verbs: nag-, mag-, naka-, pinaka-, -um-, -in-, reduplication, and -ng links.
const built =
  /^(?:i?pinag|ipag|ipina|ipa|nagka|nag|mag|pag|nakaka|naka|maka|paki|naki|maki|pinaka|kinaka|napa|mapa|nang|mang|pang|kaka|nai|mai)-?[a-z]{3,}$|^[bdghklmnpstwy](?:um|in)[aeiou][a-z]{2,}$|^ng[aeiou]|^([bdghklmnpstwy][aeiou])\1[a-z]{2,}$|[aou]ng$/

/** True for a certainly Tagalog word, by the list or its affixes. Lower case. */
export function isTagalog(word: string): boolean {
  if (tagalog.has(word)) return true
  return !notTagalog.has(word) && !word.includes("'") && built.test(word)
}

/** True for a word that only Bisaya has. Lower case. */
export const isBisaya = (word: string) => bisaya.has(word)

export const isEnglishFrame = (word: string) => englishFrame.has(word)

/** True when more of these words are English than Tagalog. */
export function isMostlyEnglish(words: readonly string[]): boolean {
  const english = words.filter(isEnglishFrame).length
  return english > words.filter(isTagalog).length
}
