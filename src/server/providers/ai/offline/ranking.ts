import { speaksOfCrisis } from '../../../../shared/crisis/crisis.ts'
import { stopWords } from './lexicon/stop-words.ts'
import { lettersOnly, piecesOf, wordsOf } from './text.ts'

/** The `count` sentences that say most of a text, in its order; what speaks of crisis is never left out. */
export function mostTelling(sentences: readonly string[], count: number): string[] {
  const spoken = sentences.filter((sentence) => lettersOnly(sentence) !== '')
  const scores = scoresOf(spoken)
  const ranked = [...spoken.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const chosen = new Set(ranked.slice(0, count))
  return spoken.filter((sentence, at) => chosen.has(at) || speaksOfCrisis(sentence))
}

/** How often a sentence's own words come in the whole text, for its length; where the text begins and ends counts somewhat more. */
function scoresOf(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) =>
    wordsOf(piecesOf(sentence)).flatMap(({ lower, piece }, at) => {
      if (stopWords.has(lower)) return []
      // Whom it is about, and how many: names and numbers weigh twice.
      return at > 0 && /^[\p{Lu}\d]/u.test(piece.text) ? [lower, lower] : [lower]
    }),
  )
  const counts = new Map<string, number>()
  for (const own of words) for (const word of new Set(own)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.map((own, at) => {
    let sum = 0
    for (const word of own) sum += counts.get(word) ?? 0
    const place = at === 0 ? 1.3 : at === sentences.length - 1 ? 1.15 : 1
    return (place * sum) / Math.sqrt(new Set(own).size + 2)
  })
}
