import { countLetters } from '../../../shared/limits.ts'
import { clean, link, refusal } from './answer.ts'
import { ModelError } from './model-error.ts'
import { forbidden, repeats, withoutHotlines } from './emi-rules.ts'
import { askersOf, signals, type Talk } from './talk-prompt.ts'

/** The answer of a model as Emi. `suspects`: the model believes that somebody is in danger, and wrote no message. */
export type EmiAnswer = { text: string } | { suspects: 'crisis' | 'abuse' }

/** Most letters of a message of Emi. A longer answer is cut at the end of a sentence. */
const mostLetters = 600
const thoughts = /^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i

/** Whether the stream may end here: the rest would be cut off. */
export const saysEnough = (answer: string): boolean =>
  answer.length > 2 * mostLetters && answer.replace(thoughts, '').length > 2 * mostLetters

/** The message in a model's answer. Throws ModelError for a message that Emi must not send. The error holds none of its words. */
export function readEmiAnswer(answer: string, talk: Talk, instructions: string): EmiAnswer {
  const text = shaped(answer)
  const word = /^\W*(CRISIS|ABUSE)\W*$/.exec(text)?.[1]
  if (word === 'CRISIS' || word === 'ABUSE') return { suspects: signals[word] }
  const reason = whyUnusable(text, talk, instructions)
  if (reason) throw new ModelError('failed', reason)
  return { text }
}

/** The answer without the model's framing, cut to the length of a message. */
function shaped(answer: string): string {
  const read = clean(clean(answer).normalize('NFC').replace(thoughts, ''))
    .replace(/^\[\[[0-9a-f]{12}\]\]$/gm, '')
    .replace(/^\s*(?:\*\*)?Emi(?:\*\*)?\s*:\s*/i, '')
    .replace(/\*\*([^*\n]{1,200})\*\*/g, '$1')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .replace(/^["“]([^"“”]*)["”]$/, '$1')
    .trim()
  if (countLetters(read) <= mostLetters) return read
  const [whole = ''] = /^[\s\S]*[.!?…](?=\s)/.exec(`${read.slice(0, mostLetters)} `) ?? []
  return whole
}

function whyUnusable(text: string, talk: Talk, instructions: string): string | undefined {
  if (!/\p{L}{2}/u.test(text)) return 'an empty answer'
  if (/[^\P{L}\p{sc=Latin}]/u.test(text)) return 'letters of another script'
  const plain = withoutHotlines(text.normalize('NFKC'))
  if (plain.search(link) >= 0 || /(?<!\w)@\S|www\.|:\/\//i.test(plain)) return 'a link, a number or a name'
  if (refusal.test(plain)) return 'a refusal'
  if (recites(plain, instructions)) return 'its own instructions'
  if ((plain.match(/\?(?!\?)/g) ?? []).length > 2) return 'too many questions'
  const names = new Set(plain.match(/\b(?:kaibigan \d+|asker\b)/gi)?.map((name) => name.toLowerCase()))
  const askers = askersOf(talk).map((name) => name.toLowerCase())
  const wanted = askers.length > 1 ? askers : []
  if (names.size !== wanted.length || wanted.some((name) => !names.has(name))) return 'the wrong names'
  if (repeats(plain, talk.said)) return 'her own words again'
  return forbidden(plain)
}

/** Whether the text holds eight words of the instructions in a row. */
function recites(text: string, instructions: string): boolean {
  const rules = ` ${wordsOf(instructions).join(' ')} `
  const words = wordsOf(text)
  return words.some(
    (_, at) => at + 8 <= words.length && rules.includes(` ${words.slice(at, at + 8).join(' ')} `),
  )
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
