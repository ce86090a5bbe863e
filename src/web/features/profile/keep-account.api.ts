import { codeOf, wordsFor } from '../../lib/failure.ts'
import { auth } from '../../lib/supabase.ts'

/** Gives an account without an address its own. `confirm`: the mailbox must confirm it first. Throws the auth error. */
export async function keepAccount(email: string, password: string): Promise<'kept' | 'confirm'> {
  const options = { emailRedirectTo: `${location.origin}/auth/callback` }
  const { data, error } = await auth().updateUser({ email, password }, options)
  if (error) throw error
  // The token still says that the person has no address.
  if (!data.user.is_anonymous) await auth().refreshSession()
  return data.user.is_anonymous ? 'confirm' : 'kept'
}

export function keepWords(error: unknown): string {
  const code = codeOf(error)
  if (code === 'email_exists') return 'May account na ang email na ’yan. Gumamit ka ng iba.'
  if (code === 'weak_password')
    return 'Madaling mahulaan ang password na ’yan. Dagdagan mo pa ng ilang salita o numero.'
  return wordsFor(error)
}
