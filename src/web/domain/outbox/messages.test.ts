import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { roomTopic } from '../../../shared/talks.ts'
import type { QueuedChange, QueuedMessage } from '../device/kept.ts'
import { changeQueued, enqueue, readOutbox, takeBack } from './queue.ts'
import { sendOutbox } from './sender.ts'
import { onTalkSent, waitingInTalks, type StoredMessage } from './waiting.ts'

type Row = { id: string; message_text: string }
type Answer = { data: Row | null; error: { code: string; message: string } | null; status: number }
/** A server with one room. `asked`: every request. `meet` answers one instead, after or without storing it. */
const server = vi.hoisted(() => ({
  rows: [] as Row[],
  asked: [] as string[],
  withdrawn: [] as string[],
  meet: undefined as ((asked: string, store: () => void) => Answer | undefined) | undefined,
}))
const here = vi.hoisted(() => ({ person: '' }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: (userId: string) => userId === here.person,
  hasLeft: () => false,
  onPersonChange: () => undefined,
}))
vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({
    getSession: async () => ({ data: { session: { user: { id: here.person } } }, error: null }),
  }),
  db: {
    from: () => ({
      insert: (row: Row) => returning(() => ask(`insert ${row.id}`, () => insert(row))),
      update: (row: Row) => ({
        eq: (_: string, id: string) => returning(() => ask(`edit ${id}`, () => update(id, row))),
      }),
      delete: () => ({
        eq: (_: string, id: string) => ({ abortSignal: () => ask(`delete ${id}`, () => remove(id)) }),
      }),
    }),
  },
  invoke: async (_name: string, { id }: { id: string }) => {
    server.withdrawn.push(id)
    return { status: 200, body: { success: true } }
  },
}))

const answer = (data: Row | null): Answer => ({ data, error: null, status: 200 })
const returning = (run: () => Promise<Answer>) => ({
  select: () => ({ abortSignal: () => ({ maybeSingle: run }) }),
})
async function ask(asked: string, work: () => Answer): Promise<Answer> {
  server.asked.push(asked)
  return server.meet?.(asked, () => void work()) ?? work()
}
function insert(row: Row): Answer {
  const error = { code: '23505', message: 'duplicate' }
  if (server.rows.some(({ id }) => id === row.id)) return { data: null, error, status: 409 }
  server.rows.push(row)
  return answer(row)
}
function update(id: string, { message_text }: Row): Answer {
  const row = server.rows.find((one) => one.id === id)
  return answer(row ? Object.assign(row, { message_text }) : null)
}
function remove(id: string): Answer {
  server.rows = server.rows.filter((row) => row.id !== id)
  return answer(null)
}
vi.stubGlobal('navigator', { onLine: true })

let people = 0
let second = 0
beforeEach(() => {
  here.person = `person-${people++}`
  Object.assign(server, { rows: [], asked: [], withdrawn: [], meet: undefined })
})

const topic = roomTopic('general')
const time = () => new Date(Date.UTC(2026, 10, 22) + second++ * 1_000).toISOString()
const message = (id: string, talk = topic): QueuedMessage => ({
  id,
  destination: 'message',
  row: { topic: talk, content: id, reply_to: null },
  writtenAt: time(),
})
const wish = (id: string, content: string | null): QueuedChange => ({
  id: `change:${id}`,
  destination: 'message-change',
  row: { topic, message_id: id, content },
  writtenAt: time(),
})
const queue = async (...items: (QueuedMessage | QueuedChange)[]) => {
  for (const item of items) await enqueue(here.person, item)
}
const send = () => sendOutbox(here.person)
const refusal = (code: string, status: number, words = '') => ({
  data: null,
  error: { code, message: words },
  status,
})
/** Loses the first answer, after or without storing. */
const loseFirst = (isStored: boolean) => {
  server.meet = (_, store) => {
    server.meet = undefined
    if (isStored) store()
    return refusal('', 503, 'upstream')
  }
}
const texts = () => server.rows.map(({ message_text }) => message_text)

