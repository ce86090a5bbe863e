import type { Tx } from '../../db/door.ts'
import { sha256 } from '../../http/keyed-hash.ts'

/** Marks an assertion, a nonce or a message as used. False: it was used before. `until`: nobody accepts it later anyhow. */
export async function spendOnce(tx: Tx, label: string, value: string, until: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'insert into auth.spent_assertions (key, expires_at) values ($1, $2) on conflict (key) do nothing',
    values: [sha256(JSON.stringify([label, value])), until],
  })
  return rowCount === 1
}
