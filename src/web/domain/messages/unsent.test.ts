import { beforeEach, expect, it, vi } from 'vitest'
import { roomTopic } from '../../../shared/talks.ts'
import type { QueuedChange, QueuedInTalk, QueuedMessage } from '../device/kept.ts'
import { waitingInTalks } from '../outbox/waiting.ts'
import { createHeld, show, type Held } from './held.ts'
import { hear, noMessages, startAtEnd, type Stored } from './timeline.ts'
import { stamp } from './fresh.ts'

vi.mock('../../lib/session.ts', () => ({ personHere: () => me, onPersonChange: () => undefined }))
vi.mock('../safety/sight.ts', () => ({ readHidden: () => new Set(), onHidden: () => () => undefined }))

const me = vi.hoisted(() => 'ana')
const room = roomTopic('general')
const message = (seq: number, over: Partial<Stored> = {}): Stored => ({
  id: `m${seq}`,
  seq,
  sender_id: 'jun',
  codename: 'Jun',
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
const unsent = (over: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id: 'new',
  destination: 'message',
  row: { topic: room, content: 'bago', reply_to: null },
  writtenAt: '2026-11-22T01:00:00Z',
  ...over,
})
const change = (content: string | null, over: Partial<QueuedChange> = {}): QueuedChange => ({
  id: 'change:m1',
  destination: 'message-change',
  row: { topic: room, message_id: 'm1', content },
  writtenAt: '2026-11-22T01:00:00Z',
  ...over,
})

let held: Held
beforeEach(() => {
  held = createHeld(room, me)
  held.timeline = startAtEnd(noMessages, [message(1), message(2)], false)
  put([])
})

/** Puts the items of the talk into the outbox. */
function put(items: QueuedInTalk[]): void {
  if (items.length > 0) waitingInTalks.put(room, items)
  else waitingInTalks.drop(room)
  show(held)
}
const texts = () => held.talk.messages.map(({ text }) => text)

it('unsent messages stand at the end until the server has them, and are never shown twice', () => {
  put([unsent()])
  expect(held.talk.messages.at(-1)).toMatchObject({ id: 'new', seq: null, sender_id: me, sending: 'sending' })
  held.timeline = hear(held.timeline, [message(3, { id: 'new', sender_id: me, text: 'bago' })], false)
  put([])
  expect(texts()).toEqual(['1', '2', 'bago'])
  expect(held.talk.messages.at(-1)?.sending).toBeUndefined()
})

it('unsent messages behind a waiting one wait too, and a refused one shows the reason', () => {
  const items = [
    unsent({ isWaiting: true, waitsUntil: 7 }),
    unsent({ id: 'b' }),
    unsent({ id: 'c', refusal: 'Hindi.' }),
  ]
  put(items)
  expect(held.talk.messages.slice(2)).toMatchObject([
    { sending: 'waiting', waitsUntil: 7 },
    { sending: 'waiting' },
    { sending: 'refused', refusal: 'Hindi.' },
  ])
})

it('unsent edits and deletions show at once; a refused one shows the stored words', () => {
  put([change('inayos')])
  expect(held.talk.messages[0]).toMatchObject({ text: 'inayos', sending: 'sending' })
  put([change(null)])
  expect(texts()).toEqual(['2'])
  put([change(null, { refusal: 'Hindi.' })])
  expect(held.talk.messages[0]).toMatchObject({ text: '1', sending: 'refused', refusal: 'Hindi.' })
})

it('a later item gets a later time, even when the clock was set back', () => {
  put([unsent({ writtenAt: '2099-01-01T00:00:00.000Z' })])
  expect(stamp(room)).toBe('2099-01-01T00:00:00.001Z')
  expect(stamp(room) > '2099-01-01T00:00:00.001Z').toBe(true)
})
