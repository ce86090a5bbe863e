import { unreachableWords, type Address } from '../../domain/person/address.ts'
import { askAuth } from '../../lib/ask-auth.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { withNext } from '../../lib/next.ts'
import { auth } from '../../lib/supabase.ts'

/** `password` is a new one. The others prove the owner, when the server asks. */
export type Asked = { password?: string; current_password?: string; nonce?: string }

/** Asks for a new address or number. `confirm`: a code of it must come back first. Throws the auth error. */
export async function changeAddress(to: Address, asked: Asked): Promise<'done' | 'confirm'> {
  const options = { emailRedirectTo: location.origin + withNext('/auth/callback', '/profile') }
  const { data, error } = await auth().updateUser({ ...to, ...asked }, options)
  if (error) throw error
  const { user } = data
  const isDone = 'email' in to ? user.email === to.email.toLowerCase() : user.phone === to.phone
  // The token of an account without an address still says so.
  if (isDone) await auth().refreshSession()
  return isDone ? 'done' : 'confirm'
}

/** Redeems the code that went to `to`. `half`: the other mailbox must confirm too. Throws the auth error. */
export async function confirmAddress(to: Address, token: string): Promise<'done' | 'half'> {
  const before = (await auth().getSession()).data.session
  const { data, error } = await auth().verifyOtp(
    'email' in to ? { ...to, token, type: 'email_change' } : { ...to, token, type: 'phone_change' },
  )
  if (error) throw error
  if (!data.session) return 'half'
  // A first address or number ends no session. The code opened another one for this device.
  const isFirst = 'email' in to ? !before?.user.email : !before?.user.phone
  if (before && isFirst) void auth().admin.signOut(before.access_token, 'local')
  return 'done'
}

/** The mailed link may have been pressed on another device. The session here then still says that there is no address. */
export async function noticeKept(): Promise<void> {
  const { data } = await auth().getUser()
  if (data.user?.is_anonymous === false) await auth().refreshSession()
}

/** Sends the codes again. The server knows an account with an address by that one, and any other by the new one. */
export async function resendCode(to: Address, known: string | undefined): Promise<void> {
  const { error } = await auth().resend(
    'email' in to
      ? { type: 'email_change', email: known || to.email }
      : { type: 'phone_change', phone: known || to.phone },
  )
  if (error) throw error
}

/** Sends a code that proves the owner in place of the password. Throws the auth error. */
export const askForProof = (): Promise<unknown> => askAuth('GET', '/reauthenticate')

/** Undefined for the question for a proof, which is no failure. */
export function changeWords(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case 'reauthentication_needed':
      return undefined
    case 'current_password_invalid':
      return 'Mali ang password. Subukan ulit.'
    case 'reauthentication_not_valid':
      return 'Mali ang code, o luma na. Silipin ulit, o magpadala ng bago.'
    case 'email_exists':
      return 'May account na ang email na ’yan. Gumamit ka ng iba.'
    case 'phone_exists':
      return 'May account na ang number na ’yan. Gumamit ka ng iba.'
    case 'validation_failed':
      return unreachableWords
    case 'weak_password':
      return 'Madaling mahulaan ang password na ’yan. Dagdagan mo pa ng ilang salita o numero.'
    default:
      return wordsFor(error)
  }
}
