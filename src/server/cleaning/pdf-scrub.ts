import { stripJpeg, stripJpeg2000 } from './inner-pictures.ts'
import { filtersOf, inflate, type Pdf } from './pdf-read.ts'
import { isName, Name, Raw, Ref, type Dict, type PdfObject, type Value } from './pdf-values.ts'
import { FileRefused } from './refusals.ts'

const words = (list: string) => new Set(list.split(' '))
const mostUnpacked = 48 * 1024 * 1024
const mostSteps = 2_000_000

/** The keys that show something, by the kind of dictionary. All others may hold names, places, scripts or files. */
const kept = {
  catalog: words('Type Pages OCProperties Outlines Dests Names Lang'),
  pages: words(
    'Type Kids Count Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Annots Group Tabs',
  ),
  annotation: words(
    'Type Subtype Rect AP AS F BS Border C CA ca IC QuadPoints L LE LL LLE Vertices InkList DA Q RD Contents Name A Dest H OC',
  ),
  image: words(
    'Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Matte Filter DecodeParms OC Name',
  ),
  form: words('Type Subtype FormType BBox Matrix Resources Group OC Filter DecodeParms Name'),
}
const annotations = words(
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Widget',
)
const dropped = words(
  'Metadata PieceInfo LastModified AA OpenAction JS JavaScript EmbeddedFiles EmbeddedFile AF EF OPI Ref Info CreatorInfo Perms Collection AcroForm XFA Threads SpiderInfo Legal DSS Requirements Thumb StructTreeRoot StructParent StructParents MarkInfo SE Annots VP Measure LGIDict PTData Alternates Encrypt',
)
/** Keys of the program that wrote the file. Their values may be paths of its disk. */
const ofWriter = /^(?:PTEX\.|AAPL:|ADBE_|MSFT_)/

type Role = keyof typeof kept | 'any'

/** The objects that the pages need, in order, cleaned. The first is the catalog. */
export function scrubPdf(pdf: Pdf): Map<number, PdfObject> {
  const scrubber = new Scrubber(pdf)
  scrubber.run()
  return scrubber.clean
}

