import { safeNextPath } from '../../shared/next-path.ts'
import type { AuthSettings } from './deps.ts'

/** The only pages of ours that take a session from the URL (threat 14). */
const landings = new Set(['/auth/callback', '/reset-password'])

/**
 * Where a mailed link may lead (threat 15): on our own origin only the two pages that expect a session, elsewhere only an origin that the
 * operator named. Whatever else is asked for gives `fallback`. The result has no fragment.
 */
export function safeRedirect(wanted: string | null, fallback: string, settings: AuthSettings): string {
  const home = settings.publicUrl + fallback
  // What browsers drop or read as a slash is refused before it is parsed: two parsers might not agree on it.
  if (!wanted || wanted.length > 2_048 || /[\\\s\u0000-\u0020\u007f]/.test(wanted)) return home
  if (!URL.canParse(wanted)) return home
  const url = new URL(wanted)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return home
  if (/^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return home
  url.hash = ''
  if (url.origin !== settings.publicUrl) return settings.redirectAllow.includes(url.origin) ? url.href : home
  if (!landings.has(url.pathname)) return home
  // `next` decides where our page goes on to; it has to be a path of ours.
  const next = safeNextPath(url.searchParams.get('next'), '')
  return settings.publicUrl + url.pathname + (next ? `?next=${encodeURIComponent(next)}` : '')
}
