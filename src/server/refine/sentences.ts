import { abbreviations } from './lexicon/abbreviations.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const leadingPictures = /^(?:\p{Extended_Pictographic}[\uFE0F\u200D\p{Emoji_Modifier}]*|[^\S\n])+/u

/** The sentences of a text with trailing space and emoticons. Together they are the text. A line break ends a sentence. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(text))
    for (const sentence of atLowerCase(segment)) {
      const before = sentences.at(-1)
      if (before === undefined || before.endsWith('\n')) {
        sentences.push(sentence)
        continue
      }
      const joins = endsShort(before) ? sentence : (leadingPictures.exec(sentence)?.[0] ?? '')
      sentences[sentences.length - 1] = before + joins
      if (joins.length < sentence.length) sentences.push(sentence.slice(joins.length))
    }
  return sentences
}

/** The Unicode standard splits at a full stop only before a capital. People here write 'pagod na ako. uuwi na ako.' */
function atLowerCase(segment: string): string[] {
  const split: string[] = []
  let from = 0
  for (const { index, 0: end } of segment.matchAll(/[^.\s]\.["'”’)]?[^\S\n]+(?=\p{Ll})/gu)) {
    const to = index + end.length
    if (endsShort(segment.slice(Math.max(from, to - 12), to))) continue
    split.push(segment.slice(from, to))
    from = to
  }
  split.push(segment.slice(from))
  return split.filter((part) => part !== '')
}

/** True for a final abbreviation, whose dot ends nothing: Dr. Santos. */
function endsShort(text: string): boolean {
  const last = /(?:^|[^\p{L}.])([\p{L}.]{1,6})\.[^\S\n]+$/u.exec(text.slice(-12))?.[1]?.toLowerCase()
  return last !== undefined && abbreviations.has(last)
}
