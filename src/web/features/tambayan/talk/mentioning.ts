import { emi } from '../../../../shared/emi.ts'
import { fold } from '../../../../shared/fold.ts'
import { mentionOf } from '../../../../shared/talks.ts'

/** A person who can be mentioned. */
export type Face = { id: string; codename: string; avatar_url: string | null; is_premium: boolean }
export type Named = { id: string; codename: string }

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

/**
 * Replaces names by ids, as the words are sent. A picked name means the picked person; when several picked people share it, in the order of
 * the picks. A typed name means the only person here who has it. Emi stays a word: she answers to it.
 */
export function withIds(text: string, picked: readonly Named[], known: readonly Named[]): string {
  const names = new Map<string, string[]>()
  for (const { id, codename } of picked) names.set(codename, [...(names.get(codename) ?? []), id])
  const typed = new Map<string, Set<string>>()
  for (const { id, codename } of known) typed.set(codename, (typed.get(codename) ?? new Set()).add(id))
  for (const [codename, ids] of typed)
    if (ids.size === 1 && !names.has(codename)) names.set(codename, [...ids])
  names.delete(emi.codename)
  names.delete('Anonymous')
  if (names.size === 0) return text
  // The longest name first: one name may begin another.
  const longest = [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])@(${longest.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  return text.replace(pattern, (whole, name: string) => {
    const ids = names.get(name) ?? []
    const id = ids.length > 1 ? ids.shift() : ids[0]
    return id ? mentionOf(id) : whole
  })
}
