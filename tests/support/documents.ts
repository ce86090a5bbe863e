import { crc32, constants, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bytesOf } from './films.ts'
import { canary } from './pictures.ts'

export const shown = 'Kumusta ka, mahal'
const secret = `(${canary})`

export const taggedPhoto = (format: 'jpeg' | 'png') =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#c22' } })
    .withExif({ IFD0: { Artist: canary }, IFD3: { GPSAreaInformation: canary } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta>`)
    .toFormat(format)
    .toBuffer()

type Piece = string | Buffer
const stream = (dict: string, data: Piece) =>
  bytesOf(`<<${dict}/Length ${data.length}>>\nstream\r\n`, data, '\nendstream')

/** A PDF of these objects, numbered from 1. The first is its catalog. Its table of places is missing, as in many damaged files. */
export function pdfOf(objects: Piece[], trailer = `/Info 2 0 R`): Buffer {
  const parts = objects.map((object, at) => bytesOf(`${at + 1} 0 obj\n`, object, '\nendobj\n'))
  return bytesOf('%PDF-1.7\n', ...parts, `trailer\n<</Root 1 0 R ${trailer}>>\nstartxref\n0\n%%EOF\n`)
}

const script = `<</S/JavaScript/JS${secret}>>`
const fileOf = `<</Type/Filespec/F${secret}/EF<</F 14 0 R>>>>`

/** Objects of a document with a name, a script or a file wherever the format has room for them. */
export async function taggedObjects(): Promise<Piece[]> {
  const photo = await taggedPhoto('jpeg')
  const image = '/Type/XObject/Subtype/Image/Width 20/Height 10/ColorSpace/DeviceRGB/BitsPerComponent 8'
  return [
    `<</Type/Catalog/Pages 3 0 R/Metadata 13 0 R/OpenAction ${script}/AA<</WC ${script}>>/PieceInfo<</X<</Private${secret}>>>>
      /Names<</JavaScript<</Names[${secret}${script}]>>/EmbeddedFiles<</Names[${secret}${fileOf}]>>/Dests<</Names[(dito)[4 0 R/Fit]]>>>>
      /AcroForm<</Fields[9 0 R]/XFA[${secret}13 0 R]>>/StructTreeRoot<</T${secret}>>/AF[${fileOf}]/Outlines 15 0 R>>`,
    `<</Author${secret}/Title${secret}/Producer${secret}/Keywords${secret}/CreationDate(D:2024)/Custom#20Name${secret}>>`,
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    `<</Type/Page/Parent 3 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Annots[6 0 R 7 0 R 8 0 R 9 0 R 16 0 R]/AA<</O ${script}>>/LastModified${secret}
      /PieceInfo<</P${secret}>>/Thumb 11 0 R/VP[<</Measure<</GCS${secret}>>>>]/PTEX.FileName${secret}
      /Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</I1 11 0 R/I2 12 0 R/X1 10 0 R>>>>>>`,
    stream('', `BT /F1 20 Tf 20 100 Td (${shown}) Tj ET /I1 Do /I2 Do /X1 Do`),
    `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/T${secret}/NM${secret}/M${secret}/A<</S/URI/URI(https://example.com/)/Next ${script}>>/AA<</E ${script}>>>>`,
    `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F${secret}>>>>`,
    `<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS${fileOf}/Contents${secret}>>`,
    `<</Type/Annot/Subtype/Widget/FT/Tx/T${secret}/V${secret}/Rect[0 0 9 9]/AP<</N 10 0 R>>/A ${script}>>`,
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/PieceInfo<</P${secret}>>/Metadata 13 0 R/OPI${secret}`,
      '0 0 9 9 re f',
    ),
    stream(`${image}/Metadata 13 0 R/Filter/DCTDecode`, photo),
    stream(
      `${image}/Filter[/FlateDecode/DCTDecode]/DecodeParms[null<</ColorTransform 1>>]`,
      deflateSync(photo),
    ),
    stream('/Type/Metadata/Subtype/XML', `<x>${canary}</x>`),
    stream('/Type/EmbeddedFile', `${canary} file`),
    `<</Type/Outlines/First<</Title(Una)/Parent 15 0 R/SE 13 0 R/A<</S/GoTo/D[4 0 R/Fit]/Next ${script}>>>>/Count 1>>`,
    `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/T${secret}/Contents(ayos ito)/Popup 8 0 R/RC${secret}/IRT 8 0 R>>`,
  ]
}

/** The same objects inside a packed stream, as PDF 1.5 writes them. Streams stay outside. */
export function packedPdf(objects: Piece[]): Buffer {
  const inside = objects.flatMap((object, at) =>
    typeof object === 'string' ? [{ number: at + 1, object }] : [],
  )
  let places = ''
  let body = ''
  for (const { number, object } of inside) {
    places += `${number} ${body.length} `
    body += `${object} `
  }
  const data = deflateSync(bytesOf(places, body))
  const outside = objects.map((object, at) =>
    typeof object === 'string' ? '' : bytesOf(`${at + 1} 0 obj\n`, object, '\nendobj\n'),
  )
  const packed = stream(`/Type/ObjStm/N ${inside.length}/First ${places.length}/Filter/FlateDecode`, data)
  const table = stream('/Type/XRef/Root 1 0 R/Info 2 0 R/W[1 2 1]/Size 99', '')
  return bytesOf(
    '%PDF-1.5\n',
    ...outside,
    '98 0 obj\n',
    packed,
    '\nendobj\n99 0 obj\n',
    table,
    '\nendobj\nstartxref\n0\n%%EOF',
  )
}

export type Entry = {
  name: string
  data: Piece
  /** Unpacked bytes that the directory tells, when they are wrong. */ size?: number
  method?: number
  flags?: number
}

/** A ZIP of these entries, packed unless a method is given. */
export function zipOf(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let place = 0
  for (const { name, data, size, method = 8, flags = 0 } of entries) {
    const plain = Buffer.from(data)
    const packed = size === undefined && method === 8 ? deflateRawSync(plain) : plain
    const head = Buffer.alloc(26)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(crc32(plain), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? plain.length, 18)
    head.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(place, 10)
    const local = bytesOf('PK\u0003\u0004', head, name, packed)
    directory.push(bytesOf('PK\u0001\u0002\0\0', head, tail, name))
    parts.push(local)
    place += local.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(table.length, 8)
  end.writeUInt32LE(place, 12)
  return bytesOf(...parts, table, 'PK\u0005\u0006', end)
}

/** A packed gigabyte of zeros, in 1 MB: one packed piece sixty-four times. */
export function gigabyteOfZeros(): Buffer {
  const piece = deflateRawSync(Buffer.alloc(16 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  return bytesOf(...Array.from({ length: 64 }, () => piece), [3, 0])
}

const namespaces =
  'xmlns:w="w" xmlns:r="r" xmlns:a="a" xmlns:pic="p" xmlns:wp="wp" xmlns:w15="w15" xmlns:o="o" xmlns:v="v" xmlns:mc="mc"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`
const relationList = (...list: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="x">${list.join('')}</Relationships>`

const documentRelations = [
  relation('photo', 'image', 'media/image1.jpeg'),
  relation('png', 'image', '/word/media/image2.png'),
  relation('drawing', 'image', 'media/image3.svg'),
  relation('spy', 'image', `https://example.com/${canary}`, 'External'),
  relation('web', 'hyperlink', 'https://example.com/', 'External'),
  relation('disk', 'hyperlink', `file:///C:/Users/${canary}`, 'External'),
  relation('ole', 'oleObject', 'embeddings/oleObject1.bin'),
  relation('html', 'aFChunk', 'afchunk.htm'),
  relation('people', 'people', 'people.xml'),
  relation('up', 'image', '../../../etc/passwd'),
  relation('comments', 'comments', 'comments.xml'),
  relation('settings', 'settings', 'settings.xml'),
]

const body = `<?xml version="1.0"?><!-- ${canary} --><w:document ${namespaces}><w:body>
    <w:p w:rsidR="00AB12CD" w:rsidRDefault="00AB12CD"><w:r><w:t>${shown}</w:t></w:r>
    <w:ins w:id="1" w:author="${canary}" w:date="2024-05-06T07:08:09Z"><w:r><w:t>dagdag</w:t></w:r></w:ins>
    <w:hyperlink r:id="web"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:hyperlink r:id="disk"><w:r><w:t>papel</w:t></w:r></w:hyperlink>
    <w:drawing><wp:docPr id="1" name="${canary}" descr="C:\\${canary}.jpg"/><pic:cNvPr id="0" name='${canary}.jpg'/><a:blip r:embed="photo" r:link="spy"/></w:drawing>
    <w:drawing><a:blip r:embed="drawing"/></w:drawing><w:drawing><a:blip r:link="spy"/></w:drawing>
    <w:object><v:shape><v:imagedata r:id="photo" o:title="${canary}"/></v:shape><o:OLEObject r:id="ole" ProgID="${canary}"/></w:object>
    <w:r><w:instrText> AUTHOR ${canary}</w:instrText></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>
    <w:r><w:instrText>DDEAUTO c:\\\\${canary}</w:instrText></w:r><w:fldSimple w:instr="FILENAME ${canary}"/>
    <w:sdt><w:sdtPr><w:dataBinding w:xpath="${canary}"/></w:sdtPr></w:sdt><w:altChunk r:id="html"/><w:permStart w:ed="${canary}"/></w:p></w:body></w:document>`

/** Parts of a Word document with a name, a date, a script or a file wherever the format has room for them. */
export async function docxEntries(): Promise<Entry[]> {
  return [
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="main"/><Override PartName="/docProps/core.xml" ContentType="${canary}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: relationList(
        relation('a', 'officeDocument', 'word/document.xml'),
        relation('b', 'extended-properties', 'docProps/app.xml'),
        relation('c', 'metadata/core-properties', '/docProps/core.xml'),
        relation('d', 'thumbnail', 'docProps/thumbnail.jpeg'),
      ),
    },
    { name: 'docProps/core.xml', data: `<cp>${canary}</cp>` },
    { name: 'docProps/app.xml', data: `<Company>${canary}</Company>` },
    { name: 'docProps/thumbnail.jpeg', data: await taggedPhoto('jpeg') },
    { name: 'word/document.xml', data: body },
    {
      name: 'word/_rels/document.xml.rels',
      data: relationList(...documentRelations),
    },
    { name: 'word/media/image1.jpeg', data: await taggedPhoto('jpeg') },
    { name: 'word/media/image2.png', data: await taggedPhoto('png') },
    { name: 'word/media/image3.svg', data: `<svg>${canary}</svg>` },
    { name: 'word/embeddings/oleObject1.bin', data: canary },
    { name: 'word/afchunk.htm', data: `<script>${canary}</script>` },
    { name: 'word/people.xml', data: `<w15:person w15:author="${canary}"/>` },
    {
      name: 'word/comments.xml',
      data: `<w:comments ${namespaces}><w:comment w:id="0" w:author="${canary}" w:initials="LIHIM" w:date="2024-05-06T07:08:09Z"><w:t>ayos ito</w:t></w:comment></w:comments>`,
    },
    {
      name: 'word/settings.xml',
      data: `<w:settings ${namespaces}><w:attachedTemplate r:id="t"/><w:rsids><w:rsid w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:name="x" w:val="${canary}"/></w:docVars><w:zoom w:percent="100"/></w:settings>`,
    },
    {
      name: 'word/_rels/settings.xml.rels',
      data: relationList(
        relation('t', 'attachedTemplate', `file:///C:/Users/${canary}/Normal.dotm`, 'External'),
      ),
    },
    { name: 'customXml/item1.xml', data: `<x>${canary}</x>` },
  ]
}
