import { readFile } from 'node:fs/promises'
import { cleanPart, isMedia, keepRelationships, keepContentTypes, relationshipsPartOf } from './docx-parts.ts'
import { stripPicture } from './inner-pictures.ts'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'
import { createZip, openZip, type Unzipped } from './zip.ts'

// A novel has 3 MB of XML in one part.
const longestXml = 12 * 1024 * 1024
const longestMedia = 50 * 1024 * 1024
const limits = { entries: 3_000, unpacked: 160 * 1024 * 1024 }
const contentTypes = '[Content_Types].xml'

/** Writes a Word document anew from the parts that its text reaches. The archive is unpacked one bounded part at a time. */
export async function cleanDocx({ path, out }: CleanTask): Promise<Dimensions> {
  const zip = openZip(await readFile(path), limits)
  const names = new Set(zip.names)
  const file = createZip(out)
  try {
    const parts = reach(zip, names)
    file.add(contentTypes, Buffer.from(keepContentTypes(readXml(zip, contentTypes), new Set(parts.keys()))), {
      pack: true,
    })
    for (const [part, { xml, ids }] of parts) {
      if (xml !== undefined) file.add(relationshipsPartOf(part), Buffer.from(xml), { pack: true })
      if (part === '') continue
      if (isMedia(part)) file.add(part, picture(zip, part), { pack: false })
      else file.add(part, Buffer.from(cleanPart(readXml(zip, part), ids)), { pack: true })
    }
    file.end()
  } finally {
    file.close()
  }
  return {}
}

type Reached = Map<string, { xml: string | undefined; ids: Set<string> }>

/** The parts that the document leads to, with their relationships. The empty name is the package itself. */
function reach(zip: Unzipped, names: ReadonlySet<string>): Reached {
  const found: Reached = new Map()
  const waiting = ['']
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (found.has(part)) continue
    const relationships = relationshipsPartOf(part)
    const kept = names.has(relationships)
      ? keepRelationships(part, readXml(zip, relationships), names)
      : undefined
    found.set(part, { xml: kept?.xml, ids: kept?.ids ?? new Set() })
    if (kept) waiting.push(...kept.parts)
  }
  if (!found.has('word/document.xml')) throw new FileRefused('corrupt')
  return found
}

function readXml(zip: Unzipped, name: string): string {
  const bytes = zip.read(name, longestXml)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefused('corrupt')
  }
}

function picture(zip: Unzipped, name: string): Buffer {
  const stripped = stripPicture(zip.read(name, longestMedia))
  if (!stripped) throw new FileRefused('inside')
  return stripped
}
