/** The open talks, and what screens see of them. */
import { queryClient } from '../../lib/query.ts'
import { personHere } from '../../lib/session.ts'
import { createKeyed } from '../../lib/store.ts'
import { emi } from '../../../shared/emi.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { conversationOf, otherIn } from '../../../shared/talks.ts'
import type { QueuedChange, QueuedInTalk } from '../device/kept.ts'
import { isPremium, profileKey } from '../person/profile.ts'
import { readHidden } from '../safety/sight.ts'
import { readConversation } from './conversations.ts'
import type { Message, Talk } from './message.ts'
import { move } from '../posts/reactions.ts'
import { noFace, type Face, type Reactions } from './rows.ts'
import { most, noMessages, type Heard, type Stored, type Timeline } from './timeline.ts'
import { derive, stateOf, unsentMessage, unsentOf, withChange } from './unsent.ts'

/** The person's last tap on a message, until the server has it. `heard`: the counts of an event that came meanwhile. */
export type Wish = { emoji: string | null; heard?: Reactions | undefined }

export type Held = {
  readonly topic: string
  readonly reader: string
  timeline: Timeline
  state: Talk['state']
  heardLater: number
  /** The reader is away from the end. */
  isHeld: boolean
  /** One list for each running request: the new messages since it began. */
  recorders: Set<Heard[]>
  /** Grows when the window moves elsewhere: the answer to an older request then adds nothing. */
  place: number
  wishes: Map<string, Wish>
  talk: Talk
}

export const loading: Talk = {
  messages: [],
  state: 'loading',
  hasEarlier: false,
  hasLater: false,
  heardLater: 0,
}

export const talks = createKeyed<Held>()

export function createHeld(topic: string, reader: string): Held {
  const held: Held = {
    topic,
    reader,
    timeline: noMessages,
    state: 'loading',
    heardLater: 0,
    isHeld: false,
    recorders: new Set(),
    place: 0,
    wishes: new Map(),
    talk: loading,
  }
  talks.put(topic, held)
  return held
}

/** False after a change of person, and after the talk was closed: answers for it are dropped. */
export const isOpen = (held: Held): boolean => talks.read(held.topic) === held

/** Runs a request for the end of a talk and records the new messages meanwhile, which the answer may lack. `heard` is undefined after too many. */
export async function record<Answer>(
  held: Held,
  request: () => Promise<Answer>,
): Promise<{ answer: Answer; heard: readonly Heard[] | undefined }> {
  const heard: Heard[] = []
  held.recorders.add(heard)
  try {
    const answer = await request()
    return { answer, heard: heard.length > most ? undefined : heard }
  } finally {
    held.recorders.delete(heard)
  }
}

/** Shows the talk as it is now. A talk that looks the same renders nothing. */
export function show(held: Held): void {
  if (!isOpen(held)) return
  const { timeline, state, heardLater, talk: before } = held
  const messages = messagesOf(held)
  const isSame =
    messages.length === before.messages.length && messages.every((one, at) => one === before.messages[at])
  held.talk = {
    messages: isSame ? before.messages : messages,
    state,
    hasEarlier: timeline.hasEarlier,
    hasLater: timeline.hasLater,
    heardLater: timeline.hasLater ? heardLater : 0,
  }
  const isEqual = (Object.keys(held.talk) as (keyof Talk)[]).every((key) => held.talk[key] === before[key])
  if (isEqual) held.talk = before
  else talks.put(held.topic, held)
}

function messagesOf({ topic, reader, timeline, wishes }: Held): Message[] {
  const hidden = hiddenIn(topic, reader)
  const stored = new Set<string>()
  const shown: Message[] = []
  for (const message of timeline.messages) {
    stored.add(message.id)
    if (!hidden.has(message.sender_id)) shown.push(withWish(withoutHidden(message, hidden), wishes))
  }
  const unsent = unsentOf(topic)
  if (unsent.length === 0) return shown
  return withUnsent(shown, unsent, { reader, stored, hasLater: timeline.hasLater })
}

/** A block hides a whole conversation. A mute hides nothing in it. */
function hiddenIn(topic: string, reader: string): ReadonlySet<string> {
  const conversation = conversationOf(topic)
  if (conversation === undefined) return readHidden()
  const other = otherIn(conversation, reader)
  return other && readHidden().has(other) && readConversation(other) === null
    ? new Set([other, reader])
    : none
}
const none: ReadonlySet<string> = new Set()

function withUnsent(
  shown: Message[],
  unsent: readonly QueuedInTalk[],
  { reader, stored, hasLater }: { reader: string; stored: ReadonlySet<string>; hasLater: boolean },
): Message[] {
  const me = { id: reader, ...faceOf(reader) }
  const changes = new Map<string, { item: QueuedChange; state: ReturnType<typeof stateOf> }>()
  let isBehind = false
  for (const item of unsent) {
    const state = stateOf(item, isBehind)
    isBehind ||= state.sending === 'waiting'
    if (item.destination === 'message-change') changes.set(item.row.message_id, { item, state })
    else if (!stored.has(item.id) && !hasLater) shown.push(unsentMessage(item, me, state))
  }
  if (changes.size === 0) return shown
  return shown.flatMap((message) => {
    const change = changes.get(message.id)
    return (change ? withChange(message, change.item, change.state) : message) ?? []
  })
}

/** Empties the quote of a person out of sight. */
function withoutHidden(message: Stored, hidden: ReadonlySet<string>): Message {
  const { reply_to_sender } = message
  if (!reply_to_sender || !hidden.has(reply_to_sender)) return message
  return derive(message, ['hidden'], () => ({ ...message, reply_to_message: null, reply_to_codename: null }))
}

function withWish(message: Message, wishes: Held['wishes']): Message {
  const wish = wishes.get(message.id)
  if (!wish || wish.emoji === message.my_reaction) return message
  return derive(message, ['wish', wish.emoji], () => ({
    ...message,
    reaction_counts: move(message.reaction_counts, message.my_reaction, wish.emoji),
    my_reaction: wish.emoji,
  }))
}

/** The face of a person in a conversation, as far as it is known. */
export function faceOf(personId: string): Face {
  const me = personHere()
  if (personId === me) {
    const profile = queryClient.getQueryData<UserProfile | null>(profileKey(personId))
    if (!profile) return noFace
    const { avatar_url } = profile
    return { codename: profile.codename ?? noFace.codename, avatar_url, is_premium: isPremium(profile) }
  }
  // Emi's answer may come before the row of the new conversation.
  if (personId === emi.id) return { ...noFace, codename: emi.codename, avatar_url: emi.avatar_url }
  const row = readConversation(personId)
  if (!row) return noFace
  return {
    codename: row.other_codename,
    avatar_url: row.other_avatar_url,
    is_premium: row.other_is_premium,
  }
}

/** Puts the faces of now on the messages of a conversation. */
export function putFaces(held: Held): void {
  if (conversationOf(held.topic) === undefined) return
  const messages = held.timeline.messages.map((message) => {
    const face = faceOf(message.sender_id)
    const isSame =
      message.codename === face.codename &&
      message.avatar_url === face.avatar_url &&
      message.is_premium === face.is_premium
    return isSame ? message : { ...message, ...face }
  })
  held.timeline = { ...held.timeline, messages }
  show(held)
}
