import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emi } from '../../../shared/emi.ts'
import type { LiveChatMessage } from '../../../shared/rows.ts'
import { conversationIdOf, dmTopic, roomTopic } from '../../../shared/talks.ts'
import type { FollowOptions } from '../../lib/follower.ts'
import type { QueuedMessage } from '../device/kept.ts'
import { tellTalkSent, waitingInTalks, type StoredMessage } from '../outbox/waiting.ts'
import { talks } from './held.ts'
import { fetchByIds, fetchMarks, fetchPart } from './messages.api.ts'
import { storeReaction } from './reactions.api.ts'
import { react } from './sending.ts'
import { goToMessage } from './go-to.ts'
import { goToEnd, holdWindow, loadEarlier, loadLater, openTalk } from './talk.ts'

vi.mock('./messages.api.ts', () => ({
  fetchPart: vi.fn<typeof fetchPart>(),
  fetchByIds: vi.fn<typeof fetchByIds>(),
  fetchMarks: vi.fn<typeof fetchMarks>(),
  mostIds: 50,
}))
vi.mock('./reactions.api.ts', () => ({ storeReaction: vi.fn<typeof storeReaction>() }))
vi.mock('./conversations.api.ts', () => ({ fetchByOthers: async () => [], pageSize: 20 }))
vi.mock('../outbox/queue.ts', () => ({}))
vi.mock('../outbox/sender.ts', () => ({}))
vi.mock('../outbox/send.ts', () => ({}))
vi.mock('../../lib/live.ts', () => ({
  follow: (topic: string, options: FollowOptions) => {
    topics.set(topic, options)
    return () => topics.delete(topic)
  },
}))
vi.mock('../../lib/session.ts', () => ({ personHere: () => me, onPersonChange: () => undefined }))
vi.mock('../safety/sight.ts', () => ({
  readHidden: () => sight.hidden,
  onHidden: (listener: () => void) => {
    sight.listener = listener
    return () => undefined
  },
}))

const topics = vi.hoisted(() => new Map<string, FollowOptions>())
const sight = vi.hoisted((): { hidden: Set<string>; listener: () => void } => ({
  hidden: new Set(),
  listener: () => undefined,
}))
const me = vi.hoisted(() => '0a000000-0000-4000-8000-00000000000a')
const jun = 'ffffffff-0000-4000-8000-00000000000b'
const [part, byIds, marks] = [vi.mocked(fetchPart), vi.mocked(fetchByIds), vi.mocked(fetchMarks)]
const store = vi.mocked(storeReaction)
const room = roomTopic('general')

type Row = Extract<StoredMessage, { codename: string }>
const message = (seq: number, over: Partial<Row> = {}): Row => ({
  id: `m${seq}`,
  seq,
  sender_id: jun,
  codename: 'Tahimik Jun',
  avatar_url: null,
  is_premium: false,
  text: `${seq}`,
  mentioned: [],
  file: null,
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
  reaction_counts: {},
  my_reaction: null,
  created_at: '2026-11-22T00:00:00Z',
  edited_at: null,
  ...over,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at))
const direct = { id: 'd1', seq: 1, text: 'uy', created_at: '', edited_at: null, reactions: {}, file: null }
const markOf = ({ seq, edited_at, reaction_counts }: Row) => ({ seq, edited_at, reactions: reaction_counts })
function payloadOf({ text, ...row }: Row): Omit<LiveChatMessage, 'my_reaction'> {
  const { my_reaction: _, ...rest } = row
  return { ...rest, message_text: text, wall_id: 'general' }
}

const talk = (topic = room) => {
  const held = talks.read(topic)
  if (!held) throw new Error('The talk is not open')
  return held.talk
}
const texts = () => talk().messages.map(({ text }) => text)
const emit = (event: string, payload: object, topic = room) =>
  topics.get(topic)?.events[event]?.({ ...payload })
