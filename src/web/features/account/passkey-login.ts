import type { Session } from '@supabase/auth-js'
import { askAuth } from '../../lib/ask-auth.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { hasDeclined, signWithPasskey, type AskedAssertion } from '../../lib/passkey.ts'
import { connect } from '../../lib/session.ts'
import { arrive } from './account.api.ts'

/** Logs in with a passkey that the person chooses. Answers with the words for a failure. */
export async function logInWithPasskey(): Promise<string | undefined> {
  try {
    const opened = await openSession()
    const { auth } = await connect()
    const { data, error } = await auth().setSession(opened)
    if (error) throw error
    if (data.user) await arrive(data.user)
    return undefined
  } catch (error) {
    return failureWords(error)
  }
}

async function openSession(): Promise<Session> {
  type Asked = { challenge_id: string; options: AskedAssertion }
  const path = '/passkeys/authentication'
  const { challenge_id, options } = await askAuth<Asked>('POST', `${path}/options`, { body: {} })
  const credential = await signWithPasskey(options)
  return askAuth<Session>('POST', `${path}/verify`, { body: { challenge_id, credential } })
}

function failureWords(error: unknown): string {
  if (hasDeclined(error)) return 'Hindi natuloy. Subukan ulit, o mag-log in gamit ang password mo.'
  const code = codeOf(error)
  if (code === 'webauthn_verification_failed')
    return 'Hindi na kilala ng Emote ang passkey na ’yan. Mag-log in ka muna gamit ang password mo.'
  if (code.startsWith('webauthn_challenge')) return 'Natagalan tayo roon. Subukan mo ulit.'
  if (error instanceof DOMException)
    return 'Hindi kaya ng device na ’to. Mag-log in ka gamit ang password mo.'
  return wordsFor(error)
}
