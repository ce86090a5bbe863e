import { emi } from '../../../../shared/emi.ts'
import { mentionOf } from '../../../../shared/talks.ts'

/** A person who can be mentioned. */
export type Face = { id: string; codename: string; avatar_url: string | null; is_premium: boolean }
export type Named = { id: string; codename: string }

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
