import { speaksOfCrisis } from '../../shared/crisis/crisis.ts'
import { moodOf } from './emoji.ts'
import { isMostlyEnglish } from './language.ts'
import { starters } from './lexicon/starters.ts'
import { sentencesOf } from './sentences.ts'
import { piecesOf, wordsOf } from './text.ts'

/** Adds three sentence openings below the text. Rules do not know what happened, so they invent nothing. */
export function longer(text: string): string {
  const words = wordsOf(piecesOf(text)).map(({ lower }) => lower)
  const ours = starters[isMostlyEnglish(words) ? 'english' : 'tagalog']
  const unused = ours[weightOf(text)].filter((starter) => !text.includes(starter))
  return [text.trimEnd(), ...(unused.length > 0 ? [unused.join('\n')] : [])].join('\n\n')
}

function weightOf(text: string): keyof (typeof starters)['english'] {
  if (speaksOfCrisis(text)) return 'crisis'
  const found = sentencesOf(text).flatMap((sentence) => moodOf(sentence) ?? [])
  if (found.some((mood) => mood.heavy)) return 'heavy'
  return found.length > 0 ? 'light' : 'plain'
}
