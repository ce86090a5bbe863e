import { fold } from '../../../../shared/fold.ts'
import type { Face } from './mentioning.ts'

/** The word after the last @ before the caret, and where that @ stands. */
export function askedAt(text: string, caret: number): { start: number; query: string } | undefined {
  const found = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}_]*)$/u.exec(text.slice(0, caret))
  if (!found) return undefined
  const query = found[1] ?? ''
  return { start: caret - query.length - 1, query }
}

const most = 5

/** The people whose codename, or a word of it, begins with the query. */
export function matching(people: readonly Face[], query: string): Face[] {
  const wanted = fold(query)
  const seen = new Set<string>()
  return people
    .filter(({ id, codename }) => {
      const name = fold(codename)
      if (seen.has(id) || !(name.startsWith(wanted) || name.includes(` ${wanted}`))) return false
      seen.add(id)
      return true
    })
    .slice(0, most)
}
