import { excerpt } from '../../../shared/excerpt.ts'
import type { MessageFile } from '../../../shared/marker.ts'
import { countLetters, isBlank, limits } from '../../../shared/limits.ts'
import { conversationOf, otherIn, splitMentions } from '../../../shared/talks.ts'
import { plainText } from '../../../shared/plain-text.ts'
import { noAnswerWords } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { readSignal } from '../../lib/signal.ts'
import type { QueuedInTalk } from '../device/kept.ts'
import { changeQueued, enqueue, takeBack as removeQueued, withoutRefusal } from '../outbox/queue.ts'
import { send } from '../outbox/send.ts'
import { sendOutbox } from '../outbox/sender.ts'
import { tellTalkSent } from '../outbox/waiting.ts'
import { isOpen, show, talks, type Held, type Wish } from './held.ts'
import type { Mentioned, Message } from './message.ts'
import { storeReaction } from './reactions.api.ts'
import { move } from '../posts/reactions.ts'

import { goToEnd } from './talk.ts'
import { change, remove } from './timeline.ts'
import { dropFresh, putFresh, stamp } from './fresh.ts'
import { unsentOf } from './unsent.ts'

const changeId = (id: string) => `change:${id}` as const

export function isSendable(text: string): boolean {
  const content = text.trim()
  return !isBlank(content) && countLetters(content) <= limits.message
}

/** Items on their way into the outbox. */
const queueing = new Map<string, Promise<void>>()

/** Shows the item at once, keeps it on the device, and sends it. */
function queue(userId: string, item: QueuedInTalk): void {
  putFresh(item)
  const done = enqueue(userId, item)
    .then(
      () => {
        dropFresh(item)
        void sendOutbox(userId)
      },
      () => sendUnstored(userId, item),
    )
    .finally(() => queueing.delete(item.id))
  queueing.set(item.id, done)
}

let unstoredSends = Promise.resolve()

/** A device without storage sends at once, one item after the other. Without an answer the writer decides. */
function sendUnstored(userId: string, item: QueuedInTalk): Promise<void> {
  unstoredSends = unstoredSends.then(async () => {
    const outcome = await send(userId, item)
    if (personHere() !== userId) return
    if (outcome.is === 'refused') return putFresh({ ...item, refusal: outcome.words })
    if (outcome.is === 'unknown' || outcome.is === 'ended')
      return putFresh({ ...item, refusal: noAnswerWords() })
    tellTalkSent(item, outcome.is === 'stored' ? outcome.message : undefined)
    return dropFresh(item)
  })
  return unstoredSends
}

/** `mentioned`: people whose names the message may show until the server has it. `file`: the uploaded file that the marker names. */
type Words = {
  text: string
  replyTo?: Message
  mentioned?: readonly Mentioned[] | undefined
  file?: MessageFile | undefined
}

/** Shows the message at once and sends it through the outbox, in order within its talk. Blank and too long texts are not sent. */
export function sendMessage(topic: string, { text, replyTo, mentioned = [], file }: Words): void {
  const userId = personHere()
  if (!userId || !isSendable(text)) return
  const quote = replyTo && {
    sender_id: replyTo.sender_id,
    codename: replyTo.codename,
    text: excerpt(plainText(replyTo.text, replyTo.mentioned), limits.quote),
  }
  const ids = new Set(splitMentions(text).map((part) => ('mention' in part ? part.mention : undefined)))
  const named = mentioned.filter(({ id }) => ids.has(id)).map(({ id, codename }) => ({ id, codename }))
  queue(userId, {
    id: crypto.randomUUID(),
    destination: 'message',
    row: { topic, content: text.trim(), reply_to: replyTo?.id ?? null },
    writtenAt: stamp(topic),
    ...(readSignal() !== 'here' && { isWaiting: true as const }),
    ...(quote && { quote }),
    ...(named.length > 0 && { mentioned: named }),
    ...(file && { file }),
  })
  if (talks.read(topic)?.timeline.hasLater) void goToEnd(topic)
}

/** Shows the new words at once. A message that the server cannot have yet is changed where it waits. */
export function editMessage(topic: string, id: string, text: string): void {
  const userId = personHere()
  if (!userId || !isSendable(text)) return
  void editUnsent(userId, topic, id, text.trim()).then((isDone) => {
    if (!isDone) changeMessage(userId, topic, id, text.trim())
  })
}

