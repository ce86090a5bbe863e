import { FileRefused } from './refusals.ts'

export type Attributes = Map<string, string>
/** `drop` leaves out the element with its content. */
export type Verdict = 'keep' | 'drop'

const name = String.raw`[\w:.-]+`
const attribute = String.raw`\s+(${name})\s*=\s*("[^"<]*"|'[^'<]*')`
const token = new RegExp(
  String.raw`<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<(\/?)(${name})((?:${attribute})*)\s*(\/?)>|[^<]+`,
  'y',
)

/**
 * Writes XML anew, element by element. `visit` may change the attributes, whose values stay escaped. `text` may change the text of an
 * element. Comments and processing instructions are left out. A document type is refused, so no entity can be declared.
 */
export function rewriteXml(
  source: string,
  visit: (element: string, attributes: Attributes) => Verdict,
  text: (element: string, words: string) => string = (_, words) => words,
): string {
  const out = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n']
  const open: string[] = []
  let droppedAt = Infinity
  token.lastIndex = 0
  for (let at = 0; at < source.length; at = token.lastIndex) {
    const found = token.exec(source)
    if (!found) throw new FileRefused('corrupt')
    const [whole, closes, element, attributes = '', , , empty] = found
    if (element === undefined) {
      if (open.length > 0 && open.length < droppedAt && !/^<[!?][-\w]/.test(whole))
        out.push(text(open.at(-1) ?? '', whole))
    } else if (closes) {
      if (open.pop() !== element) throw new FileRefused('corrupt')
      if (open.length + 1 < droppedAt) out.push(`</${element}>`)
      else if (open.length + 1 === droppedAt) droppedAt = Infinity
    } else {
      const list = attributesIn(attributes)
      const drops = open.length >= droppedAt || visit(element, list) === 'drop'
      if (!drops) out.push(printed(element, list, empty === '/'))
      if (empty !== '/') {
        open.push(element)
        if (drops) droppedAt = Math.min(droppedAt, open.length)
      }
    }
  }
  if (open.length > 0) throw new FileRefused('corrupt')
  return out.join('')
}

function attributesIn(source: string): Attributes {
  const list: Attributes = new Map()
  for (const [, key = '', value = ''] of source.matchAll(new RegExp(attribute, 'g'))) {
    if (list.has(key)) throw new FileRefused('corrupt')
    list.set(key, value.slice(1, -1).replaceAll('"', '&quot;'))
  }
  return list
}

function printed(element: string, attributes: Attributes, empty: boolean): string {
  const list = Array.from(attributes, ([key, value]) => ` ${key}="${value}"`).join('')
  return `<${element}${list}${empty ? '/' : ''}>`
}
