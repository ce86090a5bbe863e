import { mendCapitals } from './capitals.ts'
import { mendEnglish } from './english.ts'
import { mendFilipino } from './filipino.ts'
import { slips } from './lexicon/slips.ts'
import { shortSpellings } from './lexicon/text-speak.ts'
import { replacePhrases } from './phrases.ts'
import { mendSpacing } from './spacing.ts'
import { joined, piecesOf } from './text.ts'

// One correction may reveal another. Sentences that still change after these rounds stay as they were.
const rounds = 4

/** Corrects grammar, spacing and capitals where the right form is certain. A second run changes nothing. */
export async function grammar(text: string): Promise<string> {
  const known = new Map<string, string>()
  let mended = text
  for (let round = 0; round < rounds; round++) {
    const next = await mendOnce(mended, known)
    if (next === mended) break
    mended = next
  }
  return mended
}

async function mendOnce(text: string, known: Map<string, string>): Promise<string> {
  const pieces = piecesOf(mendSpacing(text))
  replacePhrases(pieces, shortSpellings)
  replacePhrases(pieces, slips)
  mendFilipino(pieces)
  return mendCapitals(await mendEnglish(joined(pieces), known))
}
