import type { Factor } from '@supabase/auth-js'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { connect } from '../../lib/session.ts'

type Kind = Factor['factor_type']

/** Calls `/auth/v1/factors`. The build leaves the client's own methods out: every page would pay for them. Throws the auth error. */
export async function askFactors<Answer>(path: string, method: string, body?: object): Promise<Answer> {
  const { fetchAsMe } = await connect()
  const response = await fetchAsMe(`${location.origin}/auth/v1/factors${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { code?: string; message?: string }
  if (!response.ok) throw Object.assign(new Error(answer.message ?? ''), { code: answer.code })
  return answer as Answer
}

/** The person's second steps that are on. */
export async function stepsOn(): Promise<Factor[]> {
  const { auth } = await connect()
  const { data, error } = await auth().getUser()
  if (error) throw error
  return data.user.factors?.filter(({ status }) => status === 'verified') ?? []
}

export const stepOf = async (kind: Kind): Promise<Factor | undefined> =>
  (await stepsOn()).find(({ factor_type: type }) => type === kind)

type Tokens = { access_token: string; refresh_token: string }

async function keep(tokens: Tokens): Promise<void> {
  const { auth } = await connect()
  const { error } = await auth().setSession(tokens)
  if (error) throw error
}

/** Answers with the authenticator app's code. The right one raises the session. */
export async function answerWithApp(id: string, code: string): Promise<void> {
  const { id: challenge } = await askFactors<{ id: string }>(`/${id}/challenge`, 'POST', {})
  await keep(await askFactors<Tokens>(`/${id}/verify`, 'POST', { challenge_id: challenge, code }))
}

/** Passes the second step with the authenticator app's code. Throws the auth error. */
export async function passWithApp(code: string): Promise<void> {
  const step = await stepOf('totp')
  await answerWithApp(step?.id ?? '', code)
}

/** Passes it with a backup code, which works once. Throws the auth error. */
export async function passWithBackup(code: string): Promise<void> {
  await keep(await askFactors<Tokens>('/recovery-codes/verify', 'POST', { code }))
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
