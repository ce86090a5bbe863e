import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../db/door.ts'
import { createErasure } from '../erasure/erasure.ts'
import { ledgerFile, readLedger } from '../erasure/ledger.ts'
import { replayErasures } from '../erasure/replay.ts'
import { createFiles } from '../providers/files/index.ts'
import { createMail } from '../providers/mail/index.ts'
import { createSms } from '../providers/sms/index.ts'

const log = (line: string) => console.error(line)

type Settings = Pick<Parameters<typeof createFiles>[0], 'dataDir' | 's3'> & { MAIL_FROM: string }
type Tools = { db: Db; keys: { secret: Buffer } }

/**
 * After a restored backup: erases again the people who have left since. `others`: the ledgers of other nodes. Resolves with words for the
 * operator.
 */
export async function replayLedgers(
  { dataDir, s3, MAIL_FROM: from }: Settings,
  { db, keys: { secret } }: Tools,
  others: readonly string[],
): Promise<string> {
  const own = ledgerFile(dataDir)
  const ledgers = await Promise.all([...(existsSync(own) ? [own] : []), ...others].map(readLedger))
  const keys = new Set(ledgers.flatMap((ledger) => [...ledger]))
  const outbox = join(dataDir, 'outbox')
  const mail = createMail({ smtpUrl: undefined, outbox, from, log })
  const parts = {
    db,
    files: createFiles({ dataDir, s3 }),
    mail,
    sms: createSms({ outbox, countries: [], log }),
  }
  const erasure = createErasure({ ...parts, secret, ledger: own, log })
  const erased = await replayErasures({ db, secret, erasure }, keys)
  await mail.close()
  return `Erased again: ${erased}. The ledger's files name ${keys.size} people who left.`
}
