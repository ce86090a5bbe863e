import { Client, type ClientConfig } from 'pg'

export type Checks = {
  poolSize: number
  /** A keyed hash of the node's secrets. */
  fingerprint: Buffer
  secretsReplaced: boolean
}

/** Refuses settings that do not fit the database, by name. */
export async function checkServer(owner: ClientConfig, checks: Checks): Promise<void> {
  const client = new Client(owner)
  await client.connect()
  try {
    await refuseLargePool(client, checks.poolSize)
    await refuseOtherSecrets(client, checks)
  } finally {
    await client.end()
  }
}

/** Connections beside the pool: one listens to events. */
const besides = 1

async function refuseLargePool(client: Client, poolSize: number): Promise<void> {
  const { rows } = await client.query<{ most: number }>(
    `select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - current_setting('reserved_connections')::int,
        nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as most
      from pg_roles, pg_database where rolname = 'authenticator' and datname = current_database()`,
  )
  const most = (rows[0]?.most ?? 0) - besides
  if (poolSize > most)
    throw new Error(
      `DATABASE_POOL is ${poolSize}, but PostgreSQL has ${most} connections for it. ` +
        'Set DATABASE_POOL lower (all nodes share the connections), or raise max_connections or the limit of the role or the database.',
    )
}

/** Nodes with different secrets refuse each other's tokens and count limits apart. */
async function refuseOtherSecrets(client: Client, { fingerprint, secretsReplaced }: Checks): Promise<void> {
  await (secretsReplaced
    ? replaceSecrets(client, fingerprint)
    : client.query('insert into app.node_secrets (fingerprint) values ($1) on conflict (single) do nothing', [
        fingerprint,
      ]))
  const { rowCount } = await client.query('select from app.node_secrets where fingerprint = $1', [
    fingerprint,
  ])
  if (rowCount === 0)
    throw new Error(
      'DATA_DIR/secrets.json is not the one that this database knows. Copy it from a node that runs, or from a backup. ' +
        'Only if it is lost everywhere: start once with SECRETS_REPLACED=1. Everybody must then log in again, and set up authenticator apps anew.',
    )
}

/** Only the old secrets could check a code of an authenticator app or a recovery code. Their owners would be locked out. */
async function replaceSecrets(client: Client, fingerprint: Buffer): Promise<void> {
  await client.query({
    text: `with replaced as (
        insert into app.node_secrets as known (fingerprint) values ($1)
          on conflict (single) do update set fingerprint = excluded.fingerprint, known_at = now()
          where known.fingerprint <> excluded.fingerprint returning 1),
      codes as (delete from auth.recovery_codes where exists (select from replaced))
      delete from auth.mfa_factors where factor_type in ('totp', 'recovery_code') and exists (select from replaced)`,
    values: [fingerprint],
  })
}
