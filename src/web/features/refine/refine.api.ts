import type { RefinePreset } from '../../../shared/refine.ts'
import { wordsFor } from '../../lib/failure.ts'
import { fetchAsMe } from '../../lib/supabase.ts'

export type Answer =
  /** `isSimilar`: only signs, spaces, capitals and list marks differ. */
  | { kind: 'refined'; text: string; isSimilar: boolean; remaining: number | null }
  /** `remaining`: when the server said it. */
  | { kind: 'refused'; words: string; remaining?: number }
  | { kind: 'signed-out' }

export const failed = 'Something went wrong. Please try again.'
export const notSignedIn = 'Not authenticated'

/** Sends the text to our server. Rejects only with the signal's reason. */
export async function askHelper(text: string, preset: RefinePreset, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetchAsMe(`${location.origin}/functions/v1/ai-refine-text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, preset }),
      signal,
    })
    if (response.status === 401) return { kind: 'signed-out' }
    const body: unknown = await response.json().catch(() => undefined)
    signal.throwIfAborted()
    return read(typeof body === 'object' && body !== null ? { ...body } : {}, response.status)
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'refused', words: wordsFor(error, failed) }
  }
}

/** Reads the answer with care: a proxy may have sent it. */
function read(body: Record<string, unknown>, status: number): Answer {
  const { success, refined, is_similar, error } = body
  const remaining = typeof body['remaining'] === 'number' ? body['remaining'] : null
  if (success === true && typeof refined === 'string' && (refined.trim() !== '' || is_similar === true)) {
    // A text area knows only \n.
    const text = refined.trim().replace(/\r\n?/g, '\n')
    return { kind: 'refined', text, isSimilar: is_similar === true, remaining }
  }
  const own = success === false && status !== 500 && typeof error === 'string' && error !== ''
  return { kind: 'refused', words: own ? error : failed, ...(remaining !== null && { remaining }) }
}
