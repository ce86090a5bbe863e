import type { Tx } from '../../db/door.ts'
import { ledgerKey } from '../../erasure/ledger.ts'
import type { Refusal } from '../../http/refusal.ts'
import type { Operation, Tools } from '../deps.ts'
import { emailExists, invalid, refusal } from '../errors.ts'
import { readBody, textField, type Body } from '../input.ts'
import { insertUser } from '../new-user.ts'
import type { User } from '../users.ts'
import { accountBody, selectAccounts } from './accounts.ts'
import { applyChanges, phoneExists } from './apply-changes.ts'
import { readChanges, type Changes } from './asked-changes.ts'

/** POST /admin/users: an account with an address, a number, or both. No mail is sent. */
export const createAccount: Operation = async (tools, { request, now }) => {
  const body = await readBody(request)
  const changes = readChanges(body, now, tools.settings.passwordLeast)
  const id = idField(body)
  if (!changes.email && !changes.phone) throw invalid('Cannot create a user without either an email or phone')
  const hash = changes.password ? await tools.passwords.hash(changes.password) : changes.passwordHash
  const made = await tools.db.asService((tx) => store(tools, tx, id, changes, hash, now))
  return Response.json(accountBody(made))
}

function idField(body: Body): string | undefined {
  const id = textField(body, 'id')?.toLowerCase()
  if (id !== undefined && !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) {
    throw invalid('ID must conform to the uuid v4 format')
  }
  return id
}

async function store(
  tools: Tools,
  tx: Tx,
  id: string | undefined,
  changes: Changes,
  hash: string | undefined,
  now: Date,
): Promise<User> {
  const { email, phone, emailConfirm, phoneConfirm, userMetadata: data = {} } = changes
  if (id && (await hasLeft(tools, tx, id))) throw idExists()
  const address = email === undefined ? { phone: phone ?? '' } : { email }
  const confirmedAt = (email === undefined ? phoneConfirm : emailConfirm) ? now : null
  const user = await insertUser(tx, { id, address, hash: hash ?? null, confirmedAt, data, now })
  if (!user) throw await whyTaken(tx, id, changes)
  await applyChanges(tools, tx, user, changes, undefined, now)
  const { rows } = await tx.query<User>(selectAccounts('and u.id = $1', [user.id]))
  return rows[0] ?? user
}

/** A restored backup brings people back whom the ledger names. A new account must not have such an id. */
async function hasLeft({ keys }: Tools, tx: Tx, id: string): Promise<boolean> {
  const values = [ledgerKey(keys.secret, id)]
  return (await tx.query({ text: 'select from app.erased_people where key = $1', values })).rowCount > 0
}

async function whyTaken(tx: Tx, id: string | undefined, { email }: Changes): Promise<Refusal> {
  const { rows } = await tx.query<{ by_id: boolean; by_email: boolean }>({
    text: 'select u.id = $1 as by_id, u.email = $2 as by_email from auth.users u where u.id = $1 or u.email = $2',
    values: [id ?? null, email ?? null],
  })
  if (rows.some((row) => row.by_id)) return idExists()
  return rows.some((row) => row.by_email) ? emailExists() : phoneExists()
}

const idExists = () => refusal(422, 'conflict', 'A user with this id exists, or has left')
