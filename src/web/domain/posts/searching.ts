import { limits } from '../../../shared/limits.ts'

/** What is searched: no more letters than a codename may have, nothing that cannot be seen at its ends. */
export function readSearch(text: string): string {
  return cutSearch(text.replace(/\p{Cc}/gu, ' ').trim())
}

/** No more letters go in than a codename may have. */
export function cutSearch(text: string): string {
  return Array.from(text).slice(0, limits.codename).join('')
}

/**
 * The pattern of `ilike` for "holds these letters". What people type is meant as it stands: `%`, `_` and `\` are escaped. A star cannot
 * be, since PostgREST reads each as `%`: here it is any one letter, and `holdsStars` says whether that is a star.
 */
export function patternOf(q: string): string {
  return `%${q.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}

/** False for a codename that was found by a pattern only because it has other letters where `q` has stars. */
export function holdsStars(codename: string, q: string): boolean {
  return !q.includes('*') || codename.toLowerCase().includes(q.toLowerCase())
}
