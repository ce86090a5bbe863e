import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerFile, noteErasure, readLedger } from './ledger.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-ledger-'))
})
afterAll(() => rm(folder, { recursive: true }))

const hex = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('hex'))

it('a line that a power failure cut off spoils neither the ledger nor the next line', async () => {
  const file = ledgerFile(folder)
  await noteErasure(file, Buffer.alloc(32, 1))
  await appendFile(file, '\n0202')
  await noteErasure(file, Buffer.alloc(32, 2))
  await noteErasure(file, Buffer.alloc(32, 2))
  await noteErasure(file, Buffer.alloc(32, 3))
  expect([...(await readLedger(file))]).toEqual(hex)
})

it.each(['codename', `${'0'.repeat(64)}00`, 'A'.repeat(64)])(
  'a file with the line %j is no ledger',
  async (line) => {
    const file = join(folder, 'other')
    await writeFile(file, `${hex[0]}\n${line}\n`)
    await expect(readLedger(file)).rejects.toThrow('is no ledger of erased people: line 2')
  },
)
