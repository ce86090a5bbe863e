import { speaksOfCrisis } from '../../shared/crisis/crisis.ts'
import { hangers, joiners, joinersBehindComma, openers } from './lexicon/clauses.ts'
import { sentencesOf } from './sentences.ts'
import { capitalized, lettersOnly, piecesOf, wordsOf } from './text.ts'

/** A sentence, or a clause of a long one. All clauses together are the text. `joins`: continues the sentence of the previous clause. */
export type Clause = { text: string; joins: boolean }

/** The clause gives the reason of the previous one and depends on it. */
export const isReason = ({ text, joins }: Clause) => joins && /^\s*(?:kasi|kc|ksi|kse|because)\s/iu.test(text)

const longSentence = 70
const fewestWords = 3
const boundary = new RegExp(
  `(?<=,\\s)(?=\\S)|(?<=[^,\\s])(?=\\s(?:and then|${[...joiners].join('|')})\\s)`,
  'iu',
)
const joiner = new RegExp(`^\\s*(?:(?:and then|${[...joiners, ...joinersBehindComma].join('|')})\\s+)+`, 'iu')

export function clausesOf(text: string): Clause[] {
  return sentencesOf(text).flatMap((sentence) =>
    partsOf(sentence).map((part, at) => ({ text: part, joins: at > 0 })),
  )
}

/** Quoted words stay together. Words of crisis stay whole. */
function partsOf(sentence: string): string[] {
  if (sentence.length <= longSentence || /["“”]/.test(sentence)) return [sentence]
  const parts: string[] = []
  let isOpen = false
  for (const part of sentence.split(boundary)) {
    const before = parts.at(-1)
    const words = wordsIn(part)
    const belongs =
      isOpen || words.length < fewestWords || hangers.has(words[0] ?? '') || isShort(before ?? '')
    if (before !== undefined && belongs) parts[parts.length - 1] = before + part
    else parts.push(part)
    isOpen = openers.has(words[0] ?? '') && part.trimEnd().endsWith(',')
  }
  return speaksOfCrisis(sentence) && !parts.some(speaksOfCrisis) ? [sentence] : parts
}

const wordsIn = (part: string) => wordsOf(piecesOf(part)).map(({ lower }) => lower)
const isShort = (part: string) => part.length < 80 && wordsIn(part).length < fewestWords

/** The clause revokes or outweighs the previous one, so it often holds the point. */
export const isContrast = ({ text, joins }: Clause) => joins && /^\s*(?:pero|ngunit|kaso|but)\s/iu.test(text)

/** Joins chosen clauses to a text. A clause without its predecessor loses its `pero` and ends as its sentence ended. */
export function told(clauses: readonly Clause[], chosen: ReadonlySet<Clause>): string {
  let text = ''
  let last = -1
  for (const [at, clause] of clauses.entries()) {
    if (!chosen.has(clause)) continue
    const isNext = last === at - 1
    const isSame = last >= 0 && clauses.slice(last + 1, at + 1).every(({ joins }) => joins)
    const own = isNext || !clause.joins ? clause.text : clause.text.replace(joiner, '')
    if (!isNext || !clause.joins) text = closed(text, isSame ? ',' : endOf(clauses, last))
    const gap = text === '' || /\s$/.test(text) || /^\s/.test(own) ? '' : ' '
    text += gap + (!isSame && clause.joins && startsCapital(clauses, at) ? capitalized(own.trimStart()) : own)
    last = at
  }
  return closed(text, endOf(clauses, last))
    .replace(/[,;]\s*$/, '')
    .trim()
}

/** The end mark of the sentence when the clause was not its last. */
function endOf(clauses: readonly Clause[], at: number): string {
  let end = at
  while (clauses[end + 1]?.joins) end++
  return end === at ? '' : (/[.!?…]+(?=\P{L}*$)/u.exec(clauses[end]?.text.slice(-12) ?? '')?.[0] ?? '')
}

function startsCapital(clauses: readonly Clause[], at: number): boolean {
  let start = at
  while (start > 0 && clauses[start]?.joins) start--
  return /^\P{L}*\p{Lu}/u.test(clauses[start]?.text ?? '')
}

function closed(text: string, sign: string): string {
  const body = text.trimEnd()
  return sign === '' || lettersOnly(body) === '' ? text : body.replace(/[,;\s]+$/, '') + sign
}
