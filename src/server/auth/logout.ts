import type { Operation } from './deps.ts'
import { invalid } from './errors.ts'
import { loadSignedIn } from './sessions.ts'

const ended: Readonly<Record<string, string>> = {
  global: 'user_id = $1 and ($2::uuid is not null)',
  local: 'user_id = $1 and id = $2',
  others: 'user_id = $1 and id <> $2',
}

/** POST /logout?scope=global|local|others. `app.check_session` refuses the access tokens of an ended session. */
export const logOut: Operation = async (tools, call) => {
  const scope = call.url.searchParams.get('scope') ?? 'global'
  const which = Object.hasOwn(ended, scope) ? ended[scope] : undefined
  if (!which) throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`)
  const { user, session } = await loadSignedIn(tools, call, 'half-open too')
  // A stolen password alone must not log the owner out everywhere.
  const ends = session.isHalfOpen ? ended['local'] : which
  await tools.db.asService((tx) =>
    tx.last({ text: `delete from auth.sessions where ${ends}`, values: [user.id, session.id] }),
  )
  return new Response(null, { status: 204 })
}