const settle = () => vi.runAllTimersAsync()
const leaves: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  vi.stubGlobal('navigator', { onLine: true })
  sight.hidden = new Set()
  for (const [topic] of talks.entries()) talks.drop(topic)
  for (const [topic] of waitingInTalks.entries()) waitingInTalks.drop(topic)
  part.mockResolvedValue([message(1), message(2)])
  marks.mockResolvedValue([message(1), message(2)].map(markOf))
})
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(topic = room) {
  leaves.push(openTalk(topic, me))
  topics.get(topic)?.caughtUp()
  await settle()
}

it('opening and joining at the same time cost one request, and a failed request shows', async () => {
  part.mockRejectedValueOnce(new Error('no'))
  await open()
  expect([talk().state, part.mock.calls.length]).toEqual(['failed', 1])
  topics.get(room)?.caughtUp()
  await settle()
  expect([talk().state, ...texts()]).toEqual(['here', '1', '2'])
})

it('twenty messages in a second are at most eleven renders, and the others keep their identity', async () => {
  await open()
  const [first] = talk().messages
  const rendered = vi.fn<() => void>()
  const stop = talks.subscribe(room, rendered)
  for (let seq = 3; seq <= 22; seq++) {
    emit('new_message', payloadOf(message(seq)))
    await vi.advanceTimersByTimeAsync(50)
  }
  await settle()
  stop()
  expect(talk().messages).toHaveLength(22)
  expect(talk().messages[0]).toBe(first)
  expect(rendered.mock.calls.length).toBeLessThanOrEqual(11)
})

it('an edit reaches the message and its quotes; a deletion leaves no words in either', async () => {
  const reply = message(2, {
    reply_to: 'm1',
    reply_to_sender: jun,
    reply_to_message: '1',
    reply_to_codename: 'Jun',
  })
  part.mockResolvedValue([message(1), reply])
  await open()
  emit('message_update', { type: 'edit', id: 'm1', message_text: 'inayos', mentioned: [], edited_at: 'x' })
  await settle()
  await vi.dynamicImportSettled()
  expect(talk().messages.map(({ text, reply_to_message }) => [text, reply_to_message])).toEqual([
    ['inayos', null],
    ['2', 'inayos'],
  ])
  emit('message_update', { type: 'delete', id: 'm1' })
  await settle()
  expect(talk().messages).toMatchObject([{ text: '2', reply_to: 'm1', reply_to_message: null }])
})

it('broken payloads change nothing', async () => {
  await open()
  const before = talk()
  for (const payload of [
    {},
    { id: 7 },
    { id: 'x', seq: 3 },
    { ...payloadOf(message(3)), message_text: null },
  ])
    emit('new_message', payload)
  for (const payload of [{}, { type: 'edit', id: 'm1' }, { type: 'reaction', id: 'none' }])
    emit('message_update', payload)
  await settle()
  expect(talk()).toBe(before)
})

it('a blocked person disappears at once, from quotes too', async () => {
  const reply = message(2, {
    sender_id: 'ana',
    reply_to: 'm1',
    reply_to_sender: jun,
    reply_to_message: '1',
    reply_to_codename: 'Jun',
  })
  part.mockResolvedValue([message(1), reply])
  await open()
  sight.hidden = new Set([jun])
  sight.listener()
  expect(talk().messages).toMatchObject([{ id: 'm2', reply_to_message: null, reply_to_codename: null }])
})

async function reconnect() {
  topics.get(room)?.caughtUp()
  await settle()
}

