import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Db, Tx } from '../../db/door.ts'
import { ledgerKey } from '../../erasure/ledger.ts'
import { readCsv, type Row } from './csv.ts'
import { ownIdentities, parseObject, readAccount, readIdentity, RowError } from './read-account.ts'
import type { Fields, ImportedAccount, ImportedIdentity } from './read-account.ts'

type Tools = { db: Db; keys: { secret: Buffer } }
type Found = { account: ImportedAccount; identities: ImportedIdentity[] }

/** Rows of one transaction. */
const atOnce = 200
/** Reasons that are shown. */
const mostShown = 20

/**
 * Brings the people of another server here. `file`: the reference's `auth.users`, as JSON lines (where an account may carry its `identities`)
 * or as CSV; `identities`: its `auth.identities`. An account whose id, address or number is taken stays as it is, so an import that stopped is
 * run again. Resolves with words for the operator, which name no person.
 */
export async function importUsers(tools: Tools, file: string, identities?: string): Promise<string> {
  const now = new Date()
  const wrong: string[] = []
  let hashless = 0
  const accounts = await importFile(file, wrong, {
    read(fields): Found {
      const { account, hasForeignHash } = readAccount(fields, now)
      if (hasForeignHash) hashless++
      const own = identitiesIn(fields['identities'], account, now)
      return { account, identities: own.length > 0 ? own : ownIdentities(account) }
    },
    store: (batch) => inTransaction(tools, (tx) => storeAccounts(tools, tx, batch)),
  })
  const found = identities
    ? await importFile(identities, wrong, {
        read: (fields) => readIdentity(fields, now),
        store: (batch) => inTransaction(tools, (tx) => storeIdentities(tx, batch)),
      })
    : undefined
  const { made, given } = accounts
  return [
    `Imported ${made} accounts. ${given - made} stay as they are: their id, address or number is here already, or they have left.`,
    ...(found ? [`Added ${found.made} of ${found.given} identities.`] : []),
    ...(hashless > 0
      ? [`${hashless} rows have a password hash of another kind: these people set a new password by mail.`]
      : []),
    ...(wrong.length > 0 ? [`${wrong.length} rows are left out:`, ...wrong.slice(0, mostShown)] : []),
  ].join('\n')
}

type Part<T> = { read: (fields: Fields) => T; store: (batch: readonly T[]) => Promise<number> }

async function importFile<T>(file: string, wrong: string[], { read, store }: Part<T>) {
  const total = { given: 0, made: 0 }
  let batch: T[] = []
  const end = async () => {
    total.given += batch.length
    total.made += batch.length > 0 ? await store(batch) : 0
    batch = []
  }
  for await (const { line, fields } of readRows(file)) {
    try {
      batch.push(read(typeof fields === 'string' ? parseObject(fields, 'the row') : fields))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      wrong.push(`  ${file} line ${line}: ${error.message}`)
    }
    if (batch.length === atOnce) await end()
  }
  await end()
  return total
}

async function* readRows(file: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  yield* file.toLowerCase().endsWith('.csv') ? readCsv(lines) : readJsonLines(lines)
}

async function* readJsonLines(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0
  for await (const text of lines) {
    line++
    if (text.trim() !== '') yield { line, fields: text }
  }
}

function identitiesIn(given: unknown, { id }: ImportedAccount, now: Date): ImportedIdentity[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) throw new RowError('identities is no list')
  return given.map((fields: unknown) => readIdentity({ ...Object(fields), user_id: id }, now))
}

const inTransaction = (tools: Tools, work: (tx: Tx) => Promise<number>) =>
  tools.db.asService(work, { timeoutMs: 30_000 })

/** Returns the number of accounts that were made. A person who left stays away. */
async function storeAccounts({ keys }: Tools, tx: Tx, batch: readonly Found[]): Promise<number> {
  const ledger = batch.map(({ account }) => ledgerKey(keys.secret, account.id))
  const { rows } = await tx.query<{ key: Buffer }>({
    text: 'select key from app.erased_people where key = any ($1::bytea[])',
    values: [ledger],
  })
  const left = new Set(rows.map(({ key }) => key.toString('hex')))
  const stays = batch.filter((_, at) => !left.has(ledger[at]?.toString('hex') ?? ''))
  const made = await tx.query<{ id: string }>({
    text: `insert into auth.users (id, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, invited_at, last_sign_in_at,
        banned_until, is_anonymous, app_metadata, user_metadata, created_at, updated_at)
      select id, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, invited_at, last_sign_in_at,
        banned_until, is_anonymous, app_metadata, user_metadata, created_at, updated_at
      from jsonb_populate_recordset(null::auth.users, $1) on conflict do nothing returning id`,
    values: [JSON.stringify(stays.map(({ account }) => account))],
  })
  const ids = new Set(made.rows.map(({ id }) => id))
  await storeIdentities(
    tx,
    stays.filter(({ account }) => ids.has(account.id)).flatMap(({ identities }) => identities),
  )
  return ids.size
}

async function storeIdentities(tx: Tx, batch: readonly ImportedIdentity[]): Promise<number> {
  const { rowCount } = await tx.query({
    text: `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
      select i.user_id, i.provider, i.provider_id, i.identity_data, i.last_sign_in_at, i.created_at, i.updated_at
      from jsonb_populate_recordset(null::auth.identities, $1) i join auth.users u on u.id = i.user_id on conflict do nothing`,
    values: [JSON.stringify(batch)],
  })
  return rowCount
}
