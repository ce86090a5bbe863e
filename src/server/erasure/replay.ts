import type { Db } from '../db/door.ts'
import type { Erasure } from './erasure.ts'
import { ledgerKey } from './ledger.ts'

type Deps = { db: Db; secret: Buffer; erasure: Erasure }

/** Accounts that one statement reads. */
const atOnce = 10_000
const patient = { timeoutMs: 60_000 }

/**
 * Erases again the people of the ledger whom a restored backup brought back, and returns their number. `keys`: the ledger's lines outside of the
 * database, which take part in it from now on.
 */
export async function replayErasures(
  { db, secret, erasure }: Deps,
  keys: ReadonlySet<string>,
): Promise<number> {
  const known = new Set([...keys, ...(await readKeys(db))])
  const values = [[...keys].map((key) => Buffer.from(key, 'hex'))]
  const adding = 'insert into app.erased_people (key) select unnest($1::bytea[]) on conflict do nothing'
  await db.asService((tx) => tx.last({ text: adding, values }), patient)
  let erased = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    // oxlint-disable no-await-in-loop -- one page after the other, and one account at a time
    const ids = await readIds(db, after)
    for (const id of ids.filter((each) => known.has(ledgerKey(secret, each).toString('hex')))) {
      await erasure.leave(id, db)
      await erasure.idle()
      if (await exists(db, id))
        throw new Error('An account could not be erased. Its reason stands above; try again')
      erased++
    }
    // oxlint-enable no-await-in-loop
    const last = ids.at(-1)
    if (last === undefined) return erased
    after = last
  }
}

async function exists(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.asService((tx) =>
    tx.last({ text: 'select from auth.users where id = $1', values: [id] }),
  )
  return rowCount > 0
}

async function readKeys(db: Db): Promise<string[]> {
  const text = `select encode(key, 'hex') as key from app.erased_people`
  const { rows } = await db.asService((tx) => tx.last<{ key: string }>({ text }), patient)
  return rows.map(({ key }) => key)
}

async function readIds(db: Db, after: string): Promise<string[]> {
  const text = 'select id from auth.users where id > $1 order by id limit $2'
  const { rows } = await db.asService(
    (tx) => tx.last<{ id: string }>({ text, values: [after, atOnce] }),
    patient,
  )
  return rows.map(({ id }) => id)
}
