import * as v from 'valibot'
import type { Db } from '../../db/door.ts'
import type { Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import type { Credential, RelyingParty } from '../passkeys/ceremony.ts'

const stored = v.object({ credential_id: v.string(), public_key: v.string(), counter: v.number() })

export function relyingParty({ settings }: Tools): RelyingParty {
  if (settings.webauthn && settings.passkeys) return settings.passkeys
  throw refusal(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn')
}

/** The credential of a security key whose set-up is finished. */
export async function readCredential(db: Db, factorId: string): Promise<Credential | undefined> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ credential: unknown }>({
        text: 'select credential from auth.mfa_factors where id = $1',
        values: [factorId],
      }),
    { readOnly: true },
  )
  const { success, output } = v.safeParse(stored, rows[0]?.credential)
  if (!success) return undefined
  const { credential_id: id, public_key: key, counter } = output
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(key, 'base64url'),
    counter,
  }
}

/** For the column `credential`. */
export const credentialJson = ({ credential_id: id, public_key: key, counter }: Credential): string =>
  JSON.stringify({
    credential_id: id.toString('base64url'),
    public_key: key.toString('base64url'),
    counter,
  })
