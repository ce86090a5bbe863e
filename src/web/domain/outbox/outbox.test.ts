import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDevice } from '../device/device.ts'
import type { Lock, OutboxItem, QueuedWriting, SealedEntry } from '../device/kept.ts'
import { createLock } from '../diary/keys.ts'
import type { DiaryKey } from '../diary/vault.ts'
import { emptyDraft, type Destination, type Prepared } from '../draft/draft.ts'
import { changeQueued, enqueue, forgetRefusals, readOutbox, takeBack } from './queue.ts'
import { openItem } from './seal.ts'
import { lossOf, send, sendOrQueue, withdraw } from './send.ts'
import { sendOutbox } from './sender.ts'

type Answer = { data: unknown; error: unknown; status: number }
type Row = Record<string, unknown> & { id: string; created_at?: string }

/** A server with one diary and one wall. `meet` answers an insert instead. `asks` counts the requests for the lock. */
const server = vi.hoisted(() => ({
  rows: [] as Row[],
  withdrawn: [] as string[],
  asks: 0,
  lock: null as unknown,
  lockError: undefined as unknown,
  meet: undefined as ((row: Row) => Answer | undefined) | undefined,
}))
const here = vi.hoisted(() => ({ person: '', session: '' as string | undefined }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: (userId: string) => userId === here.person,
  hasLeft: () => false,
  onPersonChange: () => undefined,
}))

vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({
    getSession: async () => ({
      data: { session: here.session === undefined ? null : { user: { id: here.session } } },
      error: null,
    }),
  }),
  db: {
    from: () => ({
      insert: (row: Row) => ({ select: () => ({ abortSignal: () => insert(row) }) }),
      select: () => ({ eq: () => ({ maybeSingle: () => ({ throwOnError: findLock }) }) }),
    }),
  },
  invoke: async (_name: string, { id }: { id: string }) => {
    server.withdrawn.push(id)
    return { status: 200, body: { success: true } }
  },
}))

const insert = async (row: Row): Promise<Answer> => {
  const answer = server.meet?.(row)
  if (answer) return answer
  if (server.rows.some(({ id }) => id === row.id)) return refusal('23505', 409)
  server.rows.push(row)
  return { data: [row], error: null, status: 201 }
}
const findLock = async () => {
  server.asks++
  if (server.lockError) throw server.lockError
  return { data: server.lock }
}

const refusal = (code: string, status: number, message = ''): Answer => ({
  data: null,
  error: { code, message },
  status,
})
const offline = () => new TypeError('Failed to fetch')
const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, text: string) => void items.set(key, text),
  removeItem: (key: string) => void items.delete(key),
})
const signal = { onLine: true }
vi.stubGlobal('navigator', signal)

let people = 0
let count = 0
/** Each test has its own person, and so an empty device. */
beforeEach(() => {
  here.person = here.session = `person-${people++}`
  Object.assign(server, {
    rows: [],
    withdrawn: [],
    asks: 0,
    lock: null,
    lockError: undefined,
    meet: undefined,
  })
  signal.onLine = true
})

let locked: { lock: Lock; key: DiaryKey }
beforeAll(async () => {
  locked = await createLock('isang pusa sa bubong')
})

const prepared = (destination: Destination, content = 'Pagod na ako.'): Prepared => ({
  ...emptyDraft,
  content,
  attempt: { id: `id-${count++}`, destination },
})

function post(id: string, writtenAt = '2026-11-22T01:00:00Z'): OutboxItem {
  const row = {
    mood: 'Calm',
    content: id,
    template_url: null,
    anonymous: false,
    content_warning: null,
  } as const
  return { id, destination: 'wall', row, writtenAt }
}

function entry(id: string): OutboxItem {
  const row = {
    mood: 'Calm',
    content: 'Lihim ko ito.',
    template_url: null,
    sealed: null,
    lock_id: null,
  } as const
  return { id, destination: 'diary', row, writtenAt: '2026-11-22T01:00:00Z' }
}

const ids = async () => (await readOutbox(here.person)).map(({ id }) => id)

