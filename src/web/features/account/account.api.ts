import type { User } from '@supabase/auth-js'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { withNext } from '../../lib/next.ts'
import { connect } from '../../lib/session.ts'
import { markFlowStarted } from '../../lib/session-storage.ts'

/** Makes an account. `confirm`: the account waits for the link in its mail. Throws the auth error. */
export async function signUp(email: string, password: string, next: string): Promise<'session' | 'confirm'> {
  const { auth } = await connect()
  markFlowStarted()
  const emailRedirectTo = location.origin + withNext('/auth/callback', next)
  const { data, error } = await auth().signUp({ email, password, options: { emailRedirectTo } })
  if (error) throw error
  return data.session ? 'session' : 'confirm'
}

export async function resendConfirmation(email: string, next: string): Promise<void> {
  const { auth } = await connect()
  const emailRedirectTo = location.origin + withNext('/auth/callback', next)
  const { error } = await auth().resend({ type: 'signup', email, options: { emailRedirectTo } })
  if (error) throw error
}

/** Logs in, and makes the profile row of somebody who has none. Throws the auth error. */
export async function logIn(email: string, password: string): Promise<void> {
  const { auth } = await connect()
  const { data, error } = await auth().signInWithPassword({ email, password })
  if (error) throw error
  // Who is logged in stays so: without a row the codename picker makes one later.
  await findOrMakeProfile(data.user).catch(() => undefined)
}

/** `made`: the lookup found no row and one was inserted, without a codename (specification 1, sections 2 and 7). Throws when that fails. */
export async function findOrMakeProfile(user: User): Promise<'found' | 'made'> {
  const { db } = await connect()
  // `single()` would answer 406 to everybody's first log-in, which the browser's console takes for a fault.
  const { data, error } = await db.from('user_profiles').select('codename').eq('id', user.id).maybeSingle()
  if (error) throw error
  if (data) return 'found'
  const { error: refused } = await db
    .from('user_profiles')
    .insert({ id: user.id, email: user.email ?? '', codename: null })
  if (refused) throw refused
  return 'made'
}

/** Mails a link to /reset-password; the answer is the same for an address that nobody registered. */
export async function requestReset(email: string): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
  })
  if (error) throw error
}

/** What the log-in form says (specification 1, section 8). */
export function loginWords(error: unknown): string {
  return codeOf(error) === 'invalid_credentials' ? 'Mali ang email o password' : wordsFor(error)
}
