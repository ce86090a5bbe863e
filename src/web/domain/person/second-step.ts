import type { Factor } from '@supabase/auth-js'
import { askAuth } from '../../lib/ask-auth.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { hasDeclined, signWithPasskey, type AskedAssertion } from '../../lib/passkey.ts'
import { auth } from '../../lib/supabase.ts'

/** The kinds of a second step, easiest first: a touch, an app that needs no signal, an SMS, a code from paper. */
const kinds = ['webauthn', 'totp', 'phone', 'recovery_code'] as const
export type Kind = (typeof kinds)[number]
/** A way to pass the second step. `name` tells two of one kind apart. */
export type Way = { kind: Kind; id: string; name: string }

export async function waysOn(): Promise<Way[]> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  return waysOf(data.user.factors)
}

/** The second steps that are on, easiest first. A key comes last in a browser without keys. */
export function waysOf(
  factors: readonly Factor[] = [],
  hasKeys = 'PublicKeyCredential' in globalThis,
): Way[] {
  const order = (kind: Kind) => (kind === 'webauthn' && !hasKeys ? kinds.length : kinds.indexOf(kind))
  return factors
    .filter(({ status }) => status === 'verified')
    .map((factor) => ({ kind: factor.factor_type, id: factor.id, name: nameOf(factor) }))
    .toSorted((a, b) => order(a.kind) - order(b.kind))
}

/** A number is shown by its end: somebody else may look on. */
function nameOf(factor: Factor): string {
  const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : undefined
  return phone ? `••• ${phone.slice(-4)}` : (factor.friendly_name ?? '')
}

type Tokens = { access_token: string; refresh_token: string }

/** Stores the raised session. */
async function keep(tokens: Tokens): Promise<void> {
  const { error } = await auth().setSession(tokens)
  if (error) throw error
}

type Challenge = { id: string; webauthn?: { credential_options: { publicKey: AskedAssertion } } }

/** Begins an answer. To a phone the server texts the code. */
const challenge = (id: string) =>
  askAuth<Challenge>('POST', `/factors/${id}/challenge`, { body: {} }).catch(async (error: unknown) => {
    // Another device removed it. The refreshed session knows what is left.
    if (codeOf(error) === 'mfa_factor_not_found') await auth().refreshSession()
    throw error
  })

const verify = async (id: string, body: object) =>
  keep(await askAuth<Tokens>('POST', `/factors/${id}/verify`, { body }))

/** Answers with the authenticator app's code. The right one raises the session. */
export async function answerWithApp(id: string, code: string): Promise<void> {
  await verify(id, { challenge_id: (await challenge(id)).id, code: digitsOf(code) })
}

/** Texts a code to the phone. Answers with the id of its challenge. */
export const sendText = async (id: string): Promise<string> => (await challenge(id)).id

/** Asks the device for its key. Rejects when the person declines. */
async function answerWithKey(id: string): Promise<void> {
  const { id: challenge_id, webauthn } = await challenge(id)
  if (!webauthn) throw new Error('the server asks for no key')
  const credential_response = await signWithPasskey(webauthn.credential_options.publicKey)
  await verify(id, { challenge_id, webauthn: { type: 'request', credential_response } })
}

/** Each backup code works once. */
const answerWithBackup = async (code: string): Promise<void> =>
  keep(await askAuth<Tokens>('POST', '/factors/recovery-codes/verify', { body: { code } }))

/** Passes the second step. `sent`: the challenge of a texted code. Throws the auth error. */
export function answer({ kind, id }: Way, code: string, sent = ''): Promise<void> {
  if (kind === 'webauthn') return answerWithKey(id)
  if (kind === 'totp') return answerWithApp(id, code)
  if (kind === 'phone') return verify(id, { challenge_id: sent, code: digitsOf(code) })
  return answerWithBackup(code)
}

/** People paste codes with spaces. */
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Words about a code that cannot be right. */
export function lackOfCode(kind: Kind, code: string): string | undefined {
  if (kind === 'totp') return digitsOf(code).length === 6 ? undefined : 'Anim na numero ang code'
  if (kind === 'recovery_code') return code.trim() ? undefined : 'Kailangan ang backup code'
  return kind === 'phone' && !digitsOf(code) ? 'Kailangan ang code' : undefined
}

/** The field for the code of each kind. A key needs none. */
const numeric = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
export const codeFields = {
  totp: { label: 'Code mula sa app', hint: '6 na numero. Nagbabago ito bawat 30 segundo.', ...numeric },
  phone: { label: 'Code mula sa text', hint: 'Nasa text namin.', ...numeric },
  recovery_code: {
    label: 'Backup code',
    hint: 'Ayos lang kung may gitling o puwang.',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
} as const

/** Names a way on a button. */
const wayLabels: Record<Kind, string> = {
  webauthn: 'Fingerprint, PIN, o security key',
  totp: 'Code mula sa app',
  phone: 'Code sa text',
  recovery_code: 'Backup code',
}

/** `name` is added where the account has two of the kind. */
export function labelOf({ kind, name }: Way, ways: readonly Way[]): string {
  const isOneOfMany = ways.filter((way) => way.kind === kind).length > 1
  return isOneOfMany && name ? `${wayLabels[kind]} (${name})` : wayLabels[kind]
}

const wrong: Record<Kind, string> = {
  totp: 'Mali ang code, o lipas na. Tingnan ulit ang app, at kung tama ang oras ng phone mo.',
  recovery_code: 'Mali ang code, o nagamit na ito.',
  phone: 'Mali ang code. Tingnan ulit ang huling text namin.',
  webauthn: 'Hindi ito ang susing naka-set up. Subukan ulit, o pumili ng ibang paraan.',
}

export function stepWords(error: unknown, by: Kind): string {
  if (hasDeclined(error)) return 'Hindi natuloy. Subukan ulit, o pumili ng ibang paraan.'
  if (error instanceof DOMException)
    return 'Hindi kaya ng device o browser na ’to. Pumili ng ibang paraan, o sumubok sa ibang device.'
  switch (codeOf(error)) {
    case 'mfa_verification_failed':
      return wrong[by]
    case 'mfa_challenge_expired':
      return by === 'phone'
        ? 'Lipas na ang code. Magpadala ng bago.'
        : 'Lumipas na ang oras. Subukan ulit, gamit ang bagong code.'
    case 'mfa_factor_not_found':
      return 'Naalis na ang paraang ito. Pumili ng iba.'
    case 'mfa_phone_verify_not_enabled':
    case 'mfa_webauthn_verify_not_enabled':
      return 'Sarado muna ang paraang ito. Pumili ng iba.'
    case 'session_not_found':
      return 'Natapos na ang pag-log in na ito. Magsimula ulit.'
    default:
      return wordsFor(error)
  }
}
