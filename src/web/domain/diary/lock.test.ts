import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDevice, readMeta } from '../device/device.ts'
import type { Lock } from '../device/kept.ts'
import { unsaved } from './edits.ts'
import { createLock } from './keys.ts'
import { acceptLock, dropDiaryKey, findLock, holdDiaryKey, readDiaryKey, rememberLock } from './lock.ts'
import { hasTrust, LockDiffers, trustLock } from './trusted-lock.ts'
import type { DiaryKey } from './vault.ts'

const here = vi.hoisted(() => ({ person: '' }))
/** `answer` is what the server says of the lock. */
const server = vi.hoisted(() => ({ asks: 0, answer: async (): Promise<unknown> => null }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: (userId: string) => userId === here.person,
  onPersonChange: () => undefined,
}))

vi.mock('../../lib/supabase.ts', () => ({
  db: {
    from: () => ({ select: () => ({ eq: () => ({ maybeSingle: () => ({ throwOnError: ask }) }) }) }),
  },
}))

async function ask() {
  server.asks++
  return { data: await server.answer() }
}

const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, text: string) => void items.set(key, text),
  removeItem: (key: string) => void items.delete(key),
})
const signal = { onLine: true }
const page = new EventTarget()
vi.stubGlobal('navigator', signal)
vi.stubGlobal('document', new EventTarget())
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))

let locked: { lock: Lock; key: DiaryKey }
beforeAll(async () => {
  locked = await createLock('isang pusa sa bubong')
})

let people = 0
/** Each test has its own person, and so an empty device. */
beforeEach(() => {
  here.person = `person-${people++}`
  Object.assign(server, { asks: 0, answer: async () => null })
  signal.onLine = true
})

const keptLock = async () => readMeta(await openDevice(here.person), 'lock')

describe('findLock', () => {
  const words = { content: 'Una', mood: 'Calm' as const }
  const edit = { ...words, content: 'Binago', begun: words }
  const newer = { ...edit, content: 'Binago sa ibang tab' }
  it.each([
    ['is stored once the diary is known to have no lock', () => null, undefined, edit],
    ['is not stored when the diary has a lock', () => locked.lock, undefined, undefined],
    ['does not replace the edit that another tab stored', () => null, newer, newer],
  ])('an edit that was typed before the first answer %s', async (_, answer, stored, expected) => {
    const device = await openDevice(here.person)
    const moment = '2026-11-22T00:00:00Z'
    const rest = { template_url: null, created_at: moment, rev: 1, sealed: null, lock_id: null }
    await device.put('entries', { ...words, ...rest, id: 'entry' })
    if (stored) await device.put('meta', stored, 'edit:entry')
    unsaved.put('entry', edit)
    server.answer = async () => answer()
    await findLock(here.person)
    expect(await readMeta(device, 'edit:entry')).toEqual(expected)
    unsaved.drop('entry')
  })

  it('findLock answers as the server does, and keeps the answer on the device', async () => {
    server.answer = async () => locked.lock
    expect(await findLock(here.person)).toEqual(locked.lock)
    expect(await keptLock()).toEqual(locked.lock)
    server.answer = async () => null
    expect(await findLock(here.person)).toBeNull()
    expect(await keptLock()).toBeNull()
  })

  it('findLock answers from the device without a request when there is no signal', async () => {
    await rememberLock(here.person, locked.lock)
    signal.onLine = false
    expect(await findLock(here.person)).toEqual(locked.lock)
    expect(server.asks).toBe(0)
  })

  it('findLock answers from the device when the server fails or gives no answer in time', async () => {
    await rememberLock(here.person, locked.lock)
    server.answer = () => Promise.reject(new Error('Not today'))
    expect(await findLock(here.person)).toEqual(locked.lock)
    server.answer = () => new Promise(() => {})
    const limit = new AbortController()
    const found = findLock(here.person, limit.signal)
    limit.abort()
    expect(await found).toEqual(locked.lock)
  })

  it("findLock fails with the server's reason when neither the server nor the device knows", async () => {
    server.answer = () => Promise.reject(new Error('Not today'))
    await expect(findLock(here.person)).rejects.toThrow('Not today')
    signal.onLine = false
    await expect(findLock(here.person)).rejects.toThrow('Failed to fetch')
  })

  it('findLock takes no answer that was given in the name of another person', async () => {
    const first = here.person
    server.answer = async () => {
      here.person = 'somebody-else'
      return null
    }
    await expect(findLock(first)).rejects.toThrow('Asked in the name of another person')
  })
})

