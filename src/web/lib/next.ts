import { useSearch } from 'wouter'
import { safeNextPath } from '../../shared/next-path.ts'

export function useNext(): string {
  return safeNextPath(new URLSearchParams(useSearch()).get('next'))
}

/** `/signup` becomes `/signup?next=%2Fdiary`; nothing is added for '/'. */
export function withNext(href: string, next: string): string {
  return next === '/' ? href : `${href}?next=${encodeURIComponent(next)}`
}
