import { apiHeaders } from '../http/cors.ts'
import type { Range } from '../providers/files/store.ts'
import { chatFiles, type StoredObject } from './objects.ts'

export function answerJson(body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { ...apiHeaders, 'content-type': 'application/json; charset=utf-8' },
  })
}

/** `open`: shared caches may keep it. `signed` and `private`: no cache may. */
export type Access = 'open' | 'signed' | 'private'

// A removed picture leaves all caches within a week. A revalidation costs a few bytes (304).
const longestAge = 7 * 86_400
const longestChatAge = 300

/** Headers of a served file. No browser runs its bytes (threat 49). */
export function fileHeaders(
  { metadata, bucket_id: bucket }: StoredObject,
  access: Access,
  { download, left }: { download: string | undefined; left: number | undefined },
): Record<string, string> {
  const { mimetype } = metadata
  const headers: Record<string, string> = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range, content-length, etag, accept-ranges',
    'accept-ranges': 'bytes',
    'cache-control': access === 'open' ? sharedCache(metadata.cacheControl) : privateCache(left),
    'content-security-policy':
      mimetype === svg
        ? "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        : "default-src 'none'; sandbox",
    'content-type': mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype,
    'cross-origin-resource-policy': access === 'private' ? 'same-origin' : 'cross-origin',
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  if (access !== 'open') headers['vary'] = 'Authorization, apikey'
  if (download !== undefined || !isShown(mimetype, bucket)) {
    headers['content-disposition'] = attachment(download)
  }
  return headers
}

const svg = 'image/svg+xml'

/** Types that a page may show inline: rewritten images, our drawings, and videos outside of talks. Others are downloads. */
function isShown(mimetype: string, bucket: string): boolean {
  if (mimetype === svg) return bucket === 'card-templates'
  return mimetype.startsWith('image/') || (mimetype.startsWith('video/') && bucket !== chatFiles)
}

/** A device may cache a file of a message for minutes, so that scrolling costs no data. `left`: seconds until the file ends. */
function privateCache(left: number | undefined): string {
  return left === undefined
    ? 'private, no-store'
    : `private, max-age=${Math.max(0, Math.min(left, longestChatAge))}`
}

function sharedCache(asUploaded: string): string {
  const age = /^max-age=(\d+)$/.exec(asUploaded)?.[1]
  return age === undefined ? 'no-cache' : `public, max-age=${Math.min(Number(age), longestAge)}`
}

function attachment(name = ''): string {
  if (name === '') return 'attachment'
  const plain = name.replaceAll(/[^\w .()-]/g, '_').slice(0, 200)
  // RFC 8187 leaves fewer characters bare than encodeURIComponent.
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

export function rangeHeaders({ start, end }: Range, size: number): Record<string, string> {
  return { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) }
}
