import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { FileBroken, FileTooLarge, type Files, type Spooled } from '../providers/files/index.ts'
import { badRequest, notBuilt, Refusal, tooLarge } from './errors.ts'
import { quote } from './key.ts'

export type Received = {
  /** On local disk; the caller discards it. */
  file: Spooled
  /** As `Cache-Control` says it. */
  cacheControl: string
  userMetadata: Record<string, unknown>
}

const metadataBytes = 8_192
const fieldNames = new Set(['cacheControl', 'metadata', 'contentEncoding'])

/** The file of an upload and what is said about it, in either form that the client sends. After a refusal nothing is left on disk. */
export async function receive(request: Request, files: Files, maxBytes: number): Promise<Received> {
  const type = request.headers.get('content-type') ?? ''
  const { body } = request
  if (!body) throw badRequest('The file is missing')
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
  body: ReadableStream<Uint8Array>,
  headers: Headers,
  files: Files,
  maxBytes: number,
): Promise<Received> {
  if (headers.has('content-encoding')) throw notBuilt('Content-Encoding')
  const noted = headers.get('x-metadata')
  const userMetadata = noted === null ? {} : parseMetadata(Buffer.from(noted, 'base64').toString('utf8'))
  // A browser adds words of its own to this header; only the client's one is meant.
  const maxAge = /^max-age=(\d{1,10})$/.exec(headers.get('cache-control') ?? '')?.[1]
  const file = await files.spool(body, maxBytes)
  return { file, userMetadata, cacheControl: maxAge ? `max-age=${Number(maxAge)}` : 'no-cache' }
}

async function receiveForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  files: Files,
  maxBytes: number,
): Promise<Received> {
  const form = openForm(type)
  const fields = new Map<string, string>()
  const stop = new AbortController()
  let part: BusboyFileStream | undefined
  let spooling: Promise<Spooled> | undefined
  form.on('field', (name, value, _, truncated) => {
    if (part) stop.abort(badRequest('Fields come before the file'))
    else if (!fieldNames.has(name)) stop.abort(badRequest(`Unknown field: ${quote(name)}`))
    else if (fields.has(name) || truncated) stop.abort(badRequest(`${name} is too long, or given twice`))
    else fields.set(name, value)
  })
  form.on('file', (_, stream) => {
    part = stream
    // The parser tells an error without ending the stream: whoever reads it would wait forever.
    stream.on('error', (error) => stream.destroy(error))
    spooling = files.spool(stream, maxBytes)
    spooling.catch((error: unknown) => stop.abort(error))
  })
  form.on('filesLimit', () => stop.abort(badRequest('One file at a time')))
  form.on('fieldsLimit', () => stop.abort(badRequest('Too many fields')))
  form.on('partsLimit', () => stop.abort(badRequest('Too many parts')))
  try {
    await pipeline(Readable.fromWeb(body as NodeStream), form, { signal: stop.signal })
    if (!spooling) throw badRequest('The file is missing')
    return { ...readFields(fields), file: await spooling }
  } catch (error) {
    part?.destroy(new Error('The form was refused'))
    const [spooled] = await Promise.allSettled([spooling])
    if (spooled.status === 'fulfilled' && spooled.value) await files.discard(spooled.value.path)
    throw reasonOf(error, stop.signal)
  }
}

function openForm(type: string): BusboyInstance {
  const limits = {
    fieldSize: 2 * metadataBytes,
    fields: 4,
    files: 1,
    parts: 6,
    headerPairs: 20,
    headerSize: 8_192,
  }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    throw badRequest('The form has no boundary')
  }
}

/** Why the form was given up: our own reason, or else the sender's or the parser's trouble with it. */
function reasonOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof Refusal || error instanceof FileBroken || error instanceof FileTooLarge) return error
  return badRequest('The form is broken, or did not arrive in full')
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
