import { expect, it, vi } from 'vitest'
import { emi } from '../../../shared/emi.ts'
import { conversationIdOf, dmTopic, mentionOf, roomTopic } from '../../../shared/talks.ts'
import type { Message } from '../messages/message.ts'
import { unansweredIn } from './unanswered.ts'

vi.mock('../../lib/store.ts', () => ({ createKeyed: () => ({}), useKeyed: () => undefined }))

const [mina, jun] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const now = Date.parse('2026-11-23T18:00:00Z')
const [room, direct] = [roomTopic('general'), dmTopic(conversationIdOf(mina, emi.id))]

let count = 0
const said = (sender_id: string, text: string, minutesAgo = 1, more: Partial<Message> = {}): Message => ({
  id: `message-${++count}`,
  seq: count,
  sender_id,
  codename: '',
  avatar_url: null,
  is_premium: false,
  text,
  mentioned: [],
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
  file: null,
  reaction_counts: {},
  my_reaction: null,
  created_at: new Date(now - minutesAgo * 60_000).toISOString(),
  edited_at: null,
  ...more,
})
const waiting = (topic: string, ...messages: Message[]) =>
  unansweredIn(messages, { topic, reader: mina, now })?.text

it('in private each stored message of the last ten minutes waits until Emi writes after it', () => {
  expect(waiting(direct, said(mina, 'gising ka?'))).toBe('gising ka?')
  expect(waiting(direct, said(mina, 'gising ka?'), said(emi.id, 'Oo.'))).toBeUndefined()
  expect(waiting(direct, said(emi.id, 'Oo.'), said(mina, 'salamat'))).toBe('salamat')
  expect(waiting(direct, said(mina, 'kanina pa', 11))).toBeUndefined()
  expect(waiting(direct, said(mina, 'papunta pa lang', 0, { seq: null }))).toBeUndefined()
})

it('in General only words that call her wait, until she answers this reader', () => {
  expect(waiting(room, said(mina, 'puyat'), said(jun, '@emi hoy'))).toBeUndefined()
  const asked = said(mina, 'Hoy @Emi, gising ka?')
  expect(waiting(room, asked, said(emi.id, 'Jun, oo.', 0, { reply_to_sender: jun }))).toBe(asked.text)
  expect(waiting(room, asked, said(emi.id, 'Oo.', 0, { reply_to_sender: mina }))).toBeUndefined()
  const together = { reply_to_sender: jun, mentioned: [{ id: mina, codename: 'Mina' }] }
  expect(waiting(room, asked, said(emi.id, `${mentionOf(mina)} oo`, 0, together))).toBeUndefined()
})
