/** The kind and the place of a fault, without its message: a message can quote what a person wrote. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return `${error.name}${code}${frames.slice(0, 6).join('')}`
}