describe('after a lost connection', () => {
  it('an unchanged talk costs only the marks', async () => {
    await open()
    const before = talk()
    await reconnect()
    expect(talk()).toBe(before)
    expect(part).toHaveBeenCalledTimes(1)
  })

  it('missed messages, edits, deletions and reactions are caught up', async () => {
    await open()
    const missed = [message(2, { text: 'inayos', edited_at: 'x', reaction_counts: { '👍': 2 } }), message(3)]
    marks.mockResolvedValue(missed.map(markOf))
    part.mockResolvedValue(missed)
    await reconnect()
    expect(texts()).toEqual(['inayos', '3'])
    expect(talk().messages[0]?.reaction_counts).toEqual({ '👍': 2 })
  })

  it('messages with a hole between never stand together: the window begins anew, or a held one stays', async () => {
    part.mockResolvedValue(range(1, 50))
    await open()
    part.mockResolvedValue(range(101, 150))
    marks.mockResolvedValue(range(1, 100).map(markOf))
    holdWindow(room, true)
    await reconnect()
    expect([talk().hasLater, talk().messages.length, texts().at(-1)]).toEqual([true, 50, '50'])
    emit('new_message', payloadOf(message(151)))
    await settle()
    expect([talk().heardLater, texts().at(-1)]).toEqual([1, '50'])
    expect(await goToEnd(room)).toBe(true)
    expect([talk().hasLater, talk().heardLater, texts()[0], texts().at(-1)]).toEqual([false, 0, '101', '150'])
  })
})

describe('the window', () => {
  it('loads a side once, and reaches the end with the events that came meanwhile', async () => {
    part.mockResolvedValue(range(51, 100))
    await open()
    part.mockResolvedValue(range(1, 50))
    expect(await Promise.all([loadEarlier(room), loadEarlier(room)])).toEqual([true, true])
    expect(part).toHaveBeenCalledTimes(2)
    expect(texts()).toHaveLength(100)
    byIds.mockResolvedValue([message(5_000)])
    part.mockResolvedValueOnce(range(4_975, 4_999)).mockResolvedValueOnce(range(5_001, 5_025))
    expect(await goToMessage(room, 'm5000')).toBe(true)
    expect([talk().hasEarlier, talk().hasLater, texts().length]).toEqual([true, true, 51])
    emit('new_message', payloadOf(message(5_020)))
    await settle()
    const answer = Promise.withResolvers<Row[]>()
    part.mockReturnValueOnce(answer.promise)
    const later = loadLater(room)
    emit('new_message', payloadOf(message(5_027)))
    await settle()
    answer.resolve([message(5_026)])
    expect(await later).toBe(true)
    expect([talk().hasLater, ...texts().slice(-2)]).toEqual([false, '5026', '5027'])
  })

  it('does not move to a message that is gone, and a failed page is reported', async () => {
    await open()
    byIds.mockResolvedValue([])
    expect(await goToMessage(room, 'lost')).toBe(false)
    part.mockRejectedValueOnce(new Error('no'))
    expect(await loadEarlier(room)).toBe(false)
    expect(texts()).toEqual(['1', '2'])
  })

  it('of a closed talk shows again at once, and an answer for another person changes nothing', async () => {
    await open()
    leaves.pop()?.()
    marks.mockReturnValue(new Promise(() => undefined))
    leaves.push(openTalk(room, me))
    expect(texts()).toEqual(['1', '2'])
    talks.drop(room)
    await settle()
    expect(talks.read(room)).toBeUndefined()
  })
})

it('a person who is visible again is shown again, after a catch-up without them', async () => {
  await open()
  sight.hidden = new Set([jun])
  sight.listener()
  marks.mockResolvedValue([])
  topics.get(room)?.caughtUp()
  await settle()
  expect(texts()).toEqual([])
  sight.hidden = new Set()
  sight.listener()
  await settle()
  expect(texts()).toEqual(['1', '2'])
})

it('a message that comes while a talk returns to its end is not lost', async () => {
  part.mockResolvedValue(range(1, 50))
  await open()
  byIds.mockResolvedValue([message(10)])
  holdWindow(room, true)
  for (let seq = 51; seq <= 400; seq++) emit('new_message', payloadOf(message(seq)))
  await settle()
  expect([talk().hasLater, texts().at(-1)]).toEqual([true, '300'])
  const answer = Promise.withResolvers<Row[]>()
  part.mockReturnValueOnce(answer.promise)
  const atEnd = goToEnd(room)
  emit('new_message', payloadOf(message(402)))
  await settle()
  answer.resolve(range(352, 401))
  expect(await atEnd).toBe(true)
  expect([talk().hasLater, texts().length, texts().at(-1)]).toEqual([false, 51, '402'])
  const asked = part.mock.calls.length
  expect(await goToEnd(room)).toBe(true)
  expect(part).toHaveBeenCalledTimes(asked)
})

