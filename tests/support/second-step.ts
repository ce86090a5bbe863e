import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

/** The code that an authenticator app shows at this time, ms. */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret }).generate({ timestamp })

/** Turns an authenticator app on for the client's person. Resolves to its id and key. */
export async function turnOn(client: SupabaseClient, at = Date.now(), friendlyName = 'Telepono ko') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { secret } = data.totp
  await passStep(client, data.id, codeAt(secret, at))
  return { id: data.id, secret }
}

/** Passes the second step with a code. */
export async function passStep(client: SupabaseClient, factorId: string, code: string) {
  const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
  return data
}

/** Makes requests with the session of a client, or as a visitor. */
export const caller =
  (appOf: () => TestApp) =>
  async (client: SupabaseClient | undefined, method: string, path: string, body?: unknown) => {
    const app = appOf()
    const token = (await client?.auth.getSession())?.data.session?.access_token
    const response = await app.fetch(path, {
      method,
      headers: {
        apikey: app.keys.anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...(client ? { authorization: `Bearer ${token ?? ''}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = (text ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status: response.status, code: answer['code'], answer }
  }
