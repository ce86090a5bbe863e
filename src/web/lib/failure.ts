import { secondsIn, waitWords } from '../../shared/wait.ts'

const offlineWords = 'Mukhang walang internet. Walang nawala sa nilagay mo; subukan ulit mamaya.'
const unansweredWords =
  'Mukhang may problema sa amin, o mahina ang signal mo. Walang nawala sa nilagay mo; subukan ulit mamaya.'

/** Words for a request without an answer. Only the device knows that it is offline (signal.ts). */
export const noAnswerWords = (): string => (navigator.onLine ? unansweredWords : offlineWords)

/** True when no answer came: fetch failed, in the words of a browser or a client. */
export function isOffline(error: unknown): boolean {
  if (typeof document !== 'undefined' && !navigator.onLine) return true
  return error instanceof Error || hasMessage(error)
    ? /failed to fetch|networkerror|load failed|network request failed|timed out|dynamically imported module/i.test(
        error.message,
      )
    : false
}

/** An open entry was refused: another device has locked the diary. */
const lockedWords =
  'Na-lock na ang diary mo mula sa ibang device. Nandito pa ang mga salita mo; subukan ulit.'

/** The server asked for a proof of work, and the browser could not do it. */
const unprovedWords = 'Hindi namin masiguro kung tao ka. I-refresh mo ang page, tapos subukan ulit.'

/** For a proxy's page, or PostgreSQL's own words for a broken rule. */
const brokenWords = 'May aberya sa amin ngayon. Subukan ulit mamaya.'
/** Markup, the clients' words for it, and PostgreSQL's words. */
const unreadable =
  /^\s*<|^\{\}$|not valid JSON|JSON\.parse|JSON Parse error|Unexpected (token|end of)|violates (\S+ )+constraint|violates row-level/i

/** Seconds that the server asks to wait. */
export const waitOf = (error: unknown): number | undefined =>
  hasMessage(error) ? secondsIn(error.message) : undefined

/** Words for the person: the server's message, ours without an answer, `fallback` for an unreadable message. */
export function wordsFor(error: unknown, fallback?: string): string {
  if (isOffline(error)) return noAnswerWords()
  if (codeOf(error) === 'PT423') return lockedWords
  if (codeOf(error) === 'captcha_failed') return unprovedWords
  const seconds = waitOf(error)
  if (seconds !== undefined) return waitWords(seconds)
  const said = hasMessage(error) ? error.message.trim() : ''
  if (said === '') return fallback ?? 'Something went wrong.'
  return unreadable.test(said) ? (fallback ?? brokenWords) : said
}

/** The `error` in the body of a refused call, '' without one. */
export const refusalIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : ''

/** The `code` of an auth or data error, '' without one. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

function hasMessage(error: unknown): error is { message: string } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}
