import { posix } from 'node:path'
import { rewriteXml, type Attributes } from './xml.ts'

/** Parts that show something. Missing on purpose: properties, people, templates, macros, embedded files, controls, fonts, parts of other programs. */
const shown = [
  /^word\/(?:document|styles|numbering|settings|fontTable|footnotes|endnotes|comments|(?:header|footer)\d*)\.xml$/,
  /^word\/theme\/theme\d*\.xml$/,
  /^word\/charts\/chart\d*\.xml$/,
  /^word\/diagrams\/(?:data|layout|quickStyle|colors|drawing)\d*\.xml$/,
  /^word\/media\/[\w.-]+$/,
]

export const isShown = (part: string) => shown.some((pattern) => pattern.test(part))
export const isMedia = (part: string) => part.startsWith('word/media/')
// Word writes a PNG beside every SVG.
const isSvg = (part: string) => part.toLowerCase().endsWith('.svg')

export const relationshipsPartOf = (part: string) =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

export type Relationships = { xml: string; ids: Set<string>; parts: string[] }

/** The relationships of a part that lead to shown parts of this file, or to an address of the web. */
export function keepRelationships(part: string, xml: string, names: ReadonlySet<string>): Relationships {
  const ids = new Set<string>()
  const parts: string[] = []
  const kept = rewriteXml(xml, (element, attributes) => {
    if (element !== 'Relationship') return 'keep'
    const target = attributes.get('Target') ?? ''
    const type = attributes.get('Type') ?? ''
    const inside = posix.normalize(
      target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
    )
    if (attributes.get('TargetMode') === 'External') {
      if (!type.endsWith('/hyperlink') || !/^(?:https?:\/\/|mailto:)/i.test(target)) return 'drop'
    } else if (!names.has(inside) || !isShown(inside) || isSvg(inside)) return 'drop'
    else parts.push(inside)
    ids.add(attributes.get('Id') ?? '')
    return 'keep'
  })
  return { xml: kept, ids, parts }
}

/** The content types of the kept parts. */
export function keepContentTypes(xml: string, parts: ReadonlySet<string>): string {
  return rewriteXml(xml, (element, attributes) => {
    if (element !== 'Override') return 'keep'
    return parts.has((attributes.get('PartName') ?? '').replace(/^\//, '')) ? 'keep' : 'drop'
  })
}

const droppedElements = new Set(
  'w:rsids w:docVars w:mailMerge w:writeProtection w:attachedTemplate w:dataBinding w:control w:altChunk w:subDoc w:permStart w:permEnd w15:docId w14:docId o:OLEObject w:hdrShapeDefaults'.split(
    ' ',
  ),
)
const droppedAttributes = /^(?:\w+:)?(?:rsid\w*|date|dateUtc|userId|providerId)$|^o:(?:title|href)$/
const picture = /^(?:\w+:)?(?:cNvPr|docPr)$/
const pathOrFile = /[\\/]|\.\w{2,4}$/
// The first word of a field is its instruction. Instructions that are not listed read files, run programs, or name the author.
const harmlessField =
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF|TOC|REF|SEQ|STYLEREF|HYPERLINK\s+(?:\\l|(?:"|&quot;)(?:https?:\/\/|mailto:)))(?=[\s\\"&:]|$)/i

/** A part without authors, dates and names of devices, and without references to dropped parts. */
export function cleanPart(xml: string, ids: ReadonlySet<string>): string {
  return rewriteXml(
    xml,
    (element, attributes) => {
      if (droppedElements.has(element) || refersToDropped(element, attributes, ids)) return 'drop'
      cleanAttributes(element, attributes)
      return 'keep'
    },
    (element, words) => (element.endsWith(':instrText') && !harmlessField.test(words) ? '' : words),
  )
}

function refersToDropped(element: string, attributes: Attributes, ids: ReadonlySet<string>): boolean {
  for (const [key, id] of attributes) {
    if (!key.startsWith('r:') || key === 'r:anchor' || ids.has(id)) continue
    if (key !== 'r:link' && element !== 'w:hyperlink') return true
    attributes.delete(key)
  }
  return element === 'a:blip' && !attributes.has('r:embed')
}

function cleanAttributes(element: string, attributes: Attributes): void {
  for (const [key, value] of attributes) {
    const name = key.replace(/^\w+:/, '')
    if (droppedAttributes.test(key)) attributes.delete(key)
    else if (name === 'author') attributes.set(key, 'Author')
    else if (name === 'initials') attributes.set(key, '')
    else if (name === 'instr' && !harmlessField.test(value)) attributes.set(key, '')
    else if (picture.test(element) && name === 'name') attributes.set(key, 'Picture')
    else if (/^(?:descr|title|alt)$/.test(name) && pathOrFile.test(value)) attributes.set(key, '')
  }
}
