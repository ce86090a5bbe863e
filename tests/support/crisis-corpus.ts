// Sentences that a person sorted by hand, kept apart from the phrase lists: whoever tunes the lists does not read these, or the score means nothing.
import { readFileSync } from 'node:fs'

export type Labelled = {
  /** The section: a language or a way of writing ("text" is text-speak), for ordinary sentences what they speak of. */
  kind: string
  text: string
  /** Every other sentence: whoever tunes the lists may be told which of these went wrong, and of the rest only how many. */
  shown: boolean
}

/** A file holds one sentence a line under headings such as `# tl`. */
function read(file: string): Labelled[] {
  let kind = ''
  let shown = false
  return readFileSync(new URL(`crisis/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) kind = line.slice(2)
      if (line === '' || line.startsWith('# ')) return []
      shown = !shown
      return [{ kind, text: line, shown }]
    })
}

/** Sentences in which someone says that he wants to die or to harm himself. */
export const explicit = read('explicit.txt')
/** Sad, angry, joking and everyday sentences that say no such thing, idioms of dying among them. */
export const ordinary = read('ordinary.txt')

/** What a check makes of the corpus: shares between 0 and 1, and the sentences it got wrong. */
export function score(
  check: (text: string) => boolean,
  counts: (sentence: Labelled) => boolean = () => true,
) {
  // Bisaya is beyond the promise of Tagalog, English and mixed: told apart, not counted in.
  const promised = explicit.filter((sentence) => sentence.kind !== 'ceb' && counts(sentence))
  const rest = ordinary.filter(counts)
  const missed = promised.filter(({ text }) => !check(text))
  const alarmed = rest.filter(({ text }) => check(text))
  const missedBisaya = explicit.filter(({ kind, text }) => kind === 'ceb' && !check(text))
  return {
    recall: 1 - missed.length / promised.length,
    falseAlarms: alarmed.length / rest.length,
    missed,
    alarmed,
    missedBisaya,
  }
}
