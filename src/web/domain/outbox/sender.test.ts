import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import type { QueuedWriting } from '../device/kept.ts'
import { enqueue, readOutbox } from './queue.ts'
import { sendOutbox } from './sender.ts'

const person = 'mina'
const seen = vi.hoisted((): string[] => [])

vi.mock('../../lib/session.ts', () => ({
  personHere: () => 'mina',
  isAtHome: () => true,
  onPersonChange: () => undefined,
}))

vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({ getSession: async () => ({ data: { session: { user: { id: 'mina' } } }, error: null }) }),
  db: {
    from: () => ({
      insert: (row: { id: string }) => ({ select: () => ({ abortSignal: () => insert(row) }) }),
    }),
  },
}))

/** Slows the first attempt of the post "one" down. */
async function insert(row: { id: string }) {
  seen.push(row.id)
  const isSlowed = row.id === 'one' && seen.length < 3
  const error = { code: 'PT429', message: 'Too many writes: try again in 1 seconds' }
  return isSlowed ? { data: null, error, status: 429 } : { data: [row], error: null, status: 201 }
}

vi.stubGlobal('navigator', { onLine: true })

const post = (id: string): QueuedWriting => ({
  id,
  destination: 'wall',
  row: { mood: 'Calm', content: 'payapa', template_url: null, anonymous: false, content_warning: null },
  writtenAt: '2026-11-22T00:00:00Z',
})

it('an item waits as long as the server says, others go meanwhile, and it is sent by itself', async () => {
  await enqueue(person, post('one'))
  await enqueue(person, post('two'))
  await sendOutbox(person)
  await sendOutbox(person)
  expect(seen).toEqual(['one', 'two'])
  expect(await readOutbox(person)).toMatchObject([{ id: 'one' }])
  await expect.poll(() => readOutbox(person), { timeout: 10_000 }).toEqual([])
  expect(seen).toEqual(['one', 'two', 'one'])
})
