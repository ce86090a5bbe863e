import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll } from 'vitest'
import { startApp } from './app.ts'
import { signUp, type Person } from './cast.ts'

/** A server for the tests of one file, stopped after them, with two people who have files. */
export async function startWithTwo() {
  const app = await startApp()
  afterAll(() => app.stop())
  const [ana, ben] = [await signUp(app, 'Ana'), await signUp(app, 'Ben')]
  return {
    app,
    ana,
    ben,
    avatars: (person: Person): ReturnType<SupabaseClient['storage']['from']> =>
      person.client.storage.from('avatars'),
    headers: (person = ana): Record<string, string> => ({
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
    }),
    /** The address of a file that is Ana's to send. */
    target: `/storage/v1/object/avatars/${ana.id}/x.png`,
  }
}
