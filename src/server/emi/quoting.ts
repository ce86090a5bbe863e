import { speaksOfCrisis } from '../../shared/crisis/crisis.ts'
import { clausesOf, wordsOf } from './words.ts'

/** Words that are not said back: to her, about what she is, coarse, of death, of acts that need care. */
const unsaid = new Set(
  `ka mo kayo you your emi bot tao human ai gago tanga bobo ulol putangina fuck shit bitch sex kantot libog jakol porn nudes titi puke
  pekpek burat boobs patay patayin pinatay papatayin mamatay namatay pumatay kill die dead death laslas suicide gamot pills doctor doktor
  baboy baliw pangit sama masama kwenta pabigat mataba worthless stupid ugly fat failure useless malandi pokpok hayop abogado lawyer kaso rape ginahasa hinipo bugbog binugbog password fb facebook gcash tangina`.split(
    /\s+/,
  ),
)
/** Beginnings of a question, which is not said back. */
const asking = new Set(
  `ano anong paano pano bakit sino sinong saan kailan what why how who when where should can do is am are pwede puwede
  dapat may ba hi hello sige salamat thank`.split(/\s+/),
)
const joints = /\s+(?=(?:kasi|pero|tapos|tas|kaso|but|then|because|and then)\s)/iu
const [fewest, most, longest] = [3, 9, 56]

type Candidate = { text: string; words: readonly string[] }

/** Short clauses of a message, in the person's own words. */
function clausesToQuote(text: string): Candidate[] {
  return text
    .split(/(?:(?<!\d)\.|\.(?!\d)|[!?;,…\n:()[\]"“”])+/u)
    .flatMap(piecesOf)
    .flatMap((clause): Candidate[] => {
      const bare = clause
        .trim()
        .replace(/^(?:kasi|pero|tapos|tas|kaso|but|then|because|and|at|eh|ay|so)\s+/iu, '')
        .replace(/(?:\s+(?:h[aei]h\w*|haha\w*|huhu\w*|po|eh|emi))+$/iu, '')
      const words = wordsOf(bare)
      if (words.length < fewest || words.length > most || bare.length > longest) return []
      if (!/^[\p{L}\p{M} '’\d.-]+$/u.test(bare) || /\d{4}|\p{L}\d|kaibigan \d/iu.test(bare)) return []
      if (words.some((word) => unsaid.has(word))) return []
      if (asking.has(words[0] ?? '') || words.includes('ba')) return []
      return [{ text: bare === bare.toUpperCase() ? bare.toLowerCase() : lowered(bare), words }]
    })
}

/** A short beginning ('di na | kasi ako makatulog') belongs to what follows: without it the sense turns round. */
function piecesOf(clause: string): string[] {
  const pieces = clause.split(joints)
  return pieces.every((piece) => wordsOf(piece).length >= fewest) ? pieces : [clause]
}

/** A quote begins small, unless it is a name or an English I. */
const lowered = (text: string) =>
  /^(?:I\b|\p{Lu}\p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** The clause that says most: with a word that was recognised, and not too short. */
export function quoteOf(text: string, recognised: ReadonlySet<string>): string | undefined {
  const weight = ({ words }: Candidate) =>
    words.filter((word) => recognised.has(word)).length * 3 + Math.min(words.length, 7)
  const best = clausesToQuote(text).toSorted((a, b) => weight(b) - weight(a))
  // The detector takes long, so only the best are asked.
  return best.slice(0, 3).find((candidate) => !speaksOfCrisis(candidate.text))?.text
}

/** Whether there is a word at all: '…', '😐' and '?' are silence. */
export const isSilent = (text: string): boolean =>
  !clausesOf(text)
    .flat()
    .some((word) => !/^u[\da-f]{4,5}$/.test(word))
