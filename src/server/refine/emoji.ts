import { speaksOfCrisis } from '../../shared/crisis/crisis.ts'
import { denials, gentle, type Mood, moods } from './lexicon/moods.ts'
import { sentencesOf } from './sentences.ts'
import { piecesOf, wordsOf } from './text.ts'

const most = 3
const denied = 3
const pictures = /\p{Extended_Pictographic}/u

/** Adds fitting emoji after some sentences. A text of loss or crisis gets a quiet one at its end only. */
export function emoji(text: string): string {
  const sentences = sentencesOf(text)
  const found = sentences.map(moodOf)
  if (speaksOfCrisis(text) || found.some((mood) => mood?.name === 'grief')) return atEnd(text, gentle)
  const isHeavy = found.some((mood) => mood?.heavy)
  const used = new Set<string>()
  return sentences
    .map((sentence, at) => {
      const mood = found[at]
      const fits = mood !== undefined && !(isHeavy && mood.joy) && !text.includes(mood.emoji)
      if (!fits || used.has(mood.emoji) || used.size >= most || pictures.test(sentence)) return sentence
      used.add(mood.emoji)
      return atEnd(sentence, mood.emoji)
    })
    .join('')
}

/** The first mood that a sentence names without denial. */
export function moodOf(sentence: string): Mood | undefined {
  const words = wordsOf(piecesOf(sentence)).map(({ lower }) => lower)
  const meant = (mood: Mood) =>
    words.some(
      (word, at) =>
        (mood.words.has(word) || mood.words.has(`${word}_${words[at + 1] ?? ''}`)) &&
        (mood.name === 'grief' ||
          !words.slice(mood.joy ? 0 : Math.max(0, at - denied), at).some((before) => denials.has(before))),
    )
  return moods.find(meant)
}

function atEnd(text: string, sign: string): string {
  const body = text.trimEnd()
  return text.includes(sign) ? text : `${body} ${sign}${text.slice(body.length)}`
}
