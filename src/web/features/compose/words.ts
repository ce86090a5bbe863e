/** The first 100 characters, shown while they leave (specification 1, section 4). */
export function previewOf(text: string): string {
  const letters = Array.from(text.trim())
  return letters.length > 100 ? `${letters.slice(0, 100).join('')}…` : letters.join('')
}
