/** Content warnings of a post: stored values and labels. */
export const contentWarnings = [
  { value: 'self_harm', label: 'pananakit sa sarili' },
  { value: 'violence', label: 'karahasan' },
  { value: 'abuse', label: 'pang-aabuso' },
  { value: 'loss', label: 'pagkawala ng mahal sa buhay' },
  { value: 'body', label: 'katawan o pagkain' },
  { value: 'other', label: 'mabigat na bagay' },
] as const

export type ContentWarning = (typeof contentWarnings)[number]['value']

/** The label of a stored warning. Undefined for none; the general label for a value of a newer version. */
export function warningLabel(value: string | null): string | undefined {
  if (value === null) return undefined
  return contentWarnings.find((warning) => warning.value === value)?.label ?? 'mabigat na bagay'
}
