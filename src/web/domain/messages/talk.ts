import { useEffect } from 'react'
import { conversationOf, otherIn } from '../../../shared/talks.ts'
import { isUuid } from '../../../shared/uuid.ts'
import { follow } from '../../lib/live.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { useKeyedPart } from '../../lib/store.ts'
import { onTalkSent, waitingInTalks } from '../outbox/waiting.ts'
import { onHidden, readHidden } from '../safety/sight.ts'
import { absorb, drop, messagesOf, refetch, refresh } from './catch-up.ts'
import { conversations, refreshConversation } from './conversations.ts'
import { createHeld, isOpen, loading, putFaces, record, show, talks, type Held } from './held.ts'
import type { Message, Talk } from './message.ts'
import { fetchPart } from './messages.api.ts'
import { clear, hearEvent } from './talk.live.ts'
import { hear, lastPage, page, putEarlier, putLater, startAtEnd } from './timeline.ts'
import { fresh } from './unsent.ts'

/** Opens a talk, follows it, and catches up after a lost connection. */
export function useTalk(topic: string): Talk {
  const reader = personHere()
  useEffect(() => (reader ? openTalk(topic, reader) : undefined), [topic, reader])
  return useKeyedPart(talks, topic, ({ talk }) => talk) ?? loading
}

/** How many components show a talk, and how to stop following it. */
const viewers = new Map<Held, { count: number; leave: () => void }>()

export function openTalk(topic: string, reader: string): () => void {
  const held = talks.read(topic) ?? createHeld(topic, reader)
  const use = viewers.get(held) ?? { count: 0, leave: start(held) }
  use.count++
  viewers.set(held, use)
  return () => {
    if (--use.count > 0) return
    use.leave()
    viewers.delete(held)
    if (isOpen(held)) keepClosed(held)
  }
}

/** Closed talks that keep their last page: a return shows them at once and asks only for what changed. */
const closed: Held[] = []
const mostClosed = 5

function keepClosed(held: Held): void {
  if (held.state !== 'here' || held.timeline.hasLater) return talks.drop(held.topic)
  held.isHeld = false
  held.timeline = lastPage(held.timeline)
  const others = closed.filter((one) => one !== held && isOpen(one) && !viewers.has(one))
  closed.splice(0, closed.length, ...others, held)
  const oldest = closed.length > mostClosed ? closed.shift() : undefined
  if (oldest) talks.drop(oldest.topic)
}

