import { speaksOfCrisis } from '../../shared/crisis/crisis.ts'
import { type Clause, isContrast, isReason } from './clauses.ts'
import { moodOf } from './emoji.ts'
import { wishful } from './lexicon/clauses.ts'
import { stopWords } from './lexicon/stop-words.ts'
import { lettersOnly, piecesOf, wordsOf } from './text.ts'

/** The `count` heaviest clauses. Clauses about crisis are always kept. */
export function mostTelling(clauses: readonly Clause[], count: number): ReadonlySet<Clause> {
  const spoken = clauses.filter(({ text }) => lettersOnly(text) !== '')
  const scores = scoresOf(spoken)
  const ranked = [...spoken.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const chosen = new Set(ranked.slice(0, count))
  return new Set(spoken.filter(({ text }, at) => chosen.has(at) || speaksOfCrisis(text)))
}

/**
 * The weight of a clause: frequency of its words in the text, by its length. Feelings, wishes, the first and the last clause count more.
 */
function scoresOf(clauses: readonly Clause[]): number[] {
  const words = clauses.map(({ text }) =>
    wordsOf(piecesOf(text)).flatMap(({ lower, piece }, at) => {
      if (stopWords.has(lower)) return []
      return at > 0 && /^[\p{Lu}\d]/u.test(piece.text) ? [lower, lower] : [lower]
    }),
  )
  const counts = new Map<string, number>()
  for (const own of words) for (const word of new Set(own)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.map((own, at) => {
    let sum = 0
    for (const word of own) sum += counts.get(word) ?? 0
    const place = at === 0 ? 1.3 : at === clauses.length - 1 ? 1.15 : 1
    const clause = clauses[at]
    const reason = clause && isReason(clause) ? 0.7 : 1
    return place * reason * (sum / Math.sqrt(new Set(own).size + 2) + feltIn(clause))
  })
}

function feltIn(clause: Clause | undefined): number {
  if (!clause) return 0
  const mood = moodOf(clause.text)
  const wishes = wordsOf(piecesOf(clause.text)).some(({ lower }) => wishful.has(lower))
  const weight = mood?.name === 'grief' ? 3 : mood?.heavy ? 1 : mood ? 0.5 : 0
  return weight + (wishes ? 0.8 : 0) + (isContrast(clause) ? 0.5 : 0)
}
