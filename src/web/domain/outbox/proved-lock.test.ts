import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import type { Lock, QueuedWriting } from '../device/kept.ts'
import { createLock } from '../diary/keys.ts'
import { acceptLock } from '../diary/lock.ts'
import { emptyDraft, type Prepared } from '../draft/draft.ts'
import { readOutbox } from './queue.ts'
import { openItem } from './seal.ts'
import { sendOrQueue } from './send.ts'
import { sendOutbox } from './sender.ts'

const here = vi.hoisted(() => ({ person: '' }))
const server = vi.hoisted(() => ({ lock: null as unknown, rows: [] as { id: string }[] }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: () => true,
  onPersonChange: () => undefined,
}))

vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({
    getSession: async () => ({ data: { session: { user: { id: here.person } } }, error: null }),
  }),
  db: {
    from: () => ({
      insert: (row: { id: string }) => ({ select: () => ({ abortSignal: () => insert(row) }) }),
      select: () => ({
        eq: () => ({ maybeSingle: () => ({ throwOnError: async () => ({ data: server.lock }) }) }),
      }),
    }),
  },
}))

async function insert(row: { id: string }) {
  server.rows.push(row)
  return { data: [row], error: null, status: 201 }
}

const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, text: string) => void items.set(key, text),
})
vi.stubGlobal('navigator', { onLine: true })

it.each([
  ['another public key', (lock: Lock) => ({ ...lock, public_key: 'B' })],
  ['no lock', () => null],
])(
  'an entry waits sealed to the lock that was proved here while the server names %s, and is sent once that is settled',
  async (name, said) => {
    here.person = name
    const { lock, key } = await createLock('isang pusa sa bubong')
    await acceptLock(here.person, lock)
    Object.assign(server, { lock: said(lock), rows: [] })
    const attempt = { id: 'entry', destination: 'diary' } as const
    const draft: Prepared = { ...emptyDraft, content: 'Pagod na ako.', attempt }
    expect(await sendOrQueue(draft, here.person)).toBe('doubted')
    await sendOutbox(here.person)
    expect(server.rows).toEqual([])
    const [waiting] = await readOutbox(here.person)
    expect(JSON.stringify(waiting)).not.toContain(draft.content)
    expect(waiting).toMatchObject({ id: 'entry', lock })
    expect(await openItem(waiting as QueuedWriting, key)).toMatchObject({ content: draft.content })
    server.lock = lock
    await sendOutbox(here.person)
    expect(server.rows).toMatchObject([{ id: 'entry', lock_id: lock.id, content: '' }])
    expect(await readOutbox(here.person)).toEqual([])
  },
)