describe('the outbox of a device', () => {
  it('returns its items oldest first', async () => {
    await enqueue(here.person, post('later', '2026-11-22T02:00:00Z'))
    await enqueue(here.person, post('earlier', '2026-11-22T01:00:00Z'))
    expect(await ids()).toEqual(['earlier', 'later'])
  })

  it('does not open for a person who is not logged in here', async () => {
    await expect(enqueue('somebody else', post('one'))).rejects.toThrow('not signed in')
    await expect(readOutbox('somebody else')).rejects.toThrow('not signed in')
  })

  it('drops an item that was taken back before any attempt', async () => {
    await enqueue(here.person, post('one'))
    expect(await takeBack(here.person, 'one')).toBe('taken')
    expect(await ids()).toEqual([])
    expect(await takeBack(here.person, 'one')).toBe('gone')
  })

  it('keeps a withdrawal for an item that was taken back after an attempt', async () => {
    await enqueue(here.person, { ...post('one'), isAttempted: true })
    await takeBack(here.person, 'one')
    const [left] = await readOutbox(here.person)
    expect(left).toEqual({ id: 'one', writtenAt: post('one').writtenAt, destination: 'nowhere' })
    expect(JSON.stringify(left)).not.toContain('content')
  })

  it('keeps an item that the draft cannot store', async () => {
    await enqueue(here.person, post('one'))
    expect(await takeBack(here.person, 'one', () => false)).toBe('full')
    expect(await ids()).toEqual(['one'])
  })

  it('names what a log-out would lose, and withdraws first', async () => {
    await enqueue(here.person, post('one'))
    await enqueue(here.person, { ...post('two'), isAttempted: true })
    await takeBack(here.person, 'two')
    signal.onLine = false
    expect(await lossOf(here.person)).toEqual({ items: 1, hasEdit: false, withdrawals: 1 })
    signal.onLine = true
    expect(await lossOf(here.person)).toEqual({ items: 1, hasEdit: false, withdrawals: 0 })
    expect(server.withdrawn).toEqual(['two'])
  })
})

describe('a draft that is sent', () => {
  it('is stored once, even when it is sent again after a lost answer', async () => {
    const draft = prepared('wall')
    expect(await sendOrQueue(draft, here.person)).toBe('stored')
    expect(await sendOrQueue(draft, here.person)).toBe('stored')
    expect(server.rows).toHaveLength(1)
    expect(server.rows[0]).toMatchObject({ user_id: here.person, anonymous: false, mood: 'Calm' })
    expect(await ids()).toEqual([])
  })

  it('looks up the lock once for the diary, and never for a wall', async () => {
    await sendOrQueue(prepared('wall-anonymous'), here.person)
    expect(server.asks).toBe(0)
    await sendOrQueue(prepared('diary'), here.person)
    expect([server.asks, server.rows[0]?.['anonymous']]).toEqual([1, true])
  })

  it('waits in the outbox offline, without being marked as attempted', async () => {
    signal.onLine = false
    expect(await sendOrQueue(prepared('wall'), here.person)).toBe('queued')
    const [item] = await readOutbox(here.person)
    expect([item?.destination, 'isAttempted' in (item ?? {})]).toEqual(['wall', false])
  })

  it('waits as attempted when the answer is lost', async () => {
    server.meet = () => ({ data: null, error: offline(), status: 0 })
    expect(await sendOrQueue(prepared('wall'), here.person)).toBe('queued')
    expect((await readOutbox(here.person))[0]).toMatchObject({ isAttempted: true })
  })

  it('stays with its writer when the server refuses it or fails', async () => {
    server.meet = () => refusal('23514', 400, 'Masyadong mahaba.')
    await expect(sendOrQueue(prepared('wall'), here.person)).rejects.toThrow('Masyadong mahaba.')
    server.meet = () => refusal('XX000', 500, 'oops')
    await expect(sendOrQueue(prepared('wall'), here.person)).rejects.toMatchObject({ code: 'XX000' })
    expect(await ids()).toEqual([])
  })

  it('is refused in the words of the server on its way to a wall, never in those about a lock', async () => {
    server.meet = () => refusal('23503', 409, 'Wala na ang larawan.')
    await expect(sendOrQueue(prepared('wall'), here.person)).rejects.toThrow('Wala na ang larawan.')
  })

  it('needs another id when it had arrived and was deleted', async () => {
    server.meet = () => refusal('PT410', 410)
    expect(await sendOrQueue(prepared('wall'), here.person)).toBe('gone')
  })

  it("is not sent after its session ended, or in another person's session", async () => {
    here.session = undefined
    expect(await sendOrQueue(prepared('diary'), here.person)).toBe('ended')
    here.session = 'somebody else'
    expect(await sendOrQueue(prepared('diary'), here.person)).toBe('ended')
    expect([server.rows, server.asks]).toEqual([[], 0])
  })

  it("is not refused by a proxy's page, which has no error code", async () => {
    server.meet = () => ({ data: null, error: { message: '<html>' }, status: 403 })
    expect(await send(here.person, post('one'))).toMatchObject({ is: 'unknown', status: 403 })
  })

  it('ignores an answer that arrives after another person logged in', async () => {
    const writer = here.person
    server.meet = () => {
      here.person = 'somebody else'
      return refusal('23514', 400, 'Hindi puwede.')
    }
    expect(await send(writer, post('one'))).toMatchObject({ is: 'ended' })
  })
})

