import type { Factor } from '@supabase/auth-js'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { connect } from '../../lib/session.ts'

type Kind = Factor['factor_type']

/** The person's second step of this kind that is on. */
export async function stepOf(kind: Kind): Promise<Factor | undefined> {
  const { auth } = await connect()
  const { data } = await auth().getSession()
  return data.session?.user.factors?.find(
    ({ factor_type, status }) => factor_type === kind && status === 'verified',
  )
}

/** Passes the second step with the authenticator app's code. Throws the auth error. */
export async function passWithApp(code: string): Promise<void> {
  const { auth } = await connect()
  const step = await stepOf('totp')
  const { error } = await auth().mfa.challengeAndVerify({ factorId: step?.id ?? '', code })
  if (error) throw error
}

/** Passes it with a backup code, which works once. Throws the auth error. */
export async function passWithBackup(code: string): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().mfa.recoveryCodes.verify({ code })
  if (error) throw error
}

/** People paste codes with spaces. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

const wrong = {
  app: 'Mali ang code, o lipas na. Tingnan ulit ang app, at kung tama ang oras ng phone mo.',
  backup: 'Mali ang code, o nagamit na ito.',
}

export function stepWords(error: unknown, by: keyof typeof wrong): string {
  switch (codeOf(error)) {
    case 'mfa_verification_failed':
      return wrong[by]
    case 'mfa_challenge_expired':
      return 'Lumipas na ang oras. Subukan ulit, gamit ang bagong code.'
    case 'session_not_found':
      return 'Natapos na ang pag-log in na ito. Magsimula ulit.'
    default:
      return wordsFor(error)
  }
}
