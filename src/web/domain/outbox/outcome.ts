import { codeOf, isOffline, wordsFor } from '../../lib/failure.ts'
import type { KeptEntry } from '../device/kept.ts'
import type { StoredComment, StoredMessage } from './waiting.ts'

/** The result of sending an item. */
export type Outcome =
  /** The stored row, when the server returned it. */
  | { is: 'stored'; entry?: KeptEntry; comment?: StoredComment; message?: StoredMessage }
  /** The server refused the item for good (4xx). `words` are its reason. */
  | { is: 'refused'; words: string; code: string }
  /** The writer deleted the stored item or took it back. The id is used up. */
  | { is: 'gone' }
  /** No usable answer came: the server may have the item. */
  | { is: 'unknown'; error: unknown; status?: number }
  | { is: 'ended' }

export const unknown = (error: unknown): Outcome => ({ is: 'unknown', error })

export function outcomeOf({ error, status }: { error: unknown; status: number }): Outcome {
  const code = codeOf(error)
  // 23505: an earlier attempt was stored, and only its answer was lost.
  if (code === '23505') return { is: 'stored' }
  if (code === 'PT410') return { is: 'gone' }
  if (status === 401) return { is: 'ended' }
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  // A proxy or a hotspot's log-in page answers without a code: the server refused nothing.
  if (isFinal && code !== '' && !isOffline(error)) return { is: 'refused', words: wordsFor(error), code }
  return { is: 'unknown', error: error ?? new Error('No answer that says anything'), status }
}