describe('reactions', () => {
  it('show at once, send only the last tap, and keep what others did meanwhile', async () => {
    await open()
    const answer = Promise.withResolvers<void>()
    store.mockReturnValueOnce(answer.promise)
    react(room, 'm1', '👍')
    react(room, 'm1', '😂')
    expect(talk().messages[0]).toMatchObject({ my_reaction: '😂', reaction_counts: { '😂': 1 } })
    emit('message_update', { type: 'reaction', id: 'm1', reaction_counts: { '👍': 2 } })
    await settle()
    answer.resolve()
    await settle()
    expect(store.mock.calls.map(([, , from, to]) => [from, to])).toEqual([
      [null, '👍'],
      ['👍', '😂'],
    ])
    expect(talk().messages[0]).toMatchObject({ my_reaction: '😂', reaction_counts: { '👍': 1, '😂': 1 } })
  })

  it('that somebody takes back again and again make the others look once, and later', async () => {
    const row = message(1, { my_reaction: '👍', reaction_counts: { '👍': 3 } })
    part.mockResolvedValue([row])
    await open()
    for (const count of [2, 3, 2, 3, 2, 3, 2, 3]) {
      emit('message_update', { type: 'reaction', id: 'm1', reaction_counts: { '👍': count } })
      await vi.advanceTimersByTimeAsync(200)
    }
    await settle()
    expect(byIds).toHaveBeenCalledTimes(1)
    emit('message_update', { type: 'reaction', id: 'm1', reaction_counts: {} })
    await vi.advanceTimersByTimeAsync(200)
    expect(talk().messages[0]?.my_reaction).toBeNull()
  })

  it('that fail are undone', async () => {
    await open()
    store.mockRejectedValue(new Error('no'))
    react(room, 'm1', '👍')
    await settle()
    expect(talk().messages[0]).toMatchObject({ my_reaction: null, reaction_counts: {} })
  })

  it('of a conversation come as a map by person', async () => {
    const topic = dmTopic(conversationIdOf(me, jun))
    part.mockResolvedValue([{ ...direct, sender_id: jun }])
    await open(topic)
    const reactions = { [me]: ['👍'], [jun]: ['👍'], broken: 7, other: ['<b>'] }
    emit('message_update', { type: 'reaction', id: 'd1', reactions }, topic)
    await settle()
    expect(talk(topic).messages[0]).toMatchObject({ my_reaction: '👍', reaction_counts: { '👍': 2 } })
  })
})

it('Emi has her face also in a conversation that is not listed yet', async () => {
  const topic = dmTopic(conversationIdOf(me, emi.id))
  part.mockResolvedValue([])
  await open(topic)
  emit('new_message', { ...direct, sender_id: emi.id }, topic)
  await settle()
  expect(talk(topic).messages).toMatchObject([{ codename: 'Emi', avatar_url: '/emi.svg' }])
})

const unsent = (over: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id: 'new',
  destination: 'message',
  row: { topic: room, content: 'bago', reply_to: null },
  writtenAt: '2026-11-22T01:00:00Z',
  ...over,
})
describe('unsent messages', () => {
  it('of another tab that were stored are fetched when their event was missed', async () => {
    await open()
    const id = '0a000000-0000-4000-8000-00000000000c'
    byIds.mockResolvedValue([message(3, { id })])
    waitingInTalks.put(room, [unsent({ id })])
    waitingInTalks.drop(room)
    await settle()
    expect(texts()).toEqual(['1', '2', '3'])
  })

  it('whose answer was lost are fetched once they are known to be stored', async () => {
    await open()
    byIds.mockResolvedValue([message(3)])
    tellTalkSent(unsent({ id: 'm3' }))
    await settle()
    expect(texts()).toEqual(['1', '2', '3'])
  })
})
