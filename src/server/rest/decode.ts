import { isStorable } from '../http/body.ts'
import { requestLimits } from '../http/limits.ts'
import { badQuery, quote } from './errors.ts'

/** The items of a comma list. Commas inside quotes or brackets belong to their item. */
export function splitList(text: string): string[] {
  const items: string[] = []
  let start = 0
  let depth = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '"') quoted = !quoted
    else if (letter === '(') depth++
    else if (letter === ')') depth--
    if (letter !== undefined && (letter !== ',' || quoted || depth > 0)) continue
    items.push(text.slice(start, at).trim())
    start = at + 1
    if (items.length > requestLimits.columns)
      throw badQuery('the list is too long', `more than ${requestLimits.columns} names`)
  }
  return items
}

export function unquote(name: string): string {
  return name.length > 1 && name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name
}

export function decode(part: string): string {
  try {
    const text = decodeURIComponent(part.includes('+') ? part.replaceAll('+', ' ') : part)
    if (isStorable(text)) return text
  } catch {
    // Bad percent-encoding is refused below.
  }
  throw badQuery('the address is not percent-encoded UTF-8 without NUL', quote(part))
}
