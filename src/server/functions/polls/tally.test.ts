import { expect, it } from 'vitest'
import type { Db, Tx } from '../../db/door.ts'
import { createTally } from './tally.ts'

/** A door that answers each count with the next of `answers`, then with 0. An Error is thrown. */
function stage(...answers: (number | null | Error)[]) {
  const asked: { answer: () => void }[] = []
  const next = async () => {
    const answer = answers.length > 0 ? answers.shift() : 0
    await new Promise<void>((resolve) => asked.push({ answer: resolve }))
    if (answer instanceof Error) throw answer
    return { rows: [{ counted: answer }], rowCount: 1 }
  }
  const tx = { query: next, last: next } as Tx
  const db: Db = {
    as: (_, work) => work(tx),
    asService: (work) => work(tx),
    listen: async () => async () => {},
    connections: () => ({ most: 1, total: 0, idle: 0, waiting: 0 }),
    close: async () => {},
  }
  const logged: string[] = []
  const tally = createTally({ pauseMs: 1, log: (line) => logged.push(line) })
  const asks = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count)
  }
  return { db, tally, asked, asks, logged }
}

it('a hundred votes at one moment are counted by two calls', async () => {
  const { db, tally, asked, asks } = stage(1, 99)
  for (let n = 0; n < 100; n++) tally.note(db)
  expect(asked).toHaveLength(1)
  tally.note(db)
  asked[0]?.answer()
  await asks(2)
  asked[1]?.answer()
  await tally.stop()
  expect(asked).toHaveLength(2)
})

it('votes are counted again when another node counts, when many are left, and after a fault, which is logged once', async () => {
  const { db, tally, asked, asks, logged } = stage(null, 5_000, new Error('away'), new Error('away'), 3)
  tally.note(db)
  for (let calls = 1; calls <= 5; calls++) {
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await asks(calls)
    asked[calls - 1]?.answer()
  }
  await tally.stop()
  expect(asked).toHaveLength(5)
  expect(logged).toEqual([expect.stringContaining('New votes wait for the database')])
})

it('a stopped count waits for its running call and makes no other', async () => {
  const { db, tally, asked } = stage(null)
  tally.note(db)
  const stopping = tally.stop()
  asked[0]?.answer()
  await stopping
  tally.note(db)
  expect(asked).toHaveLength(1)
})
