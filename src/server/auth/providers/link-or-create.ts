import { randomUUID } from 'node:crypto'
import { meaningOf } from '../../http/sqlstate.ts'
import type { Tx } from '../../db/door.ts'
import { insertMail } from '../../mail/queued-mail.ts'
import type { Tools } from '../deps.ts'
import { changedMeanwhile, emailExists, refusal, signupsOff } from '../errors.ts'
import { endEarlierWays } from '../first-proof.ts'
import { lockSignedIn, readUser } from '../lock-user.ts'
import { isOfOrganisation } from '../sso/providers.ts'
import { refuseBanned, type User } from '../users.ts'
import { insertIdentity, listProviders, type Proof, refuseOtherIssuer, updateIdentity } from './proof.ts'
import { identityAdded } from './letters.ts'

type LinkTools = Pick<Tools, 'settings' | 'keys' | 'providers'>

const identitiesEach = 10

/**
 * The account of this identity; else the account of its address, when both sides proved it; else a new account. A session follows in the
 * same transaction.
 */
export async function linkOrCreate(tools: LinkTools, tx: Tx, proof: Proof, now: Date): Promise<User> {
  await lockIdentity(tx, proof)
  const known = await findByIdentity(tx, proof)
  if (known) {
    refuseBanned(known, now)
    refuseOtherIssuer(tools, known, proof)
    await tx.query(updateIdentity(proof, now))
    return readUser(tx, known.id)
  }
  const { email } = proof
  if (email && proof.emailProved && proof.mayLink !== false) {
    // The second look finds the account that another transaction made meanwhile.
    const joined = (await join(tools, tx, { ...proof, email }, now)) ?? (await create(tools, tx, proof, now))
    const found = joined ?? (await join(tools, tx, { ...proof, email }, now))
    if (!found) throw changedMeanwhile()
    return found
  }
  const made = await create(tools, tx, proof, now)
  if (!made) throw emailExists()
  return made
}

/** Gives the account one more identity, because its owner asked for it. An anonymous account becomes a lasting one. */
export async function linkTo(
  tools: LinkTools,
  tx: Tx,
  asker: Parameters<typeof lockSignedIn>[1],
  proof: Proof,
  now: Date,
): Promise<User> {
  await lockIdentity(tx, proof)
  const owner = await findByIdentity(tx, proof)
  if (owner) {
    const whose = owner.id === asker.user.id ? '' : ' to another user'
    throw refusal(422, 'identity_already_exists', `Identity is already linked${whose}`)
  }
  const user = await lockSignedIn(tx, asker)
  refuseBanned(user, now)
  // Its people come in at their organisation only (decision 0054).
  if (isOfOrganisation(user)) {
    throw refusal(422, 'user_sso_managed', 'A SSO account is only opened by its organisation')
  }
  await addIdentity(tools, tx, user, proof, now)
  if (proof.email && proof.emailProved) {
    if (user.email === null) await giveEmail(tx, user.id, proof.email, now)
    else if (user.email === proof.email) await rememberAddress(tx, user.id, now)
  }
  return readUser(tx, user.id)
}

/** Two callbacks with one new identity: the second waits here and finds what the first made. */
const lockIdentity = (tx: Tx, { provider, subject }: Proof) =>
  tx.query({
    text: `select pg_advisory_xact_lock(hashtextextended($1, 15))`,
    values: [JSON.stringify([provider, subject])],
  })

async function findByIdentity(tx: Tx, { provider, subject }: Proof): Promise<User | undefined> {
  const owner = await findUser(
    tx,
    'join auth.identities own on own.user_id = u.id where own.provider = $1 and own.provider_id = $2',
    provider,
    subject,
  )
  // Its owner may have unlinked it while this log-in waited for the account.
  return owner?.identities.some((one) => one.provider === provider && one.provider_id === subject)
    ? owner
    : undefined
}

/** Locks the account, then reads it: a statement that waited for the lock still sees the identities of the time before. */
async function findUser(tx: Tx, where: string, ...values: string[]): Promise<User | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select u.id from auth.users u ${where} for update of u`,
    values,
  })
  return rows[0] && readUser(tx, rows[0].id)
}

/** Undefined when the address has no account. */
async function join(
  tools: LinkTools,
  tx: Tx,
  proof: Proof & { email: string },
  now: Date,
): Promise<User | undefined> {
  const user = await findUser(tx, 'where u.email = $1', proof.email)
  if (!user) return undefined
  refuseBanned(user, now)
  if (!user.email_proved_at) await takeOver(tx, user, now)
  await addIdentity(tools, tx, user, proof, now)
  await rememberAddress(tx, user.id, now)
  return readUser(tx, user.id)
}

/**
 * Somebody signed up with the address and did not prove it. An account that nobody could use yet goes to the owner of the address, without
 * the stranger's password and notes. An account in use may be another person's: its owner proves the address by mail first.
 */
async function takeOver(tx: Tx, user: User, now: Date): Promise<void> {
  const isUnused =
    !user.email_confirmed_at &&
    !user.phone_confirmed_at &&
    user.identities.every(({ provider }) => provider === 'email')
  if (!isUnused) throw emailExists()
  await endEarlierWays(tx, user, 'email', now)
  await tx.query({
    text: `update auth.users set user_metadata = '{}' where id = $1 and invited_at is null`,
    values: [user.id],
  })
}

const rememberAddress = (tx: Tx, id: string, now: Date) =>
  tx.query({
    text: `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), email_proved_at = coalesce(email_proved_at, $2)
      where id = $1`,
    values: [id, now],
  })

async function giveEmail(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  try {
    await tx.query({
      text: `update auth.users set email = $2, email_confirmed_at = $3, email_proved_at = $3 where id = $1`,
      values: [id, email, now],
    })
  } catch (error) {
    throw meaningOf(error) === 'duplicate' ? emailExists() : error
  }
}

async function addIdentity(tools: LinkTools, tx: Tx, user: User, proof: Proof, now: Date): Promise<void> {
  if (user.identities.length >= identitiesEach) {
    throw refusal(422, 'validation_failed', `An account has at most ${identitiesEach} identities`)
  }
  await tx.query(insertIdentity(user.id, proof, now))
  await tx.query(listProviders(user.id, now))
  const { email } = user
  if (!email) return
  await tx.query(insertMail(tools.keys.secret, identityAdded(tools, { ...user, email }, proof.provider), now))
}

/** Undefined when another account has the address since. */
async function create(tools: LinkTools, tx: Tx, proof: Proof, now: Date): Promise<User | undefined> {
  if (!tools.settings.signups) {
    throw signupsOff()
  }
  const id = randomUUID()
  const email = proof.emailProved ? proof.email : undefined
  const insert = (address: string | null) =>
    tx.query({
      text: `insert into auth.users (id, email, email_confirmed_at, email_proved_at, app_metadata, user_metadata, created_at, updated_at)
        values ($1, $2, case when $2::text is not null then $3::timestamptz end, case when $2::text is not null then $3::timestamptz end,
          jsonb_build_object('provider', $4::text, 'providers', jsonb_build_array($4::text)), '{}', $3, $3)
        on conflict (email) do nothing`,
      values: [id, address, now, proof.provider],
    })
  const { rowCount } = await insert(email ?? null)
  if (rowCount === 0) {
    if (proof.mayLink !== false) return undefined
    await insert(null)
  }
  await tx.query(insertIdentity(id, proof, now))
  return readUser(tx, id)
}