describe('a lock that the passphrase proved on this device', () => {
  const differs = [
    ['with another public key', () => ({ ...locked.lock, public_key: `B${locked.lock.public_key}` })],
    ['with another id', () => ({ ...locked.lock, id: crypto.randomUUID() })],
    ['removed', () => null],
  ] as const
  beforeEach(async () => {
    holdDiaryKey(locked.key)
    await vi.waitUntil(() => hasTrust(here.person))
    await rememberLock(here.person, locked.lock)
  })
  afterEach(() => dropDiaryKey())

  it.each(differs)('is not replaced by one that the server names %s', async (_, answer) => {
    server.answer = async () => answer()
    await expect(findLock(here.person)).rejects.toThrow(LockDiffers)
    expect(await keptLock()).toEqual(locked.lock)
    // A log-out removes the device's copy, and the trust stays.
    await (await openDevice(here.person)).delete('meta', 'lock')
    await expect(findLock(here.person)).rejects.toThrow(LockDiffers)
    server.answer = async () => locked.lock
    expect(await findLock(here.person)).toEqual(locked.lock)
  })

  it('may get another passphrase, and is replaced or removed once its person proved that', async () => {
    const rewrapped = { ...locked.lock, by_passphrase: 'bago' }
    server.answer = async () => rewrapped
    expect(await findLock(here.person)).toEqual(rewrapped)
    for (const said of [{ ...locked.lock, id: crypto.randomUUID() }, null]) {
      server.answer = async () => said
      await expect(findLock(here.person)).rejects.toThrow(LockDiffers)
      await acceptLock(here.person, said)
      expect(await findLock(here.person)).toEqual(said)
    }
  })

  it('is trusted for its person only, by a key that names no account', async () => {
    const [first, key] = [here.person, [...items.keys()].at(-1) ?? '']
    here.person = 'somebody-new'
    expect(await findLock(here.person)).toBeNull()
    expect(key + items.get(key)).not.toContain(first)
    expect(key + items.get(key)).not.toContain(locked.lock.id)
    await trustLock(first, null)
    expect(items.has(key)).toBe(false)
  })
})

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

describe('the key of a diary', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
    holdDiaryKey(locked.key)
  })
  afterEach(() => {
    dropDiaryKey()
    vi.useRealTimers()
  })

  it('the key is dropped when nobody touches the page for ten minutes', () => {
    minutes(9)
    page.dispatchEvent(new Event('keydown'))
    minutes(9)
    expect(readDiaryKey()).toBe(locked.key)
    minutes(1)
    expect(readDiaryKey()).toBeNull()
  })

  it('the key is dropped in time when the clock of the device is set back', () => {
    minutes(5)
    vi.setSystemTime(Date.now() - 86_400_000)
    minutes(5)
    expect(readDiaryKey()).toBeNull()
  })

  it('the key is dropped by the first touch after a sleep in which no timer ran', () => {
    vi.setSystemTime(Date.now() + 600_000)
    expect(readDiaryKey()).toBe(locked.key)
    page.dispatchEvent(new Event('pointerdown'))
    expect(readDiaryKey()).toBeNull()
  })

  it('the key is dropped when another tab locks the diary', async () => {
    const other = new BroadcastChannel('emote-diary')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it is our origin's
    other.postMessage('lock')
    await vi.waitFor(() => expect(readDiaryKey()).toBeNull())
    other.close()
  })

  it('the key is dropped with the lock that it opens, and stays while the lock stands', async () => {
    await rememberLock(here.person, locked.lock)
    expect(readDiaryKey()).toBe(locked.key)
    await rememberLock(here.person, null)
    expect(readDiaryKey()).toBeNull()
  })
})
