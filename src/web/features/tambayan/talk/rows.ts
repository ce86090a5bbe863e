import type { Message } from '../../../domain/messages/message.ts'

export type Row =
  | { kind: 'day'; key: string; day: Date }
  | { kind: 'new'; key: string }
  /** `isHead`: the first of one person's messages in a row, with face, name and time. */
  | { kind: 'message'; key: string; message: Message; isHead: boolean }

/** Longest pause between two messages of one group, ms. */
const pause = 5 * 60_000

/** The rows of a list: messages, marks of days, and the line above the first message of others after `lineSeq`. */
export function rowsOf(messages: readonly Message[], readerId: string, lineSeq?: number): Row[] {
  const rows: Row[] = []
  const firstNew = firstAfter(messages, readerId, lineSeq)
  let before: Message | undefined
  for (const message of messages) {
    const day = new Date(message.created_at)
    const isNewDay = !before || !isSameDay(day, new Date(before.created_at))
    if (isNewDay) rows.push({ kind: 'day', key: `day ${day.toDateString()}`, day })
    const isNew = message === firstNew
    if (isNew) rows.push({ kind: 'new', key: 'new' })
    const isHead = isNewDay || isNew || !before || !isTogether(before, message)
    rows.push({ kind: 'message', key: message.id, message, isHead })
    before = message
  }
  return rows
}

/** Undefined when all messages are new: a line above everything tells nothing. */
function firstAfter(messages: readonly Message[], readerId: string, seq: number | undefined) {
  if (seq === undefined) return undefined
  const found = messages.findIndex((message) => isAfter(message, readerId, seq))
  return found > 0 ? messages[found] : undefined
}

/** True when somebody else wrote the message after `seq`. */
export const isAfter = (message: Message, readerId: string, seq: number): boolean =>
  message.seq !== null && message.seq > seq && message.sender_id !== readerId

/** The newest stored message. */
export const lastSeq = (messages: readonly Message[]): number =>
  messages.findLast(({ seq }) => seq !== null)?.seq ?? 0

const isTogether = (before: Message, message: Message) =>
  before.sender_id === message.sender_id &&
  Date.parse(message.created_at) - Date.parse(before.created_at) < pause

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

const sameYear = new Intl.DateTimeFormat('fil-PH', { weekday: 'long', month: 'long', day: 'numeric' })
const otherYear = new Intl.DateTimeFormat('fil-PH', { month: 'long', day: 'numeric', year: 'numeric' })

/** 'Ngayon', 'Kahapon', 'Lunes, Nobyembre 16'. */
export function dayWords(day: Date, now: Date = new Date()): string {
  if (isSameDay(day, now)) return 'Ngayon'
  if (isSameDay(day, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'Kahapon'
  return (day.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(day)
}