describe('an entry of a locked diary', () => {
  it('is sent sealed', async () => {
    server.lock = locked.lock
    expect(await sendOrQueue(prepared('diary', 'Lihim ko ito.'), here.person)).toBe('stored')
    expect(server.asks).toBe(1)
    expect(JSON.stringify(server.rows)).not.toContain('Lihim')
    expect(server.rows[0]).toMatchObject({ lock_id: locked.lock.id, mood: null, content: '' })
  })

  it('waits sealed to the lock that the device knows', async () => {
    server.lock = locked.lock
    await sendOrQueue(prepared('diary'), here.person)
    signal.onLine = false
    expect(await sendOrQueue(prepared('diary', 'Lihim ko ito.'), here.person)).toBe('queued')
    const [item] = await readOutbox(here.person)
    expect(JSON.stringify(item)).not.toContain('Lihim')
    expect(await openItem(item as QueuedWriting, locked.key)).toMatchObject({ content: 'Lihim ko ito.' })
    expect(await openItem(item as QueuedWriting, null)).toBeUndefined()
  })

  it('waits open on a device that knows of no lock, and is sealed when it is sent', async () => {
    server.lockError = offline()
    expect(await sendOrQueue(prepared('diary', 'Lihim ko ito.'), here.person)).toBe('queued')
    expect(JSON.stringify(await readOutbox(here.person))).toContain('Lihim')
    Object.assign(server, { lockError: undefined, lock: locked.lock })
    await sendOutbox(here.person)
    expect(await ids()).toEqual([])
    expect(server.rows[0]).toMatchObject({ lock_id: locked.lock.id, content: '' })
  })

  it('is not sent until the lock look-up succeeds', async () => {
    server.lockError = { code: 'XX000', message: 'oops' }
    await expect(sendOrQueue(prepared('diary'), here.person)).rejects.toMatchObject({ code: 'XX000' })
    expect(server.rows).toEqual([])
  })

  it('is sealed when another device locks the diary meanwhile', async () => {
    server.meet = (row) => {
      if (row['sealed'] !== null) return undefined
      server.lock = locked.lock
      return refusal('PT423', 423)
    }
    expect(await sendOrQueue(prepared('diary'), here.person)).toBe('stored')
    expect([server.asks, server.rows[0]?.['lock_id']]).toEqual([2, locked.lock.id])
  })

  it('stays with its writer when the lock changes twice', async () => {
    server.lock = locked.lock
    server.meet = () => refusal('23503', 409)
    await expect(sendOrQueue(prepared('diary'), here.person)).rejects.toThrow('May bagong lock')
  })

  it('is refused with a readable reason when its lock was removed', async () => {
    server.lock = locked.lock
    await sendOrQueue(prepared('diary'), here.person)
    signal.onLine = false
    await sendOrQueue(prepared('diary'), here.person)
    signal.onLine = true
    server.meet = () => refusal('23503', 409)
    await sendOutbox(here.person)
    const [item] = await readOutbox(here.person)
    expect(item).toMatchObject({ refusal: expect.stringContaining('Wala na sa diary mo ang lock') })
    expect((item as OutboxItem & { row: SealedEntry }).row.lock_id).toBe(locked.lock.id)
  })
})

