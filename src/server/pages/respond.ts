import type { WebFile } from './files.ts'

/** A short answer without a page; never kept. */
export function refuse(
  status: number,
  words: string,
  secure: boolean,
  headers: Record<string, string> = {},
): Response {
  return new Response(words, {
    status,
    headers: { 'cache-control': 'no-store', ...headers, ...securityHeaders(secure) },
  })
}

/** Code without a page: it fetches what is ours, and makes no script of anything. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** A file in the form that the browser takes; 304 when it has it already. */
export function serve(file: WebFile, request: Request, status: number, secure: boolean): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': status === 200 ? file.cacheControl : 'no-store',
    // What never changes under its name is never asked about again.
    ...(file.cacheControl.includes('immutable') ? {} : { etag: file.etag }),
    vary: 'Accept-Encoding',
    ...(file.type.startsWith('text/html')
      ? securityHeaders(secure, file.scriptHashes)
      : partHeaders(file.type)),
    ...(file.isWorker ? { 'content-security-policy': workerPolicy } : {}),
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
    // One script may be named by code: lib/register-worker.ts lets nothing but the service worker pass.
    'trusted-types emote-worker',
    "worker-src 'self'",
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