async function editUnsent(userId: string, topic: string, id: string, content: string): Promise<boolean> {
  const item = unsentOf(topic).find((one) => one.id === id)
  if (item?.destination !== 'message') return false
  await queueing.get(id)
  let isDone = false
  await changeQueued(userId, id, (now) => {
    if (now.destination !== 'message' || (now.isAttempted && now.refusal === undefined)) return now
    isDone = true
    return { ...withoutRefusal(now), row: { ...now.row, content } }
  }).catch(() => undefined)
  if (isDone) void sendOutbox(userId)
  const unstored = unsentOf(topic).find((one) => one.id === id)
  if (isDone || unstored?.destination !== 'message' || unstored.refusal === undefined) return isDone
  await sendAgain(userId, { ...unstored, row: { ...unstored.row, content } })
  return true
}

function changeMessage(userId: string, topic: string, message_id: string, content: string | null): void {
  queue(userId, {
    id: changeId(message_id),
    destination: 'message-change',
    row: { topic, message_id, content },
    writtenAt: stamp(topic),
    ...(readSignal() !== 'here' && { isWaiting: true as const }),
  })
}

/** Hides the message at once. One that waits in the outbox is taken back. */
export function deleteMessage(topic: string, id: string): void {
  const userId = personHere()
  if (!userId) return
  const isUnsent = unsentOf(topic).some((item) => item.id === id)
  if (isUnsent) void takeBack(topic, id)
  else changeMessage(userId, topic, id, null)
}

/** Takes back what waits or was refused: the message itself (resolves with its words), or the edit or deletion of a stored one. */
export async function takeBack(topic: string, id: string): Promise<string | undefined> {
  const userId = personHere()
  const item = unsentOf(topic).find((one) => one.id === id || one.id === changeId(id))
  if (!userId || !item) return undefined
  await queueing.get(item.id)
  dropFresh(item)
  let words = item.row.content ?? undefined
  const outcome = await removeQueued(userId, item.id, (now) => {
    // An edit may have changed it a moment ago.
    if (now.destination === 'message') words = now.row.content
    return true
  }).catch(() => 'gone' as const)
  if (item.destination === 'message-change') return undefined
  const held = talks.read(topic)
  // An attempt may have stored it: its event must not show it until it is withdrawn.
  if (held && outcome === 'taken') held.timeline = remove(held.timeline, [id])
  if (outcome === 'taken') void sendOutbox(userId)
  return outcome === 'taken' || item.refusal !== undefined ? words : undefined
}

/** Sends what was refused once more. */
export function tryAgain(topic: string, id: string): void {
  const userId = personHere()
  const item = unsentOf(topic).find((one) => one.id === id || one.id === changeId(id))
  if (userId && item) void sendAgain(userId, withoutRefusal(item))
}

async function sendAgain(userId: string, item: QueuedInTalk): Promise<void> {
  const queued = await changeQueued(userId, item.id, (now) =>
    now.destination === 'nowhere' ? now : withoutRefusal(now),
  ).catch(() => undefined)
  if (queued) return sendOutbox(userId)
  const other = otherIn(conversationOf(item.row.topic) ?? '', userId)
  if (conversationOf(item.row.topic) === undefined || other) queue(userId, withoutRefusal(item))
}

/** Shows the reaction at once; null is none. Quick taps send only the last. A failed one is undone. */
export function react(topic: string, id: string, emoji: string | null): void {
  const held = talks.read(topic)
  const message = held?.timeline.messages.find((one) => one.id === id)
  if (!held || !message) return
  const running = held.wishes.get(id)
  const wish: Wish = running ?? { emoji }
  wish.emoji = emoji
  held.wishes.set(id, wish)
  show(held)
  if (!running) void writeWish(held, id, wish, message.my_reaction)
}

async function writeWish(held: Held, id: string, wish: Wish, stored: string | null): Promise<void> {
  const { topic, reader } = held
  let mine = stored
  try {
    while (wish.emoji !== mine && isOpen(held)) {
      const to = wish.emoji
      // Offline, the client would retry for seconds.
      if (!navigator.onLine) throw new Error('offline')
      // oxlint-disable-next-line no-await-in-loop -- one request a message at a time
      await storeReaction(topic, { message_id: id, user_id: reader }, mine, to)
      const from = mine
      mine = to
      held.timeline = change(held.timeline, id, (message) => ({
        ...message,
        reaction_counts: wish.heard?.reaction_counts ?? move(message.reaction_counts, from, to),
        my_reaction: to,
      }))
      wish.heard = undefined
    }
  } catch {
    // The specification wants no message: the reaction returns to what the server has.
    const { heard } = wish
    if (heard) held.timeline = change(held.timeline, id, (one) => ({ ...one, ...heard, my_reaction: mine }))
  }
  held.wishes.delete(id)
  show(held)
}
