import { queryOptions } from '@tanstack/react-query'
import { answerWithApp, waysOn, type Way } from '../../domain/person/second-step.ts'
import { askAuth } from '../../lib/ask-auth.ts'

/** `ways`: what is on, backup codes included. `codes`: how many backup codes are left. */
export type Steps = { ways: readonly Way[]; codes: number }

export const stepsOf = (userId: string) =>
  queryOptions({
    queryKey: ['second-step', userId],
    queryFn: async ({ signal }): Promise<Steps> => {
      const ways = await waysOn()
      if (!hasCodes(ways)) return { ways, codes: 0 }
      const { remaining } = await askAuth<{ remaining: number }>('GET', `/factors/${codesPath}`, { signal })
      return { ways, codes: remaining }
    },
    staleTime: 0,
  })

const codesPath = 'recovery-codes'
const hasCodes = (ways: readonly Way[]) => ways.some(({ kind }) => kind === 'recovery_code')

/** What an authenticator app needs: a picture to scan, or the address or key for an app on this phone. */
export type SetUp = { id: string; picture: string; address: string; key: string }

type Enrolled = { id: string; totp: { qr_code: string; uri: string; secret: string } }

/** Begins the set-up. Throws `reauthentication_needed` when the log-in was long ago: then it needs the password. */
export async function beginSetUp(password?: string): Promise<SetUp> {
  const body = { factor_type: 'totp', current_password: password }
  const { id, totp } = await askAuth<Enrolled>('POST', '/factors', { body })
  const picture = `data:image/svg+xml;utf-8,${encodeURIComponent(totp.qr_code)}`
  return { id, picture, address: totp.uri, key: totp.secret }
}

/** The first right code turns it on. */
export const finishSetUp = answerWithApp

/** Also takes back a set-up that was not finished. */
export const turnOff = (id: string): Promise<unknown> => askAuth('DELETE', `/factors/${id}`)

/** Ten new backup codes. The old ones end. */
export async function makeBackupCodes(): Promise<string[]> {
  const path = `/factors/${codesPath}${hasCodes(await waysOn()) ? '/regenerate' : ''}`
  return (await askAuth<{ codes: string[] }>('POST', path)).codes
}
