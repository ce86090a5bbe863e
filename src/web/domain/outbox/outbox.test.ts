import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDevice } from '../device/device.ts'
import type { Lock, OutboxItem, SealedEntry } from '../device/kept.ts'
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
  it('gives its items back oldest first', async () => {
    await enqueue(here.person, post('later', '2026-11-22T02:00:00Z'))
    await enqueue(here.person, post('earlier', '2026-11-22T01:00:00Z'))
    expect(await ids()).toEqual(['earlier', 'later'])
  })

  it('does not open for a person who is not here', async () => {
    await expect(enqueue('somebody else', post('one'))).rejects.toThrow('Nothing is kept')
    await expect(readOutbox('somebody else')).rejects.toThrow('Nothing is kept')
  })

  it('keeps nothing of an item that was taken back before any attempt', async () => {
    await enqueue(here.person, post('one'))
    expect(await takeBack(here.person, 'one')).toBe('taken')
    expect(await ids()).toEqual([])
    expect(await takeBack(here.person, 'one')).toBe('gone')
  })

  it('keeps a withdrawal of an item that was taken back after an attempt', async () => {
    await enqueue(here.person, { ...post('one'), isAttempted: true })
    await takeBack(here.person, 'one')
    const [left] = await readOutbox(here.person)
    expect(left).toEqual({ id: 'one', writtenAt: post('one').writtenAt, destination: 'nowhere' })
    expect(JSON.stringify(left)).not.toContain('content')
  })

  it('keeps an item whose words the draft cannot take', async () => {
    await enqueue(here.person, post('one'))
    expect(await takeBack(here.person, 'one', () => false)).toBe('full')
    expect(await ids()).toEqual(['one'])
  })

  it('tells a log-out what would be lost, and withdraws first', async () => {
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
  it('is stored once, also when it is sent again after a lost answer', async () => {
    const draft = prepared('wall')
    expect(await sendOrQueue(draft, here.person)).toBe('stored')
    expect(await sendOrQueue(draft, here.person)).toBe('stored')
    expect(server.rows).toHaveLength(1)
    expect(server.rows[0]).toMatchObject({ user_id: here.person, anonymous: false, mood: 'Calm' })
    expect(await ids()).toEqual([])
  })

  it('asks for no lock on its way to a wall, and once on its way to the diary', async () => {
    await sendOrQueue(prepared('wall-anonymous'), here.person)
    expect(server.asks).toBe(0)
    await sendOrQueue(prepared('diary'), here.person)
    expect([server.asks, server.rows[0]?.['anonymous']]).toEqual([1, true])
  })

  it('waits in the outbox without a signal, and was not attempted', async () => {
    signal.onLine = false
    expect(await sendOrQueue(prepared('wall'), here.person)).toBe('waits')
    const [item] = await readOutbox(here.person)
    expect([item?.destination, 'isAttempted' in (item ?? {})]).toEqual(['wall', false])
  })

  it('waits as attempted when the answer was lost', async () => {
    server.meet = () => ({ data: null, error: offline(), status: 0 })
    expect(await sendOrQueue(prepared('wall'), here.person)).toBe('waits')
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

  it('is not sent when its session has ended or is another person’s', async () => {
    here.session = undefined
    expect(await sendOrQueue(prepared('diary'), here.person)).toBe('ended')
    here.session = 'somebody else'
    expect(await sendOrQueue(prepared('diary'), here.person)).toBe('ended')
    expect([server.rows, server.asks]).toEqual([[], 0])
  })

  it('is not refused by a proxy, whose page has no code', async () => {
    server.meet = () => ({ data: null, error: { message: '<html>' }, status: 403 })
    expect(await send(here.person, post('one'))).toMatchObject({ is: 'unknown', status: 403 })
  })

  it('ignores an answer that comes when another person is here', async () => {
    const writer = here.person
    server.meet = () => {
      here.person = 'somebody else'
      return refusal('23514', 400, 'Hindi puwede.')
    }
    expect(await send(writer, post('one'))).toMatchObject({ is: 'ended' })
  })
})

describe('an entry of a locked diary', () => {
  it('leaves the device sealed', async () => {
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
    expect(await sendOrQueue(prepared('diary', 'Lihim ko ito.'), here.person)).toBe('waits')
    const [item] = await readOutbox(here.person)
    expect(JSON.stringify(item)).not.toContain('Lihim')
    expect(await openItem(item as OutboxItem, locked.key)).toMatchObject({ content: 'Lihim ko ito.' })
    expect(await openItem(item as OutboxItem, null)).toBeUndefined()
  })

  it('waits open on a device that knows of no lock, and is sealed when it is sent', async () => {
    server.lockError = offline()
    expect(await sendOrQueue(prepared('diary', 'Lihim ko ito.'), here.person)).toBe('waits')
    expect(JSON.stringify(await readOutbox(here.person))).toContain('Lihim')
    Object.assign(server, { lockError: undefined, lock: locked.lock })
    await sendOutbox(here.person)
    expect(await ids()).toEqual([])
    expect(server.rows[0]).toMatchObject({ lock_id: locked.lock.id, content: '' })
  })

  it('is not sent while nobody can say whether there is a lock', async () => {
    server.lockError = { code: 'XX000', message: 'oops' }
    await expect(sendOrQueue(prepared('diary'), here.person)).rejects.toMatchObject({ code: 'XX000' })
    expect(server.rows).toEqual([])
  })

  it('is sealed when another device locks the diary in between', async () => {
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

  it('is refused in words when it was sealed to a lock that is gone', async () => {
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
  it('sends what is queued, oldest first', async () => {
    await enqueue(here.person, post('later', '2026-11-22T02:00:00Z'))
    await enqueue(here.person, post('earlier', '2026-11-22T01:00:00Z'))
    await sendOutbox(here.person)
    expect(server.rows.map(({ id }) => id)).toEqual(['earlier', 'later'])
    expect(await ids()).toEqual([])
  })

  it('sends an entry with the time of its writing, and puts it into the copy of the diary', async () => {
    await enqueue(here.person, entry('one'))
    await sendOutbox(here.person)
    expect(server.rows[0]?.created_at).toBe(entry('one').writtenAt)
    expect(await (await openDevice(here.person)).getKey('entries', 'one')).toBe('one')
  })

  it('leaves the time to the server when the clock of the device was never set', async () => {
    await enqueue(here.person, { ...entry('one'), writtenAt: '1970-01-01T00:00:05Z' })
    await sendOutbox(here.person)
    expect(server.rows[0]).not.toHaveProperty('created_at')
  })

  it('keeps a refused item with the reason, passes on to the next, and sends it again only when asked', async () => {
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

  it('stops at a lost signal and at a busy server, and loses nothing', async () => {
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

  it('withdraws an item that is taken back while it is on its way', async () => {
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

  it('sends nothing without a signal or in another person’s name', async () => {
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

  it('leaves an item alone that has left the outbox', async () => {
    expect(await changeQueued(here.person, 'nothing', (item) => item)).toBeUndefined()
    await sendOutbox(here.person)
    expect(server.rows).toEqual([])
  })
})
