import { queryOptions } from '@tanstack/react-query'
import { answerWithApp, askFactors, stepOf, stepsOn } from '../../domain/person/second-step.ts'

/** `app`: the id of the authenticator app that is on. `codes`: the backup codes that are left. */
export type Steps = { app: string | undefined; codes: number }

export const stepsOf = (userId: string) =>
  queryOptions({
    queryKey: ['second-step', userId],
    queryFn: async (): Promise<Steps> => {
      const steps = await stepsOn()
      const app = steps.find(({ factor_type: type }) => type === 'totp')?.id
      const hasCodes = steps.some(({ factor_type: type }) => type === 'recovery_code')
      if (!hasCodes) return { app, codes: 0 }
      const { remaining } = await askFactors<{ remaining: number }>('/recovery-codes', 'GET')
      return { app, codes: remaining }
    },
    staleTime: 0,
  })

/** What an authenticator app needs: a picture to scan, or the address or key for an app on this phone. */
export type SetUp = { id: string; picture: string; address: string; key: string }

type Enrolled = { id: string; totp: { qr_code: string; uri: string; secret: string } }

/** Begins the set-up. Throws `reauthentication_needed` when the log-in was long ago: then it needs the password. */
export async function beginSetUp(password?: string): Promise<SetUp> {
  const body = { factor_type: 'totp', current_password: password }
  const { id, totp } = await askFactors<Enrolled>('', 'POST', body)
  const picture = `data:image/svg+xml;utf-8,${encodeURIComponent(totp.qr_code)}`
  return { id, picture, address: totp.uri, key: totp.secret }
}

/** The first right code turns it on. */
export const finishSetUp = answerWithApp

/** Also takes back a set-up that was not finished. */
export const turnOff = (id: string): Promise<unknown> => askFactors(`/${id}`, 'DELETE')

/** Ten new backup codes. The old ones end. */
export async function makeBackupCodes(): Promise<string[]> {
  const hasSome = (await stepOf('recovery_code')) !== undefined
  const path = hasSome ? '/recovery-codes/regenerate' : '/recovery-codes'
  return (await askFactors<{ codes: string[] }>(path, 'POST')).codes
}
