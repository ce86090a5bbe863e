/** Names of talks: the rooms of Tambayan and private conversations. A talk's key is its realtime topic. */
import { isUuid } from './uuid.ts'

export const rooms = ['general', 'games', 'polls'] as const
export type Room = (typeof rooms)[number]

const roomStart = 'tambayan-'
const dmStart = 'dm-'

export const roomTopic = (room: Room): string => `${roomStart}${room}`

/** The room of a topic; undefined for a conversation. */
export const roomOf = (topic: string): Room | undefined => rooms.find((room) => roomTopic(room) === topic)

/** Both people's ids, sorted and joined by a hyphen. The same for both. */
export function conversationIdOf(one: string, other: string): string {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return first < second ? `${first}-${second}` : `${second}-${first}`
}

export const dmTopic = (conversationId: string): string => `${dmStart}${conversationId}`

/** The conversation of a topic; undefined for a room. */
export const conversationOf = (topic: string): string | undefined =>
  topic.startsWith(dmStart) ? topic.slice(dmStart.length) : undefined

/** The other person of a conversation; undefined when the reader is not in it, or writes to oneself. */
export function otherIn(conversationId: string, reader: string): string | undefined {
  const ids = [conversationId.slice(0, 36), conversationId.slice(37)]
  if (!ids.every(isUuid) || !ids.includes(reader)) return undefined
  return ids.find((id) => id !== reader)
}

/** The reactions of talks, in the picker's order (specification 2, section 3). */
export const chatReactions = [
  { name: 'Thumbs up', emoji: '👍' },
  { name: 'Heart', emoji: '❤️' },
  { name: 'Laugh', emoji: '😂' },
  { name: 'Surprised', emoji: '😮' },
  { name: 'Sad', emoji: '😢' },
  { name: 'Angry', emoji: '😡' },
] as const

/** How a text names a person: codenames change and are not unique. */
export const mentionOf = (id: string): string => `@{${id}}`

const mentions = /@\{([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}/gi

export type MessagePart = { text: string } | { mention: string }

/** Splits a message at its mentions. `mention` is a person's id. */
export function splitMentions(text: string): MessagePart[] {
  return text
    .split(mentions)
    .map((piece, at) => (at % 2 === 1 ? { mention: piece.toLowerCase() } : { text: piece }))
    .filter((part) => !('text' in part) || part.text !== '')
}

export type Named = readonly { id: string; codename: string }[]

/** A text with the current codename for each mention. */
export function withNames(text: string, mentioned: Named): string {
  return splitMentions(text)
    .map((part) =>
      'text' in part
        ? part.text
        : `@${mentioned.find(({ id }) => id === part.mention)?.codename ?? 'Anonymous'}`,
    )
    .join('')
}
