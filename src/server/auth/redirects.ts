import { safeNextPath } from '../../shared/next-path.ts'
import type { AuthSettings } from './deps.ts'

/** The only pages of the app that take a session from the URL (threat 14). */
const landings = new Set(['/auth/callback', '/reset-password'])

/**
 * The target of a mailed link (threat 15): one of two pages on our origin, or any page of an origin that the operator named. Anything else
 * gives `fallback`. The result has no fragment.
 */
export function safeRedirect(wanted: string | null, fallback: string, settings: AuthSettings): string {
  const home = settings.publicUrl + fallback
  // Refuses characters that some browsers drop and others read as a slash, before parsing: two parsers may disagree.
  if (!wanted || wanted.length > 2_048 || /[\\\s\u0000-\u0020\u007f]/.test(wanted)) return home
  if (!URL.canParse(wanted)) return home
  const url = new URL(wanted)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return home
  if (/^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return home
  url.hash = ''
  // The parser writes each foreign letter as up to nine.
  if (url.href.length > 2_048) return home
  if (url.origin !== settings.publicUrl) return settings.redirectAllow.includes(url.origin) ? url.href : home
  if (!landings.has(url.pathname)) return home
  const kept = new URLSearchParams()
  const next = safeNextPath(url.searchParams.get('next'), '')
  if (next) kept.set('next', next)
  // The client library finds the verifier of this flow by it.
  const flow = url.searchParams.get('sb_flow_id') ?? ''
  if (/^[\w-]{8,64}$/.test(flow)) kept.set('sb_flow_id', flow)
  return settings.publicUrl + url.pathname + (kept.size > 0 ? `?${kept.toString()}` : '')
}
