// Sentences that a person sorted by hand, kept apart from the phrase lists: whoever tunes the lists does not read these, or the score means nothing.
import { readFileSync } from 'node:fs'

/** `kind` is the section: a language or a way of writing ("text" is text-speak), for ordinary sentences what they speak of. */
export type Labelled = { kind: string; text: string }

/** A file holds one sentence a line under headings such as `# tl`. */
function read(file: string): Labelled[] {
  let kind = ''
  return readFileSync(new URL(`crisis/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) kind = line.slice(2)
      return line === '' || line.startsWith('# ') ? [] : [{ kind, text: line }]
    })
}

/** Sentences in which someone says that he wants to die or to harm himself. */
export const explicit = read('explicit.txt')
/** Sad, angry, joking and everyday sentences that say no such thing, idioms of dying among them. */
export const ordinary = read('ordinary.txt')

/** What a check makes of the corpus: shares between 0 and 1, and the sentences it got wrong. */
export function score(check: (text: string) => boolean) {
  // Bisaya is beyond the promise of Tagalog, English and mixed: told apart, not counted in.
  const promised = explicit.filter(({ kind }) => kind !== 'ceb')
  const missed = promised.filter(({ text }) => !check(text))
  const alarmed = ordinary.filter(({ text }) => check(text))
  const missedBisaya = explicit.filter(({ kind, text }) => kind === 'ceb' && !check(text))
  return {
    recall: 1 - missed.length / promised.length,
    falseAlarms: alarmed.length / ordinary.length,
    missed,
    alarmed,
    missedBisaya,
  }
}
