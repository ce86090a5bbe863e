import { SignJWT } from 'jose'
import type { Claims } from '../src/server/db/door.ts'
import type { Keys } from '../src/server/http/keys.ts'
import { emi } from '../src/shared/emi.ts'
import { asOwner, type BenchPostgres } from './postgres.ts'

/** HS256 secret of the rival, which knows no other algorithm. */
export const rivalSecret = 'a secret of the bench that guards nothing'
export const rivalKey = 'sb_publishable_of_the_bench'

export type Person = { claims: Claims; token: (server: 'ours' | 'rival') => string }

/** Signed-in people of a seeded database: a session for each, with a token for either server. */
export async function signIn(
  postgres: BenchPostgres,
  database: string,
  count: number,
  keys: Keys,
  issuer: string,
): Promise<Person[]> {
  const { rows } = await asOwner(postgres, database, (client) =>
    client.query<{ sub: string; session_id: string; email: string }>(
      `with person as (select id, email from auth.users where id <> $2 order by created_at, id limit $1),
         session as (insert into auth.sessions (user_id, amr, expires_at)
           select id, '[{"method":"password"}]', now() + interval '1 day' from person returning id, user_id)
       select user_id as sub, session.id as session_id, email from session join person on person.id = user_id`,
      [count, emi.id],
    ),
  )
  return Promise.all(
    rows.map(async (row) => {
      const now = Math.floor(Date.now() / 1_000)
      const claims: Claims = { ...row, role: 'authenticated' }
      const payload = { ...claims, iss: issuer, aud: 'authenticated', iat: now - 5, exp: now + 86_400 }
      const ours = await keys.sign(payload)
      const rival = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(rivalSecret))
      return { claims, token: (server) => (server === 'ours' ? ours : rival) }
    }),
  )
}

/** The app's client keeps this in its storage. It cannot renew the session. */
export const storedSession = (person: Person) =>
  JSON.stringify({
    access_token: person.token('ours'),
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: 86_400,
    expires_at: Math.floor(Date.now() / 1_000) + 86_400,
    user: {
      id: person.claims.sub,
      email: person.claims.email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: { codename: 'Tahimik' },
      created_at: new Date().toISOString(),
    },
  })
