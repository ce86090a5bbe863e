import { expect, it } from 'vitest'
import type { Message } from '../../../domain/messages/message.ts'
import { dayWords, isAfter, rowsOf } from './rows.ts'

const at = (time: string) => new Date(`2026-11-${time}`).toISOString()

const message = (id: string, sender_id: string, time: string, seq: number | null = Number(id)): Message => ({
  id,
  seq,
  sender_id,
  codename: sender_id,
  avatar_url: null,
  is_premium: false,
  text: id,
  mentioned: [],
  file: null,
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
  reaction_counts: {},
  my_reaction: null,
  created_at: at(time),
  edited_at: null,
})

const shape = (messages: readonly Message[], lineSeq?: number) =>
  rowsOf(messages, 'ako', lineSeq).map((row) =>
    row.kind === 'message' ? (row.isHead ? `[${row.key}]` : row.key) : row.kind,
  )

it("one person's messages within five minutes stand together", () => {
  const talk = [
    message('1', 'mina', '16T10:00:00'),
    message('2', 'mina', '16T10:04:59'),
    message('3', 'mina', '16T10:10:00'),
    message('4', 'liza', '16T10:10:01'),
    message('5', 'mina', '16T10:10:02'),
  ]
  expect(shape(talk)).toEqual(['day', '[1]', '2', '[3]', '[4]', '[5]'])
})

it('a new day begins with its mark and a new head', () => {
  const talk = [message('1', 'mina', '16T23:59:00'), message('2', 'mina', '17T00:01:00')]
  expect(shape(talk)).toEqual(['day', '[1]', 'day', '[2]'])
})

it('the line stands above the first message of others after the last read one', () => {
  const talk = [
    message('1', 'mina', '16T10:00:00'),
    message('2', 'ako', '16T10:00:01'),
    message('3', 'mina', '16T10:00:02'),
    message('4', 'mina', '16T10:00:03'),
  ]
  expect(shape(talk, 1)).toEqual(['day', '[1]', '[2]', 'new', '[3]', '4'])
  expect(shape(talk, 3)).toEqual(['day', '[1]', '[2]', '[3]', 'new', '[4]'])
  expect(shape(talk, 4)).not.toContain('new')
})

it('no line stands above everything, or before an unsent message', () => {
  expect(shape([message('1', 'mina', '16T10:00:00')], 0)).not.toContain('new')
  const talk = [message('1', 'mina', '16T10:00:00'), message('2', 'mina', '16T10:00:01', null)]
  expect(shape(talk, 1)).not.toContain('new')
})

it('own messages are never new to their writer', () => {
  expect(isAfter(message('2', 'ako', '16T10:00:00'), 'ako', 1)).toBe(false)
  expect(isAfter(message('2', 'mina', '16T10:00:00'), 'ako', 1)).toBe(true)
})

it('today and yesterday have words, other days their date, another year its number', () => {
  const now = new Date('2026-03-01T08:00:00')
  expect(dayWords(new Date('2026-03-01T00:00:00'), now)).toBe('Ngayon')
  expect(dayWords(new Date('2026-02-28T23:59:00'), now)).toBe('Kahapon')
  expect(dayWords(new Date('2026-02-27T12:00:00'), now)).toMatch(/27/)
  expect(dayWords(new Date('2025-12-31T12:00:00'), now)).toMatch(/2025/)
})
