import type { Call, Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { readBody, textField } from '../input.ts'
import { passkeyRemoved } from '../notices.ts'
import { loadSignedIn, type SignedIn } from '../sessions.ts'
import { tellOwner, type Owner } from '../tell-owner.ts'
import { requireParty } from './challenges.ts'

export type Passkey = {
  id: string
  friendly_name: string | null
  created_at: Date
  last_used_at: Date | null
}

const nameLength = 120
const columns = 'id, friendly_name, created_at, last_used_at'
const missing = () => refusal(404, 'validation_failed', 'Passkey not found')

/** The caller, who keeps passkeys in an account of their own. */
export async function loadKeeper(tools: Tools, call: Call): Promise<SignedIn> {
  const signedIn = await loadSignedIn(tools, call)
  await tools.limiter.take(call.now, ['passkeyAccount', signedIn.user.id])
  if (signedIn.user.is_anonymous) {
    throw refusal(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
  }
  return signedIn
}

/** A passkey as its owner sees it. Empty fields are left out, as in the reference. */
export function passkeyBody({ id, friendly_name: name, created_at, last_used_at }: Passkey) {
  return { id, ...(name && { friendly_name: name }), created_at, ...(last_used_at && { last_used_at }) }
}

export async function listOf(tools: Tools, userId: string) {
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<Passkey>({
        text: `select ${columns} from auth.passkeys where user_id = $1 order by created_at, id`,
        values: [userId],
      }),
    { readOnly: true },
  )
  return rows.map(passkeyBody)
}

/** Any other word than the id of a passkey of this account names none. The owner gets a mail. */
export async function removeOf(tools: Tools, userId: string, id: string, now: Date): Promise<void> {
  await tools.db.asService(async (tx) => {
    const { rows } = await tx.query<Owner & { friendly_name: string | null }>({
      text: `with gone as (delete from auth.passkeys where user_id = $1 and id::text = $2 returning user_id, friendly_name)
        select u.id, u.email, u.email_proved_at, gone.friendly_name from gone join auth.users u on u.id = gone.user_id`,
      values: [userId, id],
    })
    const [owner] = rows
    if (!owner) throw missing()
    const letter = passkeyRemoved(owner.friendly_name)
    await tellOwner(tools, tx, owner, { kind: 'passkey_removed', about: id, letter }, now)
  })
  tools.mails.wake()
}

/** GET /passkeys */
export const listPasskeys: Operation = async (tools, call) => {
  requireParty(tools)
  const { user } = await loadKeeper(tools, call)
  return Response.json(await listOf(tools, user.id))
}

/** PATCH /passkeys/{id} */
export const renamePasskey: Operation = async (tools, call) => {
  requireParty(tools)
  const name = textField(await readBody(call.request), 'friendly_name', nameLength)?.trim()
  const { user } = await loadKeeper(tools, call)
  if (!name) throw invalid('friendly_name is required')
  const { rows } = await tools.db.asService((tx) =>
    tx.last<Passkey>({
      text: `update auth.passkeys set friendly_name = $3 where user_id = $1 and id::text = $2 returning ${columns}`,
      values: [user.id, call.params[0], name],
    }),
  )
  if (!rows[0]) throw missing()
  return Response.json(passkeyBody(rows[0]))
}

/** DELETE /passkeys/{id}. The sessions that it opened stay: /sessions ends them. */
export const deletePasskey: Operation = async (tools, call) => {
  requireParty(tools)
  const { user } = await loadKeeper(tools, call)
  await removeOf(tools, user.id, call.params[0] ?? '', call.now)
  return new Response(null, { status: 204 })
}
