import { limits } from '../../../shared/limits.ts'

/** Trims, removes control characters, and cuts to the length of a codename. */
export function readSearch(text: string): string {
  return cutSearch(text.replace(/\p{Cc}/gu, ' ').trim())
}

export function cutSearch(text: string): string {
  return Array.from(text).slice(0, limits.codename).join('')
}

/**
 * The `ilike` pattern for "contains". `%`, `_` and `\` are escaped. PostgREST reads a star as `%` and offers no escape, so the pattern has
 * `_` there and `holdsStars` filters the result.
 */
export function patternOf(q: string): string {
  return `%${q.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}

/** False when `q` has a star where the codename has another letter. */
export function holdsStars(codename: string, q: string): boolean {
  return !q.includes('*') || codename.toLowerCase().includes(q.toLowerCase())
}
