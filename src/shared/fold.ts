/**
 * A text as bare words: lower case, without accents, invisible signs, hyphens and apostrophes, with one space where anything else stood.
 * 'Pag-ibig, di ’ba?' becomes 'pagibig di ba'.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´‐‑-]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
