import type { WebFile } from './web-file.ts'

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

/** Policy of script files: they fetch from this origin only and create no script. */
const workerPolicy =
  "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

export function serve(file: WebFile, request: Request, status: number, secure: boolean): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': status === 200 ? file.cacheControl : 'no-store',
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
 * Only documents get the document headers: 550 bytes on each of some twenty files are a tenth of the first load. An SVG can open as a
 * document and keeps a policy.
 */
function partHeaders(type: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // Firefox keeps to this policy inside `<img>` too, and a sticker moves by its own styles.
    ...(type.startsWith('image/svg')
      ? {
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        }
      : {}),
  }
}

/** MDN Observatory's A+ set. Trusted Types are enforced: neither React nor our code writes markup from strings. */
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
    // The only script address that code may set: register-worker.ts allows nothing but the service worker.
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
