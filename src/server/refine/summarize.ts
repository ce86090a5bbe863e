import { clausesOf, told } from './clauses.ts'
import { mostTelling } from './ranking.ts'
import { tighter } from './shorter.ts'
import { lettersOnly } from './text.ts'

// Share of sentences in a summary, share of clauses (which say less each), and the most of either.
const share = 0.4
const clauseShare = 0.5
const most = 6
const clearly = 0.7

/** The heaviest clauses, in the text's own words and order. Returns the text when that saves little. */
export function summarize(text: string): string {
  const whole = clausesOf(text)
  const spoken = whole.filter((clause) => lettersOnly(clause.text) !== '').length
  const isClear = (summary: string) => summary.length <= text.length * clearly
  const wanted = spoken * (whole.some(({ joins }) => joins) ? clauseShare : share)
  if (spoken > 2)
    for (let count = Math.min(most, Math.round(wanted)); count > 0; count--) {
      const summary = tighter(told(whole, mostTelling(whole, count)))
      if (isClear(summary)) return summary
    }
  const tight = tighter(text)
  return isClear(tight) ? tight : text
}
