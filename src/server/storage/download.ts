import { FileMissing } from '../providers/files/errors.ts'
import type { Call, Tools } from './call.ts'
import { noSuchKey, refusal } from './errors.ts'
import { findPublic, findReadable, type StoredObject } from './objects.ts'
import { parseRange } from './range.ts'
import { fileHeaders, rangeHeaders, type Access } from './respond.ts'

export async function downloadObject(tools: Tools, call: Call): Promise<Response> {
  return serveObject(tools, call, await findReadable(tools.db, call.claims, call), 'private')
}

export async function downloadPublic(tools: Tools, call: Call): Promise<Response> {
  return serveObject(tools, call, await findPublic(tools.db, call), 'open')
}

export async function serveObject(
  { files, now }: Pick<Tools, 'files' | 'now'>,
  { request, query }: Pick<Call, 'request' | 'query'>,
  object: StoredObject,
  access: Access,
): Promise<Response> {
  const { eTag, size, expiresAt } = object.metadata
  // Staff may open a held file after its end: `left` is then negative.
  const left = expiresAt === undefined ? undefined : Math.floor((Date.parse(expiresAt) - now()) / 1_000)
  const headers = fileHeaders(object, access, { download: query.get('download'), left })
  if (isKnown(request.headers.get('if-none-match'), eTag)) return new Response(null, { status: 304, headers })
  const whole = { ...headers, 'content-length': String(size) }
  if (request.method === 'HEAD') return new Response(null, { headers: whole })
  // If-Range: a part of another version would be worthless to the reader.
  const fresh = (request.headers.get('if-range') ?? eTag) === eTag
  const range = fresh ? parseRange(request.headers.get('range'), size) : undefined
  if (range === 'unsatisfiable') {
    throw refusal('InvalidRange', 'The requested range is not there', {
      'content-range': `bytes */${size}`,
    })
  }
  const body = await files.read(object.blob_id, range).catch((error: unknown) => {
    throw error instanceof FileMissing ? noSuchKey() : error
  })
  return range
    ? new Response(body, { status: 206, headers: { ...headers, ...rangeHeaders(range, size) } })
    : new Response(body, { headers: whole })
}

function isKnown(header: string | null, eTag: string): boolean {
  return (header ?? '').split(',').some((known) => ['*', eTag, `W/${eTag}`].includes(known.trim()))
}
