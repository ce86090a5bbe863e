import type { SupabaseClient } from '@supabase/supabase-js'
import { url, type TestApp } from './app.ts'
import { createAuthenticator, type Authenticator, type Lies } from './authenticator.ts'

export const password = 'tahimik-na-gabi-7'

/** What the server asks a device to make. */
export async function creationAsked({ auth }: SupabaseClient) {
  const { data, error } = await auth.passkey.startRegistration()
  if (error) throw error
  return data
}

/** What the server asks a device to sign. */
export async function assertionAsked({ auth }: SupabaseClient) {
  const { data, error } = await auth.passkey.startAuthentication()
  if (error) throw error
  return data
}

/** Adds the device's passkey to the account of the client's session. */
export async function addPasskey(client: SupabaseClient, device: Authenticator, lies?: Lies) {
  const { challenge_id: challengeId, options } = await creationAsked(client)
  return client.auth.passkey.verifyRegistration({ challengeId, credential: device.create(options, lies) })
}

/** Logs the client in with the device. */
export async function logInWith(client: SupabaseClient, device: Authenticator, lies?: Lies) {
  const { challenge_id: challengeId, options } = await assertionAsked(client)
  return client.auth.passkey.verifyAuthentication({ challengeId, credential: device.get(options, lies) })
}

/** A person with one passkey. */
export async function signUpWithPasskey(app: Pick<TestApp, 'client'>, email: string) {
  const client = app.client()
  const { data } = await client.auth.signUp({ email, password })
  const device = createAuthenticator({ origin: url })
  const made = await addPasskey(client, device)
  if (!data.user || !made.data) throw made.error ?? new Error('no account')
  return { client, device, id: data.user.id, passkeyId: made.data.id }
}
