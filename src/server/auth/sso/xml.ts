import { DOMParser, onWarningStopParsing, type Element, type Node } from '@xmldom/xmldom'

/** XML that this server does not accept. The message says why and quotes nothing. */
export class XmlError extends Error {}

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
type Namespace = keyof typeof namespaces

const mostBytes = 262_144
/** The parser and the canonical form take time by the square of these. An answer of some hundred attributes has half of them. */
const mostPlain = { tags: 1_000, attributes: 2_000 }
const mostElse = { tags: 3_000, attributes: 5_000 }
const deepest = 40

/**
 * Parses XML from outside. It refuses document types, and with them all entities: bombs, and files of this machine. `plain` refuses
 * comments, CDATA and instructions too, because parsers disagree about a text that they cut in two.
 */
export function parseXml(text: string, plain: boolean): Element {
  if (Buffer.byteLength(text) > mostBytes) throw new XmlError('the XML is too large')
  if (!text.isWellFormed() || text.includes('\u0000')) throw new XmlError('the XML is no text')
  const body = text.replace(/^\ufeff?\s*<\?xml [^<>?]*\?>/, '')
  if (/<!(?!--|\[CDATA\[)/.test(body)) throw new XmlError('the XML has a document type')
  if (plain && /<[!?]/.test(body)) throw new XmlError('the XML has a comment, CDATA or an instruction')
  const most = plain ? mostPlain : mostElse
  if (count(body, '<') > most.tags || count(body, '=') > most.attributes)
    throw new XmlError('the XML is too large')
  checkDepth(body)
  const root = parse(body)
  if (!root) throw new XmlError('the XML is malformed')
  return root
}

function parse(body: string): Element | null {
  try {
    return new DOMParser({ onError: onWarningStopParsing }).parseFromString(body, 'text/xml').documentElement
  } catch {
    return null
  }
}

const count = (text: string, letter: string) => text.split(letter).length - 1

/** The canonical form recurses: a hundred thousand levels would exhaust the stack. */
function checkDepth(text: string): void {
  let depth = 0
  for (const [tag] of text.matchAll(/<[^<>]*>?/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>') && !/^<[!?]/.test(tag)) depth += 1
    if (depth > deepest) throw new XmlError('the XML is nested too deep')
  }
}

export function everyElement(root: Element): Element[] {
  return [root, ...root.getElementsByTagName('*')]
}

export function children(parent: Element, namespace: Namespace, name: string): Element[] {
  return [...parent.childNodes].filter(isElement).filter((node) => isNamed(node, namespace, name))
}

/** The one child with this name. */
export function onlyChild(parent: Element, namespace: Namespace, name: string): Element {
  const [found, ...more] = children(parent, namespace, name)
  if (!found || more.length > 0) throw new XmlError(`${parent.localName} must have one ${name}`)
  return found
}

export function isNamed(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace]
}

/** The text of an element that has nothing else. */
export function textOf(element: Element): string {
  if ([...element.childNodes].some((node) => node.nodeType !== 3)) {
    throw new XmlError(`${element.localName} must hold a text`)
  }
  return (element.textContent ?? '').trim()
}

/** A time in UTC or with its zone. */
export function timeOf(element: Element, attribute: string): Date | undefined {
  const text = element.getAttribute(attribute)
  if (text === null) return undefined
  const time = new Date(text)
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(time.getTime())
  ) {
    throw new XmlError(`${attribute} of ${element.localName} is no time`)
  }
  return time
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
