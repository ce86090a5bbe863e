import type { User } from '@supabase/auth-js'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { withNext } from '../../lib/next.ts'
import { hasPhones } from '../../lib/phones.ts'
import { connect } from '../../lib/session.ts'
import { awaitLink, forgetFlow, isHalfway } from '../../lib/session-storage.ts'
import { unreachableWords, type Address } from '../../domain/person/address.ts'

/** Creates an account. `confirm`: the address must be confirmed first, by mail or SMS. Throws the auth error. */
export async function signUp(
  address: Address,
  password: string,
  next: string,
): Promise<'session' | 'confirm'> {
  const { auth } = await connect()
  const emailRedirectTo = location.origin + withNext('/auth/callback', next)
  const { data, error } = await auth().signUp(
    'phone' in address ? { ...address, password } : { ...address, password, options: { emailRedirectTo } },
  )
  if (error) throw error
  if (data.session) return 'session'
  if ('email' in address) awaitLink(address.email)
  return 'confirm'
}

/** Makes an account that this device alone opens. Throws the auth error. */
export async function signUpWithoutAddress(): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().signInAnonymously()
  if (error) throw error
}

/** Sends another code to a number that signed up. */
export async function resendText(phone: string): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().resend({ type: 'sms', phone })
  if (error) throw error
}

/** Texts a code to a number that has an account. The answer is the same for one that has none. */
export async function requestText(phone: string): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().signInWithOtp({ phone, options: { shouldCreateUser: false } })
  // An unknown number: the screen does not tell.
  if (error && codeOf(error) !== 'otp_disabled') throw error
}

/** Logs in with a texted code. Answers with the page to go on to. Throws the auth error. */
export async function enterByPhone(phone: string, token: string, next: string): Promise<string> {
  const { auth } = await connect()
  const { data, error } = await auth().verifyOtp({ phone, token, type: 'sms' })
  if (error) throw error
  return data.user && (await arrive(data.user)) === 'halfway' ? withNext('/login', next) : next
}

export async function resendConfirmation(email: string, next: string): Promise<void> {
  const { auth } = await connect()
  const emailRedirectTo = location.origin + withNext('/auth/callback', next)
  const { error } = await auth().resend({ type: 'signup', email, options: { emailRedirectTo } })
  if (error) throw error
  awaitLink(email)
}

/** Confirms the address of a sign-up and logs in, as the mailed link does. Answers with the page to go on to. Throws the auth error. */
export async function confirmWithCode(email: string, token: string, next: string): Promise<string> {
  const { auth } = await connect()
  const { data, error } = await auth().verifyOtp({ email, token, type: 'signup' })
  if (error) throw error
  return data.user ? goOn(data.user, next) : next
}

/** The page after a first log-in: the second step, the choice of a codename, or `next`. */
export async function goOn(user: User, next: string): Promise<string> {
  forgetFlow()
  if (await needsSecondStep()) return withNext('/login', next)
  return (await findOrMakeProfile(user)) === 'made' ? withNext('/codename', next) : next
}

/** Logs in and creates a missing profile. `halfway`: the account asks for a second step. Throws the auth error. */
export async function logIn(address: Address, password: string): Promise<'in' | 'halfway'> {
  const { auth } = await connect()
  const { data, error } = await auth().signInWithPassword({ ...address, password })
  if (error) throw error
  return arrive(data.user)
}

/** A session without its second step gets no data, and a refused request would end it. */
async function needsSecondStep(): Promise<boolean> {
  const { auth } = await connect()
  const { data } = await auth().getSession()
  return data.session !== null && isHalfway(data.session)
}

/** After a log-in. A failure keeps the session: the codename picker creates the profile later. */
export async function arrive(user: User): Promise<'in' | 'halfway'> {
  forgetFlow()
  if (await needsSecondStep()) return 'halfway'
  await findOrMakeProfile(user).catch(() => undefined)
  return 'in'
}

/** `made`: no row existed, and one was inserted without a codename (specification 1, sections 2 and 7). Throws when that fails. */
export async function findOrMakeProfile(user: User): Promise<'found' | 'made'> {
  const { db } = await connect()
  // `single()` answers 406 at every first log-in, which the browser's console shows as an error.
  const { data, error } = await db.from('user_profiles').select('codename').eq('id', user.id).maybeSingle()
  if (error) throw error
  if (data) return 'found'
  const { error: refused } = await db
    .from('user_profiles')
    .insert({ id: user.id, email: user.email ?? '', codename: null })
  if (refused) throw refused
  return 'made'
}

/** Mails a link to /reset-password. The answer is the same for an unknown address. */
export async function requestReset(email: string): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/reset-password`,
  })
  if (error) throw error
}

/** Opens the session that sets a new password, as the mailed link does. Throws the auth error. */
export async function openWithCode(email: string, token: string): Promise<void> {
  const { openRecovery } = await connect()
  const { error } = await openRecovery().verifyOtp({ email, token, type: 'recovery' })
  if (error) throw error
}

/** Words for a new password. The server speaks the reference's English. */
export function passwordWords(error: unknown, fallback?: string): string {
  const code = codeOf(error)
  if (code === 'signup_disabled')
    return 'Sarado muna ang sign-up ngayon. Kung may account ka na, mag-log in ka lang.'
  if (code === 'validation_failed') return unreachableWords
  if (code === 'same_password') return 'Iyan din ang dati mong password. Pumili ka ng iba.'
  if (code === 'weak_password')
    return 'Madaling mahulaan ang password na ’yan. Dagdagan mo pa ng ilang salita o numero.'
  return wordsFor(error, fallback)
}

/** Words of specification 1, section 8. */
export function loginWords(error: unknown): string {
  const code = codeOf(error)
  if (code === 'phone_not_confirmed')
    return 'Hindi pa kumpirmado ang number na ’yan. Mag-sign up ka ulit gamit ito, at itetext namin ang code.'
  if (code === 'email_not_confirmed')
    return 'Hindi pa kumpirmado ang email na ’yan. Pindutin ang link sa email namin (silipin din ang spam), o mag-sign up ka ulit gamit ito para sa bagong code.'
  if (code !== 'invalid_credentials') return wordsFor(error)
  return hasPhones() ? 'Mali ang email, number o password' : 'Mali ang email o password'
}
