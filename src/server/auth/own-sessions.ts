import type { Operation } from './deps.ts'
import { refusal } from './errors.ts'
import { loadSignedIn } from './sessions.ts'

// A session is refreshed while its device is in use, so its last refresh is at most a token's life ago.
const list = `select id, device, created_at, coalesce(rotated_at[1], created_at) as last_seen_at, id = $2 as is_current
  from auth.sessions where user_id = $1 and expires_at > $3 order by id = $2 desc, last_seen_at desc`

/** GET /sessions: the devices where the caller is logged in. Our own endpoint: the reference has none. */
export const listSessions: Operation = async (tools, call) => {
  const { user, session } = await loadSignedIn(tools, call)
  await tools.limiter.take(call.now, ['sessionAccount', user.id])
  const { rows } = await tools.db.asService(
    (tx) => tx.last({ text: list, values: [user.id, session.id, call.now] }),
    { readOnly: true },
  )
  return Response.json({ sessions: rows })
}

/** DELETE /sessions/{id}: logs the caller out on one device, at once. The trigger of the table closes its sockets. */
export const endSession: Operation = async (tools, call) => {
  const { user } = await loadSignedIn(tools, call)
  await tools.limiter.take(call.now, ['sessionAccount', user.id])
  const [id = ''] = call.params
  const { rowCount } = await tools.db.asService((tx) =>
    // Compared as text: any other word than an id names no session.
    tx.last({
      text: 'delete from auth.sessions where user_id = $1 and id::text = $2',
      values: [user.id, id],
    }),
  )
  if (!rowCount) throw refusal(404, 'session_not_found', 'There is no such session')
  return new Response(null, { status: 204 })
}
