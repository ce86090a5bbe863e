/**
 * The built web app: known routes only, precompressed, with the strictest headers that the app runs under.
 * Absent on purpose: directory listings, ranges, source maps, files outside the build.
 */
import { routeOf } from '../../shared/routes.ts'
import { loadWebFiles, type WebFile } from './files.ts'

export type PagesDeps = {
  /** Folder of the build; one that is missing serves nothing. */
  folder: string
  /** Public configuration, written into every page and served as /config.json. */
  config: object
  /** True when people reach us over TLS: browsers are then told to stay there. */
  secure: boolean
}

export async function pagesGateway(deps: PagesDeps): Promise<(request: Request) => Response> {
  const files = await loadWebFiles(deps.folder, deps.config)
  const config = JSON.stringify(deps.config)
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', {
        status: 405,
        headers: { allow: 'GET, HEAD', ...securityHeaders(deps.secure) },
      })
    }
    const path = new URL(request.url).pathname
    if (path === '/config.json') {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
      }
      return new Response(config, { headers: { ...headers, ...securityHeaders(deps.secure) } })
    }
    const found = path.endsWith('.html') ? undefined : files.get(path)
    if (found) return serve(found, request, 200, deps.secure)
    const known = routeOf(path)
    const page =
      (known && files.get(`/pages/${known.path === '/' ? 'home' : known.path.slice(1)}.html`)) ??
      files.get('/app.html')
    if (page && (known || wantsPage(request))) return serve(page, request, known ? 200 : 404, deps.secure)
    return new Response('Not found', {
      status: 404,
      headers: { 'cache-control': 'no-store', ...securityHeaders(deps.secure) },
    })
  }
}

/** A person who followed a broken link gets the app, which leads on; a program that asks for a file gets a plain 404. */
function wantsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}

function serve(file: WebFile, request: Request, status: number, secure: boolean): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': status === 200 ? file.cacheControl : 'no-store',
    // What never changes under its name is never asked about again.
    ...(file.cacheControl.includes('immutable') ? {} : { etag: file.etag }),
    vary: 'Accept-Encoding',
    ...(file.type.startsWith('text/html')
      ? securityHeaders(secure, file.scriptHashes)
      : partHeaders(file.type)),
  }
  if (status === 200 && request.headers.get('if-none-match') === file.etag)
    return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const coding = (['br', 'gzip'] as const).find(
    (name) => file.bytes[name] && new RegExp(`\\b${name}\\b`).test(accepted),
  )
  if (coding) headers['content-encoding'] = coding
  const bytes = file.bytes[coding ?? 'identity'] ?? file.bytes.identity
  headers['content-length'] = String(bytes.byteLength)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { status, headers })
}

/**
 * A page's parts go without what only a document obeys: 550 bytes of headers on each of some twenty parts would be a tenth of the
 * first load. An SVG can be opened as a document, so it keeps a policy.
 */
function partHeaders(type: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(type.startsWith('image/svg')
      ? { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
      : {}),
  }
}

/** MDN Observatory's A+ set. Trusted Types hold: neither React nor our code writes markup from strings. */
export function securityHeaders(
  secure: boolean,
  scriptHashes: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
  }
}
