import { isOffline, noAnswerWords, refusalIn } from '../../lib/failure.ts'
import { invoke } from '../../lib/supabase.ts'

const failed = 'Failed to deactivate account'
const unanswered = 'Failed to deactivate account. Please try again or contact support.'
/** Longest wait for the answer, ms. */
const patience = 30_000

/** `password`: the log-in is too long ago, so the server asks for the password, or refuses the one that was sent. */
type Outcome = { isDone: true } | { isDone: false; words: string; password?: true }

/** Deactivates the account for good. Never rejects. */
export async function deactivate(userId: string, password: string): Promise<Outcome> {
  const request = { user_id: userId, ...(password && { password }) }
  try {
    const { status, body } = await invoke('delete-user-data', request, AbortSignal.timeout(patience))
    if (status === 200) return { isDone: true }
    if (status >= 500) return { isDone: false, words: unanswered }
    const words = refusalIn(body) || failed
    return asksPassword(body) ? { isDone: false, words, password: true } : { isDone: false, words }
  } catch (error) {
    return { isDone: false, words: isOffline(error) ? noAnswerWords() : unanswered }
  }
}

const asksPassword = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'needs' in body && body.needs === 'password'
