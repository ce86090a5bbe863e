// Sentences that a person sorted by hand, apart from the phrase lists. A person who tunes the lists must not read them, or the score means
// nothing.
import { readFileSync } from 'node:fs'

export type Labelled = {
  /** The section's heading: a language or a way of writing ("text" is text-speak); for ordinary sentences, their subject. */
  kind: string
  text: string
  /** True for every second sentence. A person who tunes the lists may see which of these fail; of the others, only the number. */
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

/** Sentences in which a person says that they want to die or to harm themselves. */
export const explicit = read('explicit.txt')
/** Sad, angry, joking and everyday sentences without such a wish. Some use idioms of dying. */
export const ordinary = read('ordinary.txt')

/** Scores a check on the corpus: shares from 0 to 1, and the sentences that it got wrong. */
export function score(
  check: (text: string) => boolean,
  counts: (sentence: Labelled) => boolean = () => true,
) {
  // The promise covers Tagalog, English and mixed text. Bisaya is reported apart.
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
