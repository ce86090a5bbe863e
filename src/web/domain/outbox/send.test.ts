import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { openDevice } from '../device/device.ts'
import { createLock } from '../diary/keys.ts'
import { emptyDraft, type Prepared } from '../draft/draft.ts'
import { readOutbox } from './queue.ts'
import { sendOrQueue } from './send.ts'

vi.stubGlobal('localStorage', { getItem: () => null })
const writer = 'mina'
const server = vi.hoisted(() => ({ lock: null as unknown, inserts: 0 }))
const failure = new TypeError('Failed to fetch dynamically imported module')

vi.mock('../../lib/session.ts', () => ({
  personHere: () => writer,
  isAtHome: () => true,
  onPersonChange: () => undefined,
}))

vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({ getSession: async () => ({ data: { session: { user: { id: writer } } }, error: null }) }),
  db: {
    from: () => ({
      insert: () => void server.inserts++,
      select: () => ({
        eq: () => ({ maybeSingle: () => ({ throwOnError: async () => ({ data: server.lock }) }) }),
      }),
    }),
  },
}))

vi.mock('../diary/load-vault.ts', () => ({ loadVault: () => Promise.reject(failure) }))

it.each([true, false])(
  'an entry of a locked diary stays with its writer while the code that seals cannot be fetched (online: %s)',
  async (onLine) => {
    vi.stubGlobal('navigator', { onLine })
    const { lock } = await createLock('isang pusa sa bubong')
    server.lock = lock
    await (await openDevice(writer)).put('meta', lock, 'lock')
    const attempt = { id: 'one', destination: 'diary' } as const
    const draft: Prepared = { ...emptyDraft, content: 'Lihim ko ito.', attempt }
    await expect(sendOrQueue(draft, writer)).rejects.toBe(failure)
    expect([await readOutbox(writer), server.inserts]).toEqual([[], 0])
  },
)