function start(held: Held): () => void {
  const { topic, reader } = held
  show(held)
  void refresh(held)
  const other = otherIn(conversationOf(topic) ?? '', reader)
  if (other) refreshConversation(other)
  const redraw = () => show(held)
  let hidden = readHidden()
  const leaves = [
    follow(topic, {
      private: true,
      events: {
        new_message: (payload) => hearEvent(held, 'new', payload, refetch),
        message_update: (payload) => hearEvent(held, 'update', payload, refetch),
      },
      caughtUp: () => void refresh(held),
    }),
    // A request may fail while the socket stays. Unsent messages show that they wait.
    onSignal(() => void (held.state === 'failed' ? refresh(held) : redraw())),
    waitingInTalks.subscribe(topic, followOutbox(held)),
    fresh.subscribe(topic, redraw),
    onHidden(() => {
      const isMore = [...hidden].some((id) => !readHidden().has(id))
      hidden = readHidden()
      redraw()
      if (other) refreshConversation(other)
      // The window lacks the messages of a person who is visible again.
      if (isMore) showAgain(held)
    }),
    onTalkSent((item, stored) => {
      if (item.row.topic !== topic) return
      const id = item.destination === 'message' ? item.id : item.row.message_id
      if (stored) absorb(held, [stored])
      else if (item.row.content === null) drop(held, [id])
      else refetch(held, id)
    }),
    ...(other ? [conversations.subscribe(other, () => putFaces(held))] : []),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}

/** A fetch that left a hidden person out counted their messages as deleted. */
function showAgain(held: Held): void {
  held.timeline = { ...held.timeline, gone: new Set() }
  void startAnew(held.topic)
}

/** An item that another tab has sent leaves the outbox here too. Its message is fetched when the event was missed. */
function followOutbox(held: Held): () => void {
  const read = () => (waitingInTalks.read(held.topic) ?? []).map(({ id }) => id)
  let before = read()
  return () => {
    const now = read()
    const { messages, gone, hasLater } = held.timeline
    for (const id of before) {
      const isKnown = now.includes(id) || gone.has(id) || messages.some((message) => message.id === id)
      if (!isKnown && isUuid(id) && !hasLater) refetch(held, id)
    }
    before = now
    show(held)
  }
}

type Load = (held: Held) => Promise<() => void>
const running = new WeakMap<Held, Map<string, Promise<boolean>>>()

/** Loads one side of the window at a time. An answer for a window that has moved elsewhere changes nothing. */
export function load(topic: string, side: string, work: Load): Promise<boolean> {
  const held = talks.read(topic)
  if (!held) return Promise.resolve(false)
  const loads = running.get(held) ?? new Map<string, Promise<boolean>>()
  running.set(held, loads)
  const before = loads.get(side)
  if (before) return before
  const { place } = held
  const loaded = work(held)
    .then(
      (apply) => {
        if (!isOpen(held) || held.place !== place) return false
        apply()
        show(held)
        return true
      },
      () => false,
    )
    .finally(() => loads.delete(side))
  loads.set(side, loaded)
  return loaded
}

/** Adds the page before the window. Returns false when it could not be fetched. */
export function loadEarlier(topic: string): Promise<boolean> {
  return load(topic, 'earlier', async (held) => {
    const first = held.timeline.messages[0]
    const rows = first ? await fetchPart(topic, { before: first.seq, limit: page }) : []
    return () => {
      held.timeline = putEarlier(held.timeline, messagesOf(held, rows), rows.length === page)
    }
  })
}

/** Adds the page after the window. Returns false when it could not be fetched. */
export function loadLater(topic: string): Promise<boolean> {
  return load(topic, 'later', async (held) => {
    const last = held.timeline.messages.at(-1)
    const after = last?.seq ?? -1
    const { answer: rows, heard } = await record(held, () => fetchPart(topic, { after, limit: page }))
    return () => {
      held.timeline = putLater(held.timeline, messagesOf(held, rows), rows.length === page, heard)
      if (!held.timeline.hasLater) held.heardLater = 0
    }
  })
}

/** Moves the window to the newest messages. Returns false when they could not be fetched. */
export function goToEnd(topic: string): Promise<boolean> {
  const held = talks.read(topic)
  if (held?.state !== 'here' || held.timeline.hasLater) return startAnew(topic)
  held.isHeld = false
  return Promise.resolve(true)
}

function startAnew(topic: string): Promise<boolean> {
  return load(topic, 'end', async (held) => {
    const { answer: rows, heard } = await record(held, () => fetchPart(topic, { limit: page }))
    return () => {
      held.place++
      held.isHeld = false
      held.heardLater = 0
      held.state = 'here'
      const atEnd = startAtEnd(held.timeline, messagesOf(held, rows), rows.length === page)
      held.timeline = heard ? hear(atEnd, heard, false) : { ...atEnd, hasLater: true }
    }
  })
}

/** Fetches what is new in an open talk, when an event may have been missed. */
export function lookAgain(topic: string): void {
  const held = talks.read(topic)
  if (held) void refresh(held)
}

/** Empties a talk that the reader has erased. */
export function clearTalk(topic: string): void {
  const held = talks.read(topic)
  if (!held) return
  clear(held)
  show(held)
}

/** The messages of an open talk as the screen shows them. */
export const readTalk = (topic: string): readonly Message[] => talks.read(topic)?.talk.messages ?? []

/** While the reader is away from the end, new messages never push out those on the screen: the window stops, and `hasLater` is true. */
export function holdWindow(topic: string, isHeld: boolean): void {
  const held = talks.read(topic)
  if (held) held.isHeld = isHeld
}
