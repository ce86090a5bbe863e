import * as v from 'valibot'
import type { Claims, Db } from '../db/door.ts'
import { readInput, type Operation, type Tools } from './call.ts'
import { refusal } from './errors.ts'

const input = v.strictObject({
  user_id: v.pipe(v.string(), v.uuid()),
  password: v.nullish(v.pipe(v.string(), v.maxLength(1_000))),
})

const signedOut = 'Not authenticated'
const sentences = new Map([['password', 'Mali ang password. Subukan ulit.']])

/**
 * Deactivates the caller's account for good. A log-in of the last ten minutes or the password proves that it is the owner. 403 with `needs` asks for the
 * password; the app's client would take a 401 for the end of the session. An anonymous person has nothing else to prove it with.
 */
export const deleteUserData: Operation = {
  signedOut,
  pace: ['leaveAccount', 'writeNetwork'],
  async answer(tools, { request, claims }) {
    const { user_id: person, password } = await readInput(request, input, sentences)
    if (person !== claims.sub) throw refusal(403, 'You can only deactivate your own account.')
    // The session is checked as for every other write: it may lack the second step.
    await tools.db.as(claims, (tx) => tx.last({ text: 'select 1' }))
    await proveOwner(tools, claims, password ?? '')
    await tools.erasure.leave(person, tools.db)
    return Response.json({ success: true })
  },
}

async function proveOwner(
  { db, passwordsOf }: Tools,
  { sub = '', session_id: session }: Claims,
  password: string,
) {
  const found = await findSession(db, sub, session)
  if (!found) throw refusal(401, signedOut)
  if (found.is_enough) return
  if (found.password_hash === null)
    throw refusal(403, 'Mag-log in ka muna ulit, para sigurado kaming ikaw ’to.')
  const needs = { needs: 'password' }
  if (password === '') throw refusal(403, 'Ilagay ang password mo, para sigurado kaming ikaw ’to.', {}, needs)
  const isRight = await passwordsOf(sub).verify(password, found.password_hash)
  if (!isRight) throw refusal(403, 'Mali ang password. Subukan ulit.', {}, needs)
}

async function findSession(db: Db, person: string, session: string | undefined) {
  const { rows } = await db.asService((tx) =>
    tx.last<{ is_enough: boolean; password_hash: string | null }>({
      text: `select u.is_anonymous or s.created_at > now() - interval '10 minutes' as is_enough, u.password_hash
        from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = $1 and s.user_id = $2 and s.expires_at > now() and (u.banned_until is null or u.banned_until <= now())`,
      values: [session, person],
    }),
  )
  return rows[0]
}
