import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyedHash } from '../http/keyed-hash.ts'

/** Names a person who left without their id: only a holder of secrets.json who knows the id finds them. */
export const ledgerKey = (secret: Buffer, person: string): Buffer =>
  keyedHash(secret, 'erased person', person)

/** The ledger outside of the database: a restored backup lacks the latest rows of `app.erased_people`. */
export const ledgerFile = (dataDir: string): string => join(dataDir, 'erased-people')

/** Resolves when the line is on the disk. It begins anew after one that a power failure cut off. */
export async function noteErasure(file: string, key: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `\n${key.toString('hex')}\n`, { mode: 0o600, flush: true })
}

/** The keys of a ledger's file. A line that was cut off is left out: the erasure that goes on writes it again. Throws for other lines. */
export async function readLedger(file: string): Promise<Set<string>> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const wrong = lines.findIndex((line) => !/^[0-9a-f]{0,64}$/.test(line))
  if (wrong >= 0) throw new Error(`${file} is no ledger of erased people: line ${wrong + 1}`)
  return new Set(lines.filter((line) => line.length === 64))
}
