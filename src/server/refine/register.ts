import { warmer } from './lexicon/friendly.ts'
import {
  callings,
  courtesies,
  cries,
  fullForms,
  laughter,
  owned,
  saysGrabe,
  sighs,
} from './lexicon/professional.ts'
import { textSpeak } from './lexicon/text-speak.ts'
import { mendCapitals } from './capitals.ts'
import { grammar } from './grammar.ts'
import { isMostlyEnglish } from './language.ts'
import { replacePhrases } from './phrases.ts'
import { sentencesOf } from './sentences.ts'
import { mendSpacing } from './spacing.ts'
import { follows, joined, lettersOnly, type Piece, piecesOf, type Word, wordsOf } from './text.ts'

const fewestWords = 3
// Smallest number and share of changed words that a reader notices. One expanded short spelling is less.
const felt = 3
const feltShare = 0.05

/** Friendly: plain words for stiff ones, whole words for text-speak. Returns the text unchanged below the noticeable change. */
export function friendly(text: string): string {
  const pieces = piecesOf(text)
  const words = wordsOf(pieces).length
  const spelled = replacePhrases(pieces, textSpeak)
  const whole = piecesOf(joined(pieces))
  const warmed = replacePhrases(whole, warmer)
  const changed = spelled + warmed
  return changed >= felt || (warmed > 0 && changed >= words * feltShare) ? joined(whole) : text
}

/** Formal: corrected, whole words and sentences, calm punctuation, `po` with thanks and apologies. */
export async function professional(text: string): Promise<string> {
  const pieces = piecesOf(await grammar(text))
  replacePhrases(pieces, textSpeak)
  const whole = piecesOf(joined(pieces))
  replacePhrases(whole, fullForms)
  const calm = sentencesOf(joined(whole))
    .map((sentence) => courteous(composed(sentence)))
    .join('')
  return mendCapitals(withCommas(withFullStops(mendSpacing(calmSigns(calm)))))
}

/** grabe!!! → grabe!, ano?!?! → ano?! */
function calmSigns(text: string): string {
  return text
    .replace(/(\p{Extended_Pictographic}\uFE0F?)\1+/gu, '$1')
    .replace(/[!?]{2,}/g, (signs) => (signs.includes('?') ? '?' : '!'))
}

/** Removes laughter and cries with their comma, unless the sentence holds nothing else. */
function composed(sentence: string): string {
  const pieces = piecesOf(sentence)
  const words = wordsOf(pieces)
  const gone = [...words.entries()].filter(([at, { lower }]) => laughter.test(lower) || isCry(words, at))
  if (gone.length === 0 || gone.length === words.length) return sentence
  for (const [place, word] of gone) {
    const next = pieces[word.at + 1]
    const isLast = !follows(words[place + 1])
    const comma = next?.text === ',' ? next : word.before.find(({ text }) => isLast && text === ',')
    for (const left of [word.piece, ...word.before.filter(({ kind }) => kind === 'space')]) left.text = ''
    if (comma) comma.text = ''
  }
  return joined(pieces).replace(/^\s+/, '')
}

/** Removes `grabe` and `naku` at the start of a clause, `huhu` anywhere, `bes` as an address. `grabe siya` stays. */
function isCry(words: readonly Word[], at: number): boolean {
  const lower = words[at]?.lower ?? ''
  const next = follows(words[at + 1]) ? (words[at + 1]?.lower ?? '') : ''
  const before = follows(words[at]) ? (words[at - 1]?.lower ?? '') : ''
  if (cries.test(lower)) return true
  if (lower === 'hay') return sighs.has(next)
  if (callings.has(lower)) return before !== '' && !owned.has(before) && !owned.has(next)
  const begins = before === '' || before === 'hay' || sighs.has(before) || cries.test(before)
  if (sighs.has(lower)) return begins
  return lower === 'grabe' && begins && next !== '' && !saysGrabe.has(next)
}

/** Adds a full stop to a paragraph that ends with a word. Verse, lists and very short lines stay open. */
function withFullStops(text: string): string {
  return text
    .split(/(\n\s*\n)/)
    .map((paragraph) => {
      const pieces = piecesOf(paragraph.trimEnd())
      const isOpen = pieces.at(-1)?.kind === 'word' && !pieces.some((piece) => piece.text.includes('\n'))
      return isOpen && wordsOf(pieces).length >= fewestWords ? `${paragraph.trimEnd()}.` : paragraph
    })
    .join('')
}

const withCommas = (text: string) => text.replace(/(?<=\p{L}) (?=ngunit \p{L})/gu, ', ')

/** `po`, once a sentence, in Filipino sentences only. */
function courteous(sentence: string): string {
  const lowers = wordsOf(piecesOf(sentence)).map(({ lower }) => lower)
  if (lowers.some((word) => /^(?:po|opo|ho|oho)$/.test(word)) || isMostlyEnglish(lowers)) return sentence
  const pieces = piecesOf(sentence)
  const first = courtesyAt(pieces)
  if (first.length === 0) return sentence
  replacePhrases(first, courtesies)
  return joined(pieces)
}

/** The start of the sentence, up to a comma, holds thanks and greetings. A `salamat` inside may be anything. */
function courtesyAt(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findIndex(({ kind, text }) => kind === 'mark' && text === ',')
  const words = wordsOf(pieces.slice(0, end < 0 ? pieces.length : end))
  const last = words[Math.min(words.length, 2) - 1]
  if (!last || lettersOnly(joined(pieces)) === '') return []
  return pieces.slice(0, last.at + 1)
}
