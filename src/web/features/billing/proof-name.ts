/** Longest part of the person's own file name in a key. */
const longest = 80

/**
 * The key of a proof: the person's folder, a random part, and the file's name as specification 2, section 5 cleans it. `ending` replaces
 * the name's own when the picture was written anew.
 */
export function proofPath(userId: string, id: string, name: string, ending?: string): string {
  const cleaned = name.replace(/[^\w.-]/g, '_')
  const at = cleaned.lastIndexOf('.')
  const base = at > 0 ? cleaned.slice(0, at) : cleaned
  const own = at > 0 ? cleaned.slice(at + 1) : ''
  const end = (ending ?? own).slice(0, 8)
  return `${userId}/${id}_${base.slice(0, longest)}${end === '' ? '' : `.${end}`}`
}
