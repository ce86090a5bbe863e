import { spellings } from './spellings.ts'

/** Signs that replace letters inside a word: d1e, su!cide, m@matay. */
const stands: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** A pause inside a sentence. */
export const pause = ','

/** Words with the signs inside them, sentence ends and pauses. A dot between letters, or among dots, is neither. */
const signs = /[\p{L}\p{N}@$*]+(?:[!‐‑-][\p{L}\p{N}@$*]+)*|(?<!\.)\.(?=\s|$)|[!?;,]|\n\s*\n/gu

const spelled = new Map(
  Object.entries(spellings).flatMap(([word, others]) =>
    others.split(' ').map((other) => [other, word] as const),
  ),
)

/** The sentences of a text as raw words: folded, without accents and invisible signs, with hyphens. A number becomes the word `number`. */
export function sentencesOf(text: string): string[][] {
  const folded = text
    .normalize('NFKC')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
  const sentences: string[][] = []
  let sentence: string[] = []
  for (const [sign] of folded.matchAll(signs)) {
    if (/^(?:[.!?;]|\n[^]*)$/.test(sign)) {
      if (sentence.length > 0) sentences.push(sentence)
      sentence = []
    } else sentence.push(sign)
  }
  if (sentence.length > 0) sentences.push(sentence)
  return sentences.map(joinLetters)
}

/** 's u i c i d e' is one word too: three or more single letters, unless each is an abbreviation: d q n. */
function joinLetters(words: string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const flush = () => {
    if (run.length >= 3 && !run.every((letter) => spelled.has(letter))) joined.push(run.join(''))
    else joined.push(...run)
    run = []
  }
  for (const word of words) {
    if (word.length === 1 && word !== pause) run.push(word)
    else {
      flush()
      joined.push(word)
    }
  }
  flush()
  return joined
}

/** The spellings to try for a raw word, closest first: 2 for a repeated part, an `a` missing in mag- and nag-, a vowel of ta-talon. */
export function* readingsOf(raw: string): Generator<string> {
  const word = raw.replace(/[‐‑-]/g, '')
  yield word
  if (/^\p{L}+2/u.test(word)) yield word.replace(/^(\p{L}+)2/u, '$1$1')
  if (/1/.test(word)) yield word.replaceAll('1', 'l')
  const letters = /\p{L}/u.test(word) ? word.replace(/[013457@$!]/g, (sign) => stands[sign] ?? sign) : word
  if (letters !== word) yield letters
  const whole = letters
    .replace(/^([mn])g(?!a$)(?=[^g])/, '$1ag')
    .replace(/^([bdghklmnpstw])\1([aeiou])/, '$1$2$1$2')
  if (whole !== letters) yield whole
  const twice = letters.replace(/(.)\1{2,}/gu, '$1$1')
  if (twice !== letters) yield twice
  const once = letters.replace(/(.)\1+/gu, '$1')
  if (once !== twice) yield once
}

/** The words that a spelling means. */
export const readAs = (spelling: string): string | undefined => spelled.get(spelling)

/** One letter more, less, different, or swapped with its neighbour, after the same first letter. */
export function isOneSlip(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** A word with letters hidden by stars: k*ll, su**ide. */
export function hides(raw: string, word: string): boolean {
  if (raw.length !== word.length) return false
  for (let place = 0; place < raw.length; place++)
    if (raw[place] !== '*' && raw[place] !== word[place]) return false
  return true
}

/** A word without some of its vowels: mgising, mmtay, sucde. It keeps all its consonants, at least three. */
export function isShortened(word: string, short: string): boolean {
  if (short.length < 4 || short.length >= word.length) return false
  let at = 0
  for (const letter of word)
    if (letter === short[at]) at++
    else if (!'aeiou'.includes(letter)) return false
  return at === short.length
}
