import type { Query } from './parse.ts'
import { compress } from '../http/compress.ts'
import { apiHeaders } from '../http/cors.ts'
import { refusal } from './errors.ts'
import type { Relation } from './schema.ts'
import type { Answer } from './sql.ts'

export async function answerRead(
  query: Query,
  { body, rows, total }: Answer,
  acceptEncoding: string | null,
): Promise<Response> {
  if (total !== undefined && query.offset > total) {
    const details = `An offset of ${query.offset} was requested, but there are only ${total} rows.`
    throw refusal(416, 'PGRST103', 'Requested range not satisfiable', details)
  }
  requireSingle(query, rows)
  const status = total !== undefined && rows < total ? 206 : 200
  const headers = headersFor(query, contentRange(query.offset, rows, total))
  if (query.method === 'HEAD' || body === null) return new Response(null, { status, headers })
  const packed = await compress(body, acceptEncoding)
  return new Response(packed.body, { status, headers: { ...headers, ...packed.headers } })
}

export function answerChange(query: Query, { body, rows }: Answer): Response {
  const range = query.method === 'DELETE' ? 0 : rows
  const headers = headersFor(query, contentRange(0, range, query.prefer.count ? rows : undefined))
  if (query.prefer.return === 'representation') return new Response(body, { status: 200, headers })
  delete headers['content-type']
  return new Response(null, { status: 204, headers })
}

export function answerInsert(query: Query, relation: Relation, { body, rows, inserted }: Answer): Response {
  const headers = headersFor(query, contentRange(0, 0, query.prefer.count ? rows : undefined))
  const status = inserted === 0 ? 200 : 201
  if (query.prefer.return === 'representation') return new Response(body, { status, headers })
  if (query.prefer.return === 'headers-only' && rows === 1 && body !== null) {
    headers['location'] = locate(relation, JSON.parse(body))
  }
  delete headers['content-type']
  return new Response(null, { status, headers })
}

/** The client asked for one object. Another number of rows is an error, which rolls a write back. */
export function requireSingle(query: Query, rows: number): void {
  if (!query.single || rows === 1) return
  const message = 'Cannot coerce the result to a single JSON object'
  throw refusal(406, 'PGRST116', message, `The result contains ${rows} rows`)
}

function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}

function headersFor(query: Query, range: string): Record<string, string> {
  const headers: Record<string, string> = {
    ...apiHeaders,
    'content-type': query.single
      ? 'application/vnd.pgrst.object+json; charset=utf-8'
      : 'application/json; charset=utf-8',
    'content-range': range,
  }
  if (query.prefer.applied.length > 0) headers['preference-applied'] = query.prefer.applied.join(', ')
  if (query.profiled) headers['content-profile'] = 'public'
  return headers
}

function locate(relation: Relation, rows: Record<string, unknown>[]): string {
  const key = Object.entries(rows[0] ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  )
  return `/${encodeURIComponent(relation.name)}?${key.join('&')}`
}