describe('the sender', () => {
  it('sends queued items, oldest first', async () => {
    await enqueue(here.person, post('later', '2026-11-22T02:00:00Z'))
    await enqueue(here.person, post('earlier', '2026-11-22T01:00:00Z'))
    await sendOutbox(here.person)
    expect(server.rows.map(({ id }) => id)).toEqual(['earlier', 'later'])
    expect(await ids()).toEqual([])
  })

  it("sends an entry with its time of writing, and adds it to the diary's copy", async () => {
    await enqueue(here.person, entry('one'))
    await sendOutbox(here.person)
    expect(server.rows[0]?.created_at).toBe(entry('one').writtenAt)
    expect(await (await openDevice(here.person)).getKey('entries', 'one')).toBe('one')
  })

  it("omits the time when the device's clock was never set", async () => {
    await enqueue(here.person, { ...entry('one'), writtenAt: '1970-01-01T00:00:05Z' })
    await sendOutbox(here.person)
    expect(server.rows[0]).not.toHaveProperty('created_at')
  })

  it('keeps a refused item with the reason, continues with the next, and sends it again only on request', async () => {
    await enqueue(here.person, post('bad', '2026-11-22T01:00:00Z'))
    await enqueue(here.person, post('good', '2026-11-22T02:00:00Z'))
    server.meet = ({ id }) => (id === 'bad' ? refusal('23514', 400, 'Hindi puwede.') : undefined)
    await sendOutbox(here.person)
    expect(await readOutbox(here.person)).toMatchObject([{ id: 'bad', refusal: 'Hindi puwede.' }])
    server.meet = undefined
    await sendOutbox(here.person)
    expect(await ids()).toEqual(['bad'])
    await forgetRefusals(here.person)
    await sendOutbox(here.person)
    expect(await ids()).toEqual([])
  })

  it('stops when the signal is lost or the server is busy, and loses nothing', async () => {
    await enqueue(here.person, post('one'))
    await enqueue(here.person, post('two'))
    const seen: string[] = []
    for (const answer of [{ data: null, error: offline(), status: 0 }, refusal('', 503)]) {
      server.meet = ({ id }) => {
        seen.push(id)
        return answer
      }
      await sendOutbox(here.person)
    }
    expect(seen).toHaveLength(2)
    expect(await readOutbox(here.person)).toHaveLength(2)
  })

  it('withdraws an item that is taken back during its request', async () => {
    const writer = here.person
    await enqueue(writer, post('one'))
    let taken: Promise<unknown> | undefined
    server.meet = ({ id }) => {
      taken = takeBack(writer, id)
      return undefined
    }
    await sendOutbox(writer)
    await taken
    await sendOutbox(writer)
    expect([await ids(), server.withdrawn]).toEqual([[], ['one']])
  })

  it("sends nothing offline or in another person's session", async () => {
    const writer = here.person
    await enqueue(writer, post('one'))
    signal.onLine = false
    await sendOutbox(writer)
    signal.onLine = true
    here.person = here.session = 'somebody else'
    await sendOutbox(writer)
    here.session = undefined
    expect(await withdraw(writer, 'one')).toEqual({ is: 'ended' })
    here.person = writer
    expect([await ids(), server.rows, server.withdrawn]).toEqual([['one'], [], []])
  })

  it('ignores an item that has left the outbox', async () => {
    expect(await changeQueued(here.person, 'nothing', (item) => item)).toBeUndefined()
    await sendOutbox(here.person)
    expect(server.rows).toEqual([])
  })
})
