import { limits } from '../../../shared/limits.ts'

/** The text to search: trimmed, without control characters, as long as a codename at most. */
export function readSearch(text: string): string {
  return cutSearch(text.replace(/\p{Cc}/gu, ' ').trim())
}

/** Cuts to the length of a codename. */
export function cutSearch(text: string): string {
  return Array.from(text).slice(0, limits.codename).join('')
}

/**
 * The `ilike` pattern for "holds these letters". `%`, `_` and `\` are escaped. A star cannot be: PostgREST reads it as `%`. The pattern has any
 * one letter in its place, and `holdsStars` drops the posts without the star.
 */
export function patternOf(q: string): string {
  return `%${q.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}

/** False for a codename with other letters where `q` has stars. */
export function holdsStars(codename: string, q: string): boolean {
  return !q.includes('*') || codename.toLowerCase().includes(q.toLowerCase())
}