class Scrubber {
  readonly clean = new Map<number, PdfObject>()
  readonly #pdf: Pdf
  readonly #waiting: number[] = []
  readonly #pages = new Set<number>()
  #unpacked = mostUnpacked
  #steps = 0

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  run(): void {
    this.#findPages(this.#pdf.root.get('Pages'))
    if (this.#pages.size < 2) throw new FileRefused('corrupt')
    // No object of a file has the number zero, so the catalog takes it.
    this.clean.set(0, { value: this.#dict(this.#pdf.root, 'catalog') })
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      if (this.clean.has(next)) continue
      const found = this.#pdf.objects.get(next)
      const role = this.#pages.has(next) ? 'pages' : 'any'
      if (found) this.clean.set(next, this.#object(found, role))
    }
  }

  /** Runs first: a link may lead to a page before the page tree does, and the page's role must be known then. */
  #findPages(root: Value | undefined): void {
    const waiting = [root]
    while (waiting.length > 0) {
      const next = waiting.pop()
      if (!(next instanceof Ref) || this.#pages.has(next.number)) continue
      this.#pages.add(next.number)
      const node = this.#pdf.find(next)
      const kids = node instanceof Map ? this.#pdf.find(node.get('Kids')) : undefined
      if (Array.isArray(kids)) waiting.push(...kids)
    }
  }

  #object({ value, stream }: PdfObject, role: Role): PdfObject {
    if (!stream || !(value instanceof Map))
      return { value: value instanceof Map ? this.#dict(value, role) : this.#value(value) }
    // These keys name an external file.
    for (const key of ['F', 'FFilter', 'FDecodeParms']) value.delete(key)
    const kind = isName(value.get('Subtype'), 'Image')
      ? 'image'
      : isName(value.get('Subtype'), 'Form')
        ? 'form'
        : 'any'
    if (isName(value.get('Subtype'), 'PS')) throw new FileRefused('inside')
    const dict = this.#dict(value, kind)
    return { value: dict, stream: this.#stream(dict, stream) }
  }

  #value(value: Value): Value {
    if (++this.#steps > mostSteps) throw new FileRefused('too large')
    if (value instanceof Ref) {
      this.#waiting.push(value.number)
      return value
    }
    if (Array.isArray(value)) return value.map((each) => this.#value(each))
    return value instanceof Map ? this.#dict(value, 'any') : value
  }

  #dict(dict: Dict, role: Role): Dict {
    const keep = role === 'any' ? undefined : kept[role]
    const clean: Dict = new Map()
    for (const [key, value] of dict) {
      if (role === 'pages' && key === 'Annots') clean.set(key, this.#annotations(value))
      if (dropped.has(key) || ofWriter.test(key) || (keep && !keep.has(key))) continue
      const found = this.#entry(role, key, value)
      if (found !== undefined) clean.set(key, found)
    }
    return clean
  }

  #entry(role: Role, key: string, value: Value): Value | undefined {
    if (key === 'A' && this.#isAction(value)) return this.#action(value)
    return role === 'catalog' && key === 'Names' ? this.#names(value) : this.#value(value)
  }

  /** Keeps the named destinations. The same dictionary may hold scripts and files. */
  #names(value: Value): Value | undefined {
    const names = this.#pdf.find(value)
    const destinations = names instanceof Map ? names.get('Dests') : undefined
    return destinations && new Map([['Dests', this.#value(destinations)]])
  }

  #isAction(value: Value): boolean {
    const found = this.#pdf.find(value)
    return found instanceof Map && found.has('S')
  }

  /** Keeps a jump inside the document and a link to the web, without the actions that follow them (`Next`). */
  #action(value: Value): Dict | undefined {
    const action = this.#pdf.find(value)
    if (!(action instanceof Map)) return undefined
    const [destination, address] = [action.get('D'), this.#pdf.find(action.get('URI'))]
    if (isName(action.get('S'), 'GoTo') && destination !== undefined)
      return new Map<string, Value>([
        ['S', new Name('GoTo')],
        ['D', this.#value(destination)],
      ])
    const isLink =
      address instanceof Raw && /^\((?:https?:\/\/|mailto:)/i.test(address.bytes.toString('latin1', 0, 12))
    if (!isName(action.get('S'), 'URI') || !isLink) return undefined
    return new Map<string, Value>([
      ['S', new Name('URI')],
      ['URI', address],
    ])
  }

  #annotations(value: Value): Value[] {
    const list = this.#pdf.find(value)
    const all = Array.isArray(list) ? list : []
    return all.flatMap((each) => {
      const found = this.#pdf.find(each)
      const subtype = found instanceof Map ? found.get('Subtype') : undefined
      if (!(subtype instanceof Name) || !annotations.has(subtype.text) || !(found instanceof Map)) return []
      const clean = this.#dict(found, 'annotation')
      if (subtype.text === 'Widget') this.#flatten(found, clean)
      return [clean]
    })
  }

  /** Turns a form field into a stamp annotation with the same look: viewers draw no fields without the form. */
  #flatten(field: Dict, clean: Dict): void {
    const parent = this.#pdf.find(field.get('Parent'))
    const nodes = parent instanceof Map ? [field, parent] : [field]
    const isWords = nodes.some((node) => isName(node.get('FT'), 'Tx') || isName(node.get('FT'), 'Ch'))
    if (isWords && nodes.some((node) => node.has('V')) && !field.has('AP')) throw new FileRefused('inside')
    clean.set('Subtype', new Name('Stamp'))
  }

  #stream(dict: Dict, stream: Buffer): Buffer {
    const filters = filtersOf(dict)
    const last = filters.at(-1)
    if (last !== 'DCTDecode' && last !== 'JPXDecode') return stream
    const strip = last === 'DCTDecode' ? stripJpeg : stripJpeg2000
    if (filters.length === 1) return strip(stream)
    const outer: Dict = new Map([['Filter', new Name(filters[0] ?? '')]])
    if (filters.length > 2) throw new FileRefused('inside')
    const bytes = inflate(outer, stream, this.#unpacked)
    this.#unpacked -= bytes.length
    dict.set('Filter', new Name(last))
    const parms = dict.get('DecodeParms')
    dict.delete('DecodeParms')
    const own = Array.isArray(parms) ? parms[1] : undefined
    if (own instanceof Map) dict.set('DecodeParms', own)
    return strip(bytes)
  }
}
