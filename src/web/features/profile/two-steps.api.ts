import { queryOptions } from '@tanstack/react-query'
import { stepOf } from '../../domain/person/second-step.ts'
import { auth, fetchAsMe } from '../../lib/supabase.ts'

/** `app`: the id of the authenticator app that is on. `codes`: the backup codes that are left. */
export type Steps = { app: string | undefined; codes: number }

export const stepsOf = (userId: string) =>
  queryOptions({
    queryKey: ['second-step', userId],
    queryFn: async (): Promise<Steps> => {
      const { data, error } = await auth().mfa.listFactors()
      if (error) throw error
      const app = data.totp[0]?.id
      if (data.recovery_code.length === 0) return { app, codes: 0 }
      const status = await auth().mfa.recoveryCodes.getStatus()
      if (status.error) throw status.error
      return { app, codes: status.data.remaining }
    },
    staleTime: 0,
  })

/** What an authenticator app needs: a picture to scan, or the address or key for an app on this phone. */
export type SetUp = { id: string; picture: string; address: string; key: string }

/** Begins the set-up. Throws `reauthentication_needed` when the log-in was long ago: then it needs the password. */
export async function beginSetUp(password?: string): Promise<SetUp> {
  const response = await fetchAsMe(`${location.origin}/auth/v1/factors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ factor_type: 'totp', current_password: password }),
  })
  const body = (await response.json()) as {
    code?: string
    message?: string
    id: string
    totp: { qr_code: string; uri: string; secret: string }
  }
  if (!response.ok) throw Object.assign(new Error(body.message ?? ''), { code: body.code })
  const { id, totp } = body
  const picture = `data:image/svg+xml;utf-8,${encodeURIComponent(totp.qr_code)}`
  return { id, picture, address: totp.uri, key: totp.secret }
}

/** The first right code turns it on. */
export async function finishSetUp(id: string, code: string): Promise<void> {
  const { error } = await auth().mfa.challengeAndVerify({ factorId: id, code })
  if (error) throw error
}

/** Also takes back a set-up that was not finished. */
export async function turnOff(id: string): Promise<void> {
  const { error } = await auth().mfa.unenroll({ factorId: id })
  if (error) throw error
}

/** Ten new backup codes. The old ones end. */
export async function makeBackupCodes(): Promise<string[]> {
  const { recoveryCodes } = auth().mfa
  const hasSome = (await stepOf('recovery_code')) !== undefined
  const { data, error } = await (hasSome ? recoveryCodes.regenerate() : recoveryCodes.generate())
  if (error) throw error
  return data.codes
}
