import { mostTelling } from './ranking.ts'
import { sentencesOf } from './sentences.ts'
import { tighter } from './shorter.ts'
import { lettersOnly } from './text.ts'

// The share of sentences that a summary keeps, and how many at most.
const share = 0.3
const most = 5

/** The sentences that say most of a text, in its own words and order. A text of one or two sentences is only tightened. */
export function summarize(text: string): string {
  const sentences = sentencesOf(text).filter((sentence) => lettersOnly(sentence) !== '')
  if (sentences.length <= 2) return tighter(text)
  const wanted = Math.min(most, Math.max(1, Math.round(sentences.length * share)))
  return mostTelling(sentences, wanted)
    .map((sentence) => tighter(sentence.trim()))
    .join(' ')
}
