import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Db, Result, Statement, Tx } from '../db/door.ts'
import { createErasure } from './erasure.ts'

const forget = async () => {}

it('a crowd that leaves is out of sight at once, and two accounts are erased at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emote-erasure-'))
  const ledger = join(folder, 'ledger')
  const held: (() => void)[] = []
  let begun = 0
  const last = async ({ text }: Statement): Promise<Result<never>> => {
    if (text.includes('begin_leaving')) begun++
    else await new Promise<void>((resolve) => held.push(resolve))
    return { rows: [], rowCount: 0 }
  }
  const tx: Tx = { query: last, last }
  const db: Db = {
    as: (_, work) => work(tx),
    asService: (work) => work(tx),
    listen: async () => async () => {},
    connections: () => ({ most: 1, total: 0, idle: 0, waiting: 0 }),
    close: async () => {},
  }
  const parts = { files: { remove: async () => {} }, mail: { forget }, sms: { forget }, log: () => {} }
  const erasure = createErasure({ ...parts, db, secret: Buffer.alloc(32), ledger })

  const people = Array.from({ length: 5 }, () => erasure.leave(randomUUID(), db))
  await expect.poll(() => readFile(ledger, 'utf8').then((lines) => lines.length)).toBe(5 * 66)
  const most: number[] = []
  for (let erased = 0; erased < people.length; erased++) {
    // oxlint-disable-next-line no-await-in-loop -- the next one begins
    await expect.poll(() => held.length, { interval: 1 }).toBeGreaterThan(0)
    most.push(held.length)
    held.shift()?.()
  }
  await Promise.all(people)
  expect(begun).toBe(5)
  expect(Math.max(...most)).toBeLessThanOrEqual(2)
  await rm(folder, { recursive: true })
})
