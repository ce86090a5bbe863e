import { FileBroken, FileTooLarge } from '../providers/files/errors.ts'
import type { Files } from '../providers/files/index.ts'
import type { Spooled } from '../providers/files/spool.ts'
import type { Tools } from './call.ts'
import { badRequest, notBuilt, tooLarge } from './errors.ts'
import { openForm, type Part } from '../files/form.ts'
import { quote } from './key.ts'
import { fail } from './objects.ts'
import { keepPace } from '../files/pace.ts'

export type Received = {
  /** On local disk. The caller discards it. */
  file: Spooled
  cacheControl: string
  userMetadata: Record<string, unknown>
}

const metadataBytes = 8_192
const longestField = 2 * metadataBytes
const fieldNames = new Set(['cacheControl', 'metadata', 'contentEncoding'])

/** The file of an upload and its fields, in both forms of the client. A refusal leaves nothing on disk. */
export async function receive(
  { files, now }: Pick<Tools, 'files' | 'now'>,
  request: Request,
  maxBytes: number,
): Promise<Received> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body) throw badRequest('The file is missing')
  const body = keepPace(request.body, now)
  try {
    return /^multipart\/form-data\b/i.test(type)
      ? await receiveForm(body, type, files, maxBytes)
      : await receiveRaw(body, request.headers, files, maxBytes)
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge()
    if (error instanceof FileBroken) throw badRequest('The file did not arrive in full')
    throw error
  }
}

async function receiveRaw(
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
  files: Files,
  maxBytes: number,
): Promise<Received> {
  if (headers.has('content-encoding')) throw notBuilt('Content-Encoding')
  const noted = headers.get('x-metadata')
  const userMetadata = noted === null ? {} : parseMetadata(Buffer.from(noted, 'base64').toString('utf8'))
  // Browsers add directives to this header. Only the client's max-age counts.
  const maxAge = /^max-age=(\d{1,10})$/.exec(headers.get('cache-control') ?? '')?.[1]
  const file = await files.spool(body, maxBytes)
  return { file, userMetadata, cacheControl: maxAge ? `max-age=${Number(maxAge)}` : 'no-cache' }
}

async function receiveForm(
  body: AsyncIterable<Uint8Array>,
  type: string,
  files: Files,
  maxBytes: number,
): Promise<Received> {
  const form = openForm(body, type)
  const fields = new Map<string, string>()
  let file: Spooled | undefined
  try {
    // oxlint-disable no-await-in-loop -- one part after the other
    for (let part = await form.next(); part; part = await form.next()) {
      if (!part.isFile) await keepField(fields, part)
      else if (file) throw badRequest('A form takes one file')
      else {
        // Wrong fields in front of the file are refused before its first byte.
        readFields(fields)
        file = await files.spool(part.bytes, maxBytes)
      }
    }
    // oxlint-enable no-await-in-loop
    const said = readFields(fields)
    return { ...said, file: file ?? fail(badRequest('The file is missing')) }
  } catch (error) {
    if (file) await files.discard(file.path)
    throw error
  } finally {
    form.close()
  }
}

async function keepField(fields: Map<string, string>, part: Part): Promise<void> {
  if (!fieldNames.has(part.name)) throw badRequest(`Unknown field: ${quote(part.name)}`)
  if (fields.has(part.name)) throw badRequest(`${part.name} is given twice`)
  fields.set(part.name, await readField(part))
}

async function readField({ name, bytes }: Part): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size > longestField) throw badRequest(`${name} is too long`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readFields(fields: Map<string, string>): Omit<Received, 'file'> {
  if (fields.get('contentEncoding')) throw notBuilt('contentEncoding')
  const cacheControl = fields.get('cacheControl') ?? '3600'
  if (!/^\d{1,10}$/.test(cacheControl)) throw badRequest('cacheControl must be a number of seconds')
  const metadata = fields.get('metadata')
  return {
    cacheControl: `max-age=${Number(cacheControl)}`,
    userMetadata: metadata === undefined ? {} : parseMetadata(metadata),
  }
}

function parseMetadata(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = Buffer.byteLength(text) > metadataBytes ? undefined : JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw badRequest(`metadata must be a JSON object of at most ${metadataBytes} bytes`)
}
