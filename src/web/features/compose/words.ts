import { countLetters } from '../../../shared/limits.ts'

export type WordSize = 'cry' | 'line' | 'note' | 'letter'

/** The words are the picture: the fewer, the larger. A line break costs as much as the letters that would have filled the line. */
export function sizeOf(text: string): WordSize {
  const weight = countLetters(text) + 22 * (text.split('\n').length - 1)
  if (weight <= 36) return 'cry'
  if (weight <= 100) return 'line'
  return weight <= 240 ? 'note' : 'letter'
}

/** The first 100 characters: what is seen leaving (specification 1, section 4). */
export function previewOf(text: string): string {
  const letters = Array.from(text.trim())
  return letters.length > 100 ? `${letters.slice(0, 100).join('')}…` : letters.join('')
}
