import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestApp } from './app.ts'

export type Person = {
  client: SupabaseClient
  id: string
  email: string
  password: string
  codename: string
  token: string
}

/** A small named cast: signed up through the API like anyone, with a profile and a codename. */
export async function signUp(app: TestApp, name: string, codename = `Tahimik ${name}`): Promise<Person> {
  const client = app.client()
  const email = `${name.toLowerCase()}@example.test`
  const password = `lihim-ni-${name}-7`
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session || !data.user)
    throw new Error(`${name} could not sign up: ${error?.message ?? 'no session'}`)
  const profile = await client
    .from('user_profiles')
    .upsert({ id: data.user.id, email, codename }, { onConflict: 'id' })
    .select()
  if (profile.error) throw new Error(`${name} has no profile: ${profile.error.message}`)
  await client.auth.updateUser({ data: { codename } })
  const { data: refreshed } = await client.auth.getSession()
  return {
    client,
    id: data.user.id,
    email,
    password,
    codename,
    token: refreshed.session?.access_token ?? data.session.access_token,
  }
}
