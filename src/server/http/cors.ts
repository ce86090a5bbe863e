// Headers that the official client sends and reads (supabase-js core/src/cors.ts). `*` without credentials: callers send a bearer token,
// and the cookie of remembered-device.ts never goes to another origin.
const allowedHeaders = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'x-retry-count',
  'traceparent',
  'tracestate',
  'baggage',
  'prefer',
  'accept-profile',
  'content-profile',
  'range',
  'x-supabase-api-version',
  'x-upsert',
  'cache-control',
  'x-metadata',
  'x-region',
].join(', ')
const exposedHeaders =
  'content-range, content-location, preference-applied, x-supabase-api-version, x-sb-error-code, x-total-count, link, retry-after'

export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '86400',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Headers of every API answer: readable across origins, not cached, never rendered as a page. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'cache-control': 'no-store',
  vary: 'Authorization, apikey, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
