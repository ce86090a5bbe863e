import { queryOptions } from '@tanstack/react-query'
import { askAuth } from '../../lib/ask-auth.ts'
import { codeOf } from '../../lib/failure.ts'
import { makePasskey, type AskedCreation } from '../../lib/passkey.ts'

/** A device that logs the person in. `friendly_name`: the browser and the system that added it. */
export type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string }

const passkeysKey = (userId: string) => ['passkeys', userId] as const

export const passkeysOf = (userId: string) =>
  queryOptions({
    queryKey: passkeysKey(userId),
    queryFn: ({ signal }) => askAuth<Passkey[]>('GET', '/passkeys', { signal }),
    staleTime: 0,
  })

/** Makes a passkey and stores it. Throws the server's refusal, or the device's. `password`: for a log-in that was long ago. */
export async function addPasskey(password: string): Promise<void> {
  type Asked = { challenge_id: string; options: AskedCreation }
  const body = password ? { current_password: password } : {}
  const { challenge_id, options } = await askAuth<Asked>('POST', '/passkeys/registration/options', { body })
  const credential = await makePasskey(options)
  await askAuth('POST', '/passkeys/registration/verify', { body: { challenge_id, credential } })
}

/** The longest name that the server takes. */
export const nameLength = 120

export async function renamePasskey(id: string, name: string): Promise<void> {
  await askAuth('PATCH', `/passkeys/${id}`, { body: { friendly_name: name } })
}

/** A passkey that is gone already is no error. */
export async function removePasskey(id: string): Promise<void> {
  await askAuth('DELETE', `/passkeys/${id}`).catch((error: unknown) => {
    if (codeOf(error) !== 'validation_failed') throw error
  })
}
