import { warmer } from './lexicon/friendly.ts'
import { courtesies, fullForms, laughter } from './lexicon/professional.ts'
import { textSpeak } from './lexicon/text-speak.ts'
import { mendCapitals } from './capitals.ts'
import { isMostlyEnglish } from './language.ts'
import { type Phrases, replacePhrases } from './phrases.ts'
import { sentencesOf } from './sentences.ts'
import { mendSpacing } from './spacing.ts'
import { joined, lettersOnly, type Piece, piecesOf, wordsOf } from './text.ts'

/** The same said as to a friend: plain words for stiff ones, whole words for text-speak. */
export function friendly(text: string): string {
  return rewritten(text, [textSpeak, warmer])
}

/** The same said as in a letter: whole words and forms, calm signs, `po` where one thanks or asks pardon. */
export function professional(text: string): string {
  const whole = rewritten(text, [textSpeak, fullForms])
  const calm = sentencesOf(whole)
    .map((sentence) => courteous(withoutLaughter(sentence)))
    .join('')
  return mendCapitals(mendSpacing(calmSigns(calm)))
}

function rewritten(text: string, tables: readonly Phrases[]): string {
  return tables.reduce((before, table) => {
    const pieces = piecesOf(before)
    replacePhrases(pieces, table)
    return joined(pieces)
  }, text)
}

/** grabe!!! → grabe!, ano?!?! → ano?! */
function calmSigns(text: string): string {
  return text
    .replace(/(\p{Extended_Pictographic}\uFE0F?)\1+/gu, '$1')
    .replace(/[!?]{2,}/g, (signs) => (signs.includes('?') ? '?' : '!'))
}

/** Laughter goes with the comma beside it, unless it is all that the sentence says. */
function withoutLaughter(sentence: string): string {
  const pieces = piecesOf(sentence)
  const words = wordsOf(pieces)
  const laughs = words.filter(({ lower }) => laughter.test(lower))
  if (laughs.length === 0 || laughs.length === words.length) return sentence
  for (const { piece, at, before } of laughs) {
    const next = pieces[at + 1]
    const comma = next?.text === ',' ? next : before.find(({ text }) => text === ',')
    for (const gone of [piece, ...before.filter(({ kind }) => kind === 'space')]) gone.text = ''
    if (comma) comma.text = ''
  }
  return joined(pieces).replace(/^\s+/, '')
}

/** `po`, once a sentence, and only in Filipino ones. */
function courteous(sentence: string): string {
  const lowers = wordsOf(piecesOf(sentence)).map(({ lower }) => lower)
  if (lowers.some((word) => /^(?:po|opo|ho|oho)$/.test(word)) || isMostlyEnglish(lowers)) return sentence
  const pieces = piecesOf(sentence)
  const first = courtesyAt(pieces)
  if (first.length === 0) return sentence
  replacePhrases(first, courtesies)
  return joined(pieces)
}

/** The beginning of the sentence, up to a comma: thanks and greetings stand there; a `salamat` within may be anything. */
function courtesyAt(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findIndex(({ kind, text }) => kind === 'mark' && text === ',')
  const words = wordsOf(pieces.slice(0, end < 0 ? pieces.length : end))
  const last = words[Math.min(words.length, 2) - 1]
  if (!last || lettersOnly(joined(pieces)) === '') return []
  return pieces.slice(0, last.at + 1)
}
