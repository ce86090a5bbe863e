import { countLetters } from '../../../shared/limits.ts'
import { ModelError } from './model-error.ts'

/**
 * The edited text in a model's answer to `text`, without the model's framing. Throws ModelError for anything else, such as an echo of the
 * instructions.
 */
export function readAnswer(answer: string, text: string, instructions: string): string {
  const source = text.toLowerCase()
  const has = (words: string) => source.includes(words.trim().toLowerCase())
  let read = clean(answer)
    .replace(/^<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '')
    .replace(/^\[\[[0-9a-f]{12}\]\]$/gm, '')
    .trim()
  read = read.replace(preface, (words) => (has(words) ? words : '')).trim()
  read = read.replace(/^```[^\n]*\n([\s\S]*?)\n?```$/, '$1').trim()
  read = read.replace(remark, (words) => (has(words) ? words : '')).trim()
  for (const [opening, closing] of quotes) {
    const inside = read.slice(1, -1)
    const wrapped = read.startsWith(opening) && read.endsWith(closing) && !/["“”]/.test(inside)
    if (wrapped && !text.trim().startsWith(opening)) read = inside.trim()
  }
  const recited = instructions.split('\n').some((line) => read.includes(line.slice(0, 60)))
  const reason = recited ? 'its own instructions' : whyUnusable(read, text, has)
  if (reason) throw new ModelError('failed', reason)
  return read
}

/** A model's opening, up to its colon: "Here is the corrected text:", "Narito ang pinaikling bersyon:". */
const preface =
  /^(?:(?:sure|certainly|of course|okay|sige)\b[^\n:]{0,20}[!,.]\s*)?(?:here|below|this|narito|heto|eto|ito|corrected|edited|refined|translated)\b[^\n:]{0,60}\b(?:text|writing|version|rewrite|summary|translation|bersyon|buod|salin|teksto|sulatin?|listahan|list)\b[^\n:]{0,40}:/i
const remark = /\n\n(?:let me know|feel free|i hope this|note:|sabihin mo lang|sana makatulong)[^\n]*$/i
const quotes = [
  ['"', '"'],
  ['“', '”'],
] as const
/** People write "I'm sorry, I can't do this anymore" here. That is no refusal by the model. */
export const refusal =
  /\bas an ai\b|\b(?:can['’]?t|cannot|unable to|won['’]?t) (?:help|assist)(?: you)? with (?:this|that|your) (?:request|text|writing|content)|\bcan['’]?t (?:comply|fulfill?) /i
/** Links, mail addresses and Philippine mobile numbers. The bounds limit the time on hostile answers. */
export const link =
  /\b[a-z][a-z+.-]{1,20}:[\\/]{2}\S+|\b(?:javascript|mailto|tel):\S+|\bwww\.\S+|\b(?:[\w.+-]{1,64}@)?(?:[a-z0-9-]{1,63}\.){1,6}(?:com|net|org|ph|ly|me|io|co|app|link|xyz|gg)\b\S*|\]\([^)]{0,300}\)|(?<!\d)(?:\+63|0)[ -]?9(?:[ -]?\d){9}(?!\d)/gi
const signs = /(?<![\p{P}\s])[\p{P}\s]+$/u

/** Returns whole addresses, because a longer one leads elsewhere. Drops trailing signs and gaps in numbers. */
function linksOf(text: string): string[] {
  const found = clean(text).toLowerCase().match(link) ?? []
  return found.map((words) =>
    /^[+0][\d -]+$/.test(words) ? words.replace(/\D/g, '') : words.replace(signs, ''),
  )
}

function whyUnusable(read: string, text: string, has: (words: string) => boolean): string | undefined {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(read)) return 'an empty answer'
  if (/^<think/i.test(read)) return 'thoughts only'
  if (countLetters(read) > 3 * countLetters(text) + 400) return 'an absurdly long answer'
  const own = new Set(linksOf(text))
  if (linksOf(read).some((address) => !own.has(address))) return 'a link that the text does not have'
  const [refused] = refusal.exec(read) ?? []
  return refused && !has(refused) ? 'a refusal' : undefined
}

/** Removes invisible characters (except the emoji joiner), rows of empty lines and half surrogate pairs. */
export function clean(answer: string): string {
  return answer
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