it.each([true, false])(
  'messages are stored once and in order when the first answer is lost (stored: %s)',
  async (isStored) => {
    loseFirst(isStored)
    // Ids and the order of writing disagree.
    await queue(message('z'), message('m'), message('a'))
    await send()
    expect(await readOutbox(here.person)).toMatchObject([{ isWaiting: true }, {}, {}])
    await send()
    expect(texts()).toEqual(['z', 'm', 'a'])
    expect(await readOutbox(here.person)).toEqual([])
  },
)

it('a message that has to wait holds back its own talk only, shows until when, and is sent by itself', async () => {
  server.meet = (asked) =>
    asked === 'insert slow' && server.asked.filter((one) => one === asked).length === 1
      ? refusal('PT429', 429, 'Slow mode: try again in 1 seconds')
      : undefined
  await queue(message('slow'), message('after'), message('elsewhere', roomTopic('games')))
  const before = Date.now()
  await send()
  await send()
  expect(texts()).toEqual(['elsewhere'])
  const [waits] = await readOutbox(here.person)
  expect(waits).toMatchObject({ id: 'slow', isWaiting: true })
  expect(waits && 'waitsUntil' in waits && waits.waitsUntil).toBeGreaterThanOrEqual(before + 1_000)
  await expect.poll(texts, { timeout: 10_000 }).toEqual(['elsewhere', 'slow', 'after'])
})

it('a refused message stays with the words for its writer, and the next one passes', async () => {
  server.meet = (asked) => (asked === 'insert reply' ? refusal('PT404', 404, 'gone') : undefined)
  const reply = message('reply')
  await queue({ ...reply, row: { ...reply.row, reply_to: 'lost' } }, message('next'))
  await send()
  expect(texts()).toEqual(['next'])
  expect(await readOutbox(here.person)).toMatchObject([
    { id: 'reply', refusal: 'Wala na ang mensaheng sinasagot mo.' },
  ])
})

it('an edit follows its message, and a later wish replaces it', async () => {
  await queue(message('one'), wish('one', 'inayos'), message('two'), wish('two', 'x'), wish('two', null))
  await send()
  expect(server.rows).toMatchObject([{ id: 'one', message_text: 'inayos' }])
  expect(server.asked).toEqual(['insert one', 'edit one', 'insert two', 'delete two'])
})

it('a wish that comes while another is sent is sent after it', async () => {
  await queue(message('one'))
  await send()
  server.meet = () => {
    server.meet = undefined
    void enqueue(here.person, wish('one', 'huli'))
    return undefined
  }
  await queue(wish('one', 'una'))
  await send()
  await send()
  expect(texts()).toEqual(['huli'])
  expect(await readOutbox(here.person)).toEqual([])
})

it('an item that is queued while the last one ends is sent by the same call', async () => {
  await queue(message('one'))
  const stop = onTalkSent(() => {
    stop()
    void enqueue(here.person, message('two')).then(send)
  })
  await send()
  await expect.poll(texts).toEqual(['one', 'two'])
})

it('a message taken back after an attempt is withdrawn, a taken back edit is only forgotten', async () => {
  loseFirst(true)
  await queue(message('one'))
  await send()
  await takeBack(here.person, 'one')
  await send()
  expect(server.withdrawn).toEqual(['one'])
  loseFirst(false)
  await queue(wish('two', 'x'))
  await send()
  await takeBack(here.person, 'change:two')
  expect(await readOutbox(here.person)).toEqual([])
})

it('listeners get the row of a stored message, and none for a change of a deleted one', async () => {
  const told: (StoredMessage | undefined)[] = []
  const stop = onTalkSent((_, stored) => told.push(stored))
  await queue(message('one'), wish('lost', 'x'))
  await send()
  stop()
  expect(told).toEqual([expect.objectContaining({ id: 'one' }), undefined])
})

it('the waiting items of a talk keep their identity while another one changes', async () => {
  await queue(message('one'), message('two'))
  const before = waitingInTalks.read(topic)
  await changeQueued(here.person, 'two', (now) => ({ ...now, isWaiting: true }) as QueuedMessage)
  const after = waitingInTalks.read(topic)
  expect(after?.[0]).toBe(before?.[0])
  expect(after?.[1]).not.toBe(before?.[1])
  expect(after?.map(({ id }) => id)).toEqual(['one', 'two'])
})
