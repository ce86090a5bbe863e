import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { roomTopic } from '../../../shared/talks.ts'
import { readOutbox } from '../outbox/queue.ts'
import { waitingInTalks } from '../outbox/waiting.ts'
import { createHeld, show } from './held.ts'
import { deleteMessage, editMessage, sendMessage, takeBack, tryAgain } from './sending.ts'
import { fresh } from './unsent.ts'

type Row = { id: string; message_text: string; reply_to: string | null }
const server = vi.hoisted(() => ({ rows: [] as Row[], isAway: false }))
const here = vi.hoisted(() => ({ person: '', canStore: true }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: () => here.canStore,
  hasLeft: () => false,
  onPersonChange: () => undefined,
}))
vi.mock('../safety/sight.ts', () => ({ readHidden: () => new Set(), onHidden: () => () => undefined }))
vi.mock('../../lib/live.ts', () => ({ follow: () => () => undefined }))
vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({
    getSession: async () => ({ data: { session: { user: { id: here.person } } }, error: null }),
  }),
  db: {
    from: () => ({
      insert: (row: Row) => ({ select: () => ({ abortSignal: () => ({ maybeSingle: () => insert(row) }) }) }),
    }),
  },
  invoke: async () => ({ status: 200, body: { success: true } }),
}))
const signal = { onLine: true }
vi.stubGlobal('navigator', signal)

async function insert(row: Row) {
  if (server.isAway) return { data: null, error: { code: '', message: 'Failed to fetch' }, status: 0 }
  const isThere = server.rows.some(({ id }) => id === row.id)
  if (isThere) return { data: null, error: { code: '23505', message: 'duplicate' }, status: 409 }
  server.rows.push(row)
  return { data: row, error: null, status: 201 }
}

const topic = roomTopic('general')
let people = 0
beforeEach(() => {
  Object.assign(here, { person: `person-${people++}`, canStore: true })
  Object.assign(server, { rows: [], isAway: false })
  signal.onLine = true
  waitingInTalks.drop(topic)
  fresh.drop(topic)
})
const texts = () => server.rows.map(({ message_text }) => message_text)
const queued = async () => (await readOutbox(here.person)).map(({ id }) => id)
const unkept = () => fresh.read(topic) ?? []
async function waitingOne(): Promise<string> {
  await expect.poll(queued).toHaveLength(1)
  return (await queued())[0] ?? ''
}

it('messages are sent in order, without the space around them, and blank ones are not', async () => {
  for (const text of [' una\n', '', '\u200b', 'ikalawa', 'x'.repeat(2_001)]) sendMessage(topic, { text })
  await expect.poll(texts).toEqual(['una', 'ikalawa'])
  await expect.poll(queued).toEqual([])
})

it('an offline message is changed where it waits, and its words can be taken back', async () => {
  signal.onLine = false
  sendMessage(topic, { text: 'una' })
  const id = await waitingOne()
  editMessage(topic, id, 'inayos')
  await expect
    .poll(async () => await readOutbox(here.person))
    .toMatchObject([{ id, destination: 'message', row: { content: 'inayos' } }])
  expect(await takeBack(topic, id)).toBe('inayos')
  expect(await queued()).toEqual([])
})

it('a message that waits and is deleted is never sent', async () => {
  signal.onLine = false
  sendMessage(topic, { text: 'una' })
  deleteMessage(topic, await waitingOne())
  await expect.poll(queued).toEqual([])
  signal.onLine = true
  sendMessage(topic, { text: 'ikalawa' })
  await expect.poll(texts).toEqual(['ikalawa'])
})

it('an answer names its message, and shows names instead of ids until the server has it', async () => {
  signal.onLine = false
  const held = createHeld(topic, here.person)
  const jun = '0a000000-0000-4000-8000-00000000000a'
  const mentioned = [
    { id: jun, codename: 'Jun' },
    { id: 'other', codename: 'Ana' },
  ]
  sendMessage(topic, { text: `uy @{${jun}}`, mentioned })
  await waitingOne()
  show(held)
  const [first] = held.talk.messages
  expect(first?.mentioned).toEqual([{ id: jun, codename: 'Jun' }])
  if (first) sendMessage(topic, { text: 'sagot', replyTo: first })
  show(held)
  expect(held.talk.messages[1]).toMatchObject({ reply_to: first?.id, reply_to_message: 'uy @Jun' })
})

it('a device that stores nothing sends in order, and its writer decides about what got no answer', async () => {
  here.canStore = false
  sendMessage(topic, { text: 'una' })
  sendMessage(topic, { text: 'ikalawa' })
  await expect.poll(texts).toEqual(['una', 'ikalawa'])
  await expect.poll(unkept).toEqual([])
  server.isAway = true
  sendMessage(topic, { text: 'ikatlo' })
  await expect.poll(() => unkept()[0]?.refusal).toBeTruthy()
  const [{ id } = { id: '' }] = unkept()
  server.isAway = false
  tryAgain(topic, id)
  await expect.poll(texts).toEqual(['una', 'ikalawa', 'ikatlo'])
  await expect.poll(unkept).toEqual([])
})
