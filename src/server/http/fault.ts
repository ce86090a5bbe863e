/** Kind and place of a fault, without its message, which can quote a person's words. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return `${error.name}${code}${frames.slice(0, 6).join('')}`
}
