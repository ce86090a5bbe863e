/**
 * The page after sign-up or log-in. Only a path of this origin is accepted (threat 15). A path that a browser could read as another host
 * (`//evil`, `/\evil`, control characters, a leading encoded slash or backslash) gives the fallback.
 */
export function safeNextPath(next: string | null | undefined, fallback = '/'): string {
  if (!next || next.length > 512 || !next.startsWith('/')) return fallback
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]|^\/+%(?:2f|5c)/i.test(next)) return fallback
  const base = 'https://emote.invalid'
  try {
    const url = new URL(next, base)
    return url.origin === base && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : fallback
  } catch {
    return fallback
  }
}
