import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readPdf } from './pdf-read.ts'
import { scrubPdf } from './pdf-scrub.ts'
import { isName, Name, Raw, Ref, type PdfObject, type Value } from './pdf-values.ts'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'

/** Writes a document anew from the objects that its pages reach. Earlier versions, scripts, form logic, attachments and authors are left out. */
export async function cleanPdf({ path, out }: CleanTask): Promise<Dimensions> {
  const pdf = readPdf(await readFile(path))
  const pages = pdf.find(pdf.root.get('Pages'))
  if (!(pages instanceof Map) || !isName(pages.get('Type'), 'Pages')) throw new FileRefused('corrupt')
  write(out, scrubPdf(pdf))
  return {}
}

function write(out: string, objects: Map<number, PdfObject>): void {
  const numbers = new Map([...objects.keys()].map((old, at) => [old, at + 1]))
  const file = openSync(out, 'wx', 0o600)
  let size = 0
  const put = (bytes: Buffer) => {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    size += bytes.length
  }
  try {
    put(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
    const offsets: number[] = []
    for (const [old, object] of objects) {
      offsets.push(size)
      for (const bytes of objectBytes(numbers.get(old) ?? 0, object, numbers)) put(bytes)
    }
    const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const count = offsets.length + 1
    put(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}`))
    const start = size - table.length - `xref\n0 ${count}\n0000000000 65535 f \n`.length
    put(Buffer.from(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  } finally {
    closeSync(file)
  }
}

function objectBytes(number: number, { value, stream }: PdfObject, numbers: Map<number, number>): Buffer[] {
  if (stream && value instanceof Map) value.set('Length', new Raw(Buffer.from(String(stream.length))))
  const parts: (string | Buffer)[] = []
  print(value, numbers, parts)
  const body = [Buffer.from(`${number} 0 obj\n`), ...parts.map(bytesOf)]
  const data = stream ? [Buffer.from('\nstream\n'), stream, Buffer.from('\nendstream')] : []
  return [Buffer.concat(body), ...data, Buffer.from('\nendobj\n')]
}

const bytesOf = (part: string | Buffer) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)

function print(value: Value, numbers: Map<number, number>, parts: (string | Buffer)[]): void {
  if (value instanceof Name) parts.push(spelled(value.text))
  else if (value instanceof Raw) parts.push(' ', value.bytes)
  else if (value instanceof Ref) {
    const number = numbers.get(value.number)
    // PDF reads a reference to a missing object as null.
    parts.push(number === undefined ? ' null' : ` ${number} 0 R`)
  } else if (Array.isArray(value)) {
    parts.push('[')
    for (const each of value) print(each, numbers, parts)
    parts.push(']')
  } else {
    parts.push('<<')
    for (const [key, each] of value) {
      parts.push(spelled(key))
      print(each, numbers, parts)
    }
    parts.push('>>')
  }
}

function spelled(name: string): string {
  return `/${name.replaceAll(/[^!-~]|[#()<>[\]{}/%]/g, (letter) => `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}
