import { Dialect, type Lint, LocalLinter, SuggestionKind } from 'harper.js'
import { slimBinary } from 'harper.js/slimBinary'
import { isEnglishFrame, isTagalog } from './language.ts'
import { trustedRules } from './lexicon/trusted-rules.ts'
import { sentencesOf } from './sentences.ts'
import { piecesOf, wordsOf } from './text.ts'

// The checker gets English parts of at least so many words, in sentences of at most so many characters.
const fewestWords = 3
const longestSentence = 600

let ready: Promise<LocalLinter> | undefined

/** Loads the checker: about a second of processor time and 250 MB. */
function linter(): Promise<LocalLinter> {
  return (ready ??= open())
}

async function open(): Promise<LocalLinter> {
  const opened = new LocalLinter({ binary: slimBinary, dialect: Dialect.American })
  const rules = Object.keys(await opened.getDefaultLintConfig())
  // Its spelling rules would 'correct' Tagalog words. Its style rules would replace the writer's voice.
  await opened.setLintConfig(Object.fromEntries(rules.map((rule) => [rule, trustedRules.has(rule)])))
  return opened
}

/** Corrects grammar in English sentences and in the English parts of mixed ones. `known`: sentences corrected before. */
export async function mendEnglish(text: string, known: Map<string, string>): Promise<string> {
  const sentences = sentencesOf(text)
  for (const sentence of sentences)
    if (!known.has(sentence)) known.set(sentence, await mendSentence(sentence))
  return sentences.map((sentence) => known.get(sentence) ?? sentence).join('')
}

async function mendSentence(sentence: string): Promise<string> {
  const spans = englishSpans(sentence)
  if (spans.length === 0 || sentence.length > longestSentence) return sentence
  const lints = await (await linter()).lint(sentence, { language: 'plaintext' })
  const letters = Array.from(sentence)
  let end = letters.length
  const fixes = lints.flatMap((lint) => fixOf(lint, letters, spans))
  for (const { from, to, with: right } of fixes.toSorted((a, b) => b.from - a.from)) {
    if (to > end) continue
    letters.splice(from, to - from, right)
    end = from
  }
  return letters.join('')
}

type Fix = { from: number; to: number; with: string }

/** A fix counts when it is the only one and lies within English words. */
function fixOf(lint: Lint, letters: readonly string[], spans: readonly [number, number][]): Fix[] {
  const { start: from, end: to } = lint.span()
  const problem = lint.get_problem_text()
  const suggestions = lint.suggestions()
  const [only] = suggestions
  const isInside = spans.some(([first, last]) => first <= from && to <= last)
  const isWords = /^[A-Za-z' ’]+$/.test(problem) && letters.slice(from, to).join('') === problem
  if (!only || suggestions.length > 1 || !isInside || !isWords || only.kind() !== SuggestionKind.Replace)
    return []
  return [{ from, to, with: only.get_replacement_text() }]
}

/** Runs of words that are not Tagalog, with at least one that only English has. Offsets count code points. */
function englishSpans(sentence: string): [number, number][] {
  const spans: [number, number][] = []
  let place = 0
  let run = { from: 0, to: 0, words: 0, frame: false }
  const close = () => {
    if (run.words >= fewestWords && run.frame) spans.push([run.from, run.to])
    run = { from: 0, to: 0, words: 0, frame: false }
  }
  const pieces = piecesOf(sentence)
  const lowers = new Map(wordsOf(pieces).map(({ piece, lower }) => [piece, lower]))
  for (const piece of pieces) {
    const length = Array.from(piece.text).length
    const lower = lowers.get(piece)
    if (piece.kind === 'kept' || (lower !== undefined && endsEnglish(lower))) close()
    else if (lower !== undefined)
      run = {
        from: run.words === 0 ? place : run.from,
        to: place + length,
        words: run.words + 1,
        frame: run.frame || isEnglishFrame(lower),
      }
    place += length
  }
  close()
  return spans
}

/** A Tagalog word, or a letter of a spelled-out word: k m s. */
const endsEnglish = (lower: string) => isTagalog(lower) || /^[b-hj-z]$/.test(lower)
