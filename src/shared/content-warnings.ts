/** What a post can be said to be about before its words are shown; the stored values and the words for them. */
export const contentWarnings = [
  { value: 'self_harm', label: 'pananakit sa sarili' },
  { value: 'violence', label: 'karahasan' },
  { value: 'abuse', label: 'pang-aabuso' },
  { value: 'loss', label: 'pagkawala ng mahal sa buhay' },
  { value: 'body', label: 'katawan o pagkain' },
  { value: 'other', label: 'mabigat na bagay' },
] as const

export type ContentWarning = (typeof contentWarnings)[number]['value']

/** The words for a stored warning; undefined for none, and the general one for a value that this version does not know. */
export function warningLabel(value: string | null): string | undefined {
  if (value === null) return undefined
  return contentWarnings.find((warning) => warning.value === value)?.label ?? 'mabigat na bagay'
}
