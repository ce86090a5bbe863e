/** The one socket of the app, on the official client. A chunk of its own: only `follow` in live.ts loads it. */
import {
  REALTIME_SUBSCRIBE_STATES as states,
  RealtimeClient,
  type RealtimeChannel,
} from '@supabase/realtime-js'
import { publicConfig } from './config.ts'
import { isRefused, reconnectDelay, withoutToken } from './live-rules.ts'
import type { Follower } from './follower.ts'
import { auth, bearer } from './supabase.ts'

/** A topic with whoever follows it here; it outlives the client, which is another one after each pause. */
type Room = {
  topic: string
  isPrivate: boolean
  followers: Set<Follower>
  channel?: RealtimeChannel | undefined
  closings: number
  ending?: ReturnType<typeof setTimeout>
}

/** A reader who scrolls back, or changes walls and returns, finds the topic still joined. */
const linger = 5_000
/** A phone in a pocket keeps no radio awake for a page that nobody sees. */
const patience = 60_000

const rooms = new Map<string, Room>()
/** Topics that are being left: the client would hand out the dying channel for a new one. */
const leaving = new Map<string, Promise<unknown>>()
let client: RealtimeClient | undefined
/** The token is known: a join carries it. */
let ready = Promise.resolve()
let person: string | undefined
let isAsleep = document.visibilityState === 'hidden'
let hiddenSince = Date.now()
let falling: ReturnType<typeof setTimeout> | undefined

/** Follows a topic, together with whoever follows it already. */
export function join(follower: Follower): () => void {
  const key = `${follower.private ? 'private' : 'public'} ${follower.topic}`
  const room: Room = rooms.get(key) ?? {
    topic: follower.topic,
    isPrivate: follower.private === true,
    followers: new Set(),
    closings: 0,
  }
  rooms.set(key, room)
  clearTimeout(room.ending)
  room.followers.add(follower)
  if (room.channel?.state === 'joined') arrive(follower, room.channel)
  settle()
  if (client) void enter(room)
  return () => {
    room.followers.delete(follower)
    if (room.followers.size === 0) room.ending = setTimeout(() => drop(key, room), linger)
  }
}

function drop(key: string, room: Room) {
  rooms.delete(key)
  void quit(room)
  settle()
}

function quit(room: Room): Promise<unknown> {
  const { channel } = room
  room.channel = undefined
  if (!channel || !client) return Promise.resolve()
  const done = client.removeChannel(channel).finally(() => leaving.delete(room.topic))
  leaving.set(room.topic, done)
  return done
}

/** Opens or closes the connection, whichever the moment asks for. */
function settle() {
  const isWanted = [...rooms.values()].some(({ followers }) => [...followers].some(({ patient }) => !patient))
  const shouldBe = person !== undefined && navigator.onLine && !isAsleep && isWanted
  if (shouldBe && !client) open()
  if (!shouldBe && client) close()
}

function open() {
  const opened = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: publicConfig().anonKey },
    accessToken: bearer,
    reconnectAfterMs: reconnectDelay,
    encode(message, send) {
      const room = rooms.get(`public ${message.topic.replace('realtime:', '')}`)
      const spared = room ? withoutToken(message) : message
      if (spared) opened.serializer.encode(spared, send)
    },
  })
  client = opened
  ready = opened.setAuth()
  for (const room of rooms.values()) void enter(room)
}

/** A client is never woken again: one that lost its network half-way may believe for ever that its channels are joined. */
function close() {
  const closed = client
  client = undefined
  leaving.clear()
  for (const room of rooms.values()) {
    room.channel = undefined
    depart(room)
  }
  void closed?.disconnect()
}

async function enter(room: Room) {
  const joining = client
  await Promise.all([ready, leaving.get(room.topic)])
  if (!joining || joining !== client || room.channel || room.followers.size === 0) return
  const channel = joining.channel(room.topic, { config: { private: room.isPrivate } })
  room.channel = channel
  channel.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
    if (typeof payload !== 'object' || payload === null) return
    for (const { events } of room.followers) events[event]?.(payload as Record<string, unknown>)
  })
  channel.subscribe((status, error) => {
    if (room.channel !== channel) return
    if (status === states.SUBSCRIBED) {
      for (const follower of room.followers) arrive(follower, channel)
      return
    }
    depart(room)
    if (isRefused(error?.message)) void quit(room)
    // Closed by the server, which the client takes for the end: a token that ran out while the phone slept, for one.
    if (status === states.CLOSED) {
      room.channel = undefined
      setTimeout(
        () => {
          ready = joining.setAuth()
          void enter(room)
        },
        reconnectDelay(++room.closings),
      )
    }
  })
}

function arrive(follower: Follower, channel: RealtimeChannel) {
  follower.isThere = true
  if (follower.track) void channel.track({})
  follower.caughtUp()
}

function depart({ followers }: Room) {
  for (const follower of followers) {
    if (follower.isThere) follower.away?.()
    follower.isThere = false
  }
}

/** Follows the session, the signal and whether the page is looked at. */
export function startSocket(): void {
  auth().onAuthStateChange((event, session) => {
    const found = session?.user.id
    // Another person never speaks through the socket of the one before.
    if (found !== person) {
      if (client) close()
      person = found
      settle()
    } else if (event === 'TOKEN_REFRESHED') void client?.setAuth()
  })
  addEventListener('online', settle)
  addEventListener('offline', settle)
  document.addEventListener('visibilitychange', followVisibility)
}

function followVisibility() {
  clearTimeout(falling)
  if (document.visibilityState === 'hidden') {
    hiddenSince = Date.now()
    falling = setTimeout(() => {
      isAsleep = true
      settle()
    }, patience)
    return
  }
  // A frozen page ran no timers, and its socket died without a word.
  if (client && Date.now() - hiddenSince > patience) close()
  isAsleep = false
  settle()
}
