/** The app's one socket, on the official client. Only `follow` in live.ts loads this chunk. */
import {
  REALTIME_SUBSCRIBE_STATES as states,
  RealtimeClient,
  type RealtimeChannel,
} from '@supabase/realtime-js'
import { publicConfig } from './config.ts'
import { isRefused, reconnectDelay, withoutToken } from './live-rules.ts'
import type { Follower } from './follower.ts'
import { proveSignal, suspectSignal } from './signal.ts'
import { auth, bearer } from './supabase.ts'

/** A topic and its followers. It outlives the client: each pause ends one. */
type Room = {
  topic: string
  isPrivate: boolean
  followers: Set<Follower>
  channel?: RealtimeChannel | undefined
  /** The channel was joined with its roster. */
  hasRoster?: boolean
  closings: number
  ending?: ReturnType<typeof setTimeout>
}

/** Time that a topic stays joined after its last follower left, ms. */
const linger = 5_000
/** A hidden page closes the socket after this, ms, to spare the battery. */
const patience = 60_000

const rooms = new Map<string, Room>()
/** Topics being left. The client would return their closing channel for a new join. */
const leaving = new Map<string, Promise<unknown>>()
let client: RealtimeClient | undefined
let ready = Promise.resolve()
let person: string | undefined
let isAsleep = false
let hiddenSince = 0
let falling: ReturnType<typeof setTimeout> | undefined

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
  matchRoster(room)
  if (room.channel?.state === 'joined') {
    arrive(follower, room.channel)
    showRoster(follower, room)
  }
  settle()
  if (client) void enter(room)
  return () => {
    room.followers.delete(follower)
    if (follower.roster) setTimeout(() => matchRoster(room), linger)
    if (room.followers.size === 0) room.ending = setTimeout(() => drop(key, room), linger)
  }
}

const wantsRoster = ({ followers }: Room) => [...followers].some(({ roster }) => roster)

/** Joins the topic again when the first follower wants a roster, or the last one leaves: its differences cost data. */
function matchRoster(room: Room) {
  if (!room.channel || wantsRoster(room) === room.hasRoster) return
  void quit(room)
  void enter(room)
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

/** A closed client is replaced: after a lost network it may still report its channels as joined. */
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
  room.hasRoster = wantsRoster(room)
  if (room.hasRoster)
    channel.on('presence', { event: 'sync' }, () => {
      for (const follower of room.followers) showRoster(follower, room)
    })
  channel.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
    if (typeof payload !== 'object' || payload === null) return
    for (const { events } of room.followers) events[event]?.(payload as Record<string, unknown>)
  })
  channel.subscribe((status, error) => {
    if (room.channel !== channel) return
    if (status === states.SUBSCRIBED) {
      proveSignal()
      for (const follower of room.followers) arrive(follower, channel)
      return
    }
    depart(room)
    if (isRefused(error?.message)) void quit(room)
    else suspectSignal()
    // The client does not rejoin a channel that the server closed, for example after the token expired in sleep.
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

function showRoster({ roster }: Follower, { channel, hasRoster }: Room) {
  if (hasRoster && channel) roster?.(Object.values(channel.presenceState()).flat())
}

function depart({ followers }: Room) {
  for (const follower of followers) {
    if (follower.isThere) follower.away?.()
    follower.isThere = false
  }
}

export function startSocket(): void {
  isAsleep = document.visibilityState === 'hidden'
  hiddenSince = Date.now()
  auth().onAuthStateChange((event, session) => {
    const found = session?.user.id
    // Another person never uses the previous person's socket.
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
  // A frozen page runs no timers, and its socket ends without an event.
  if (client && Date.now() - hiddenSince > patience) close()
  isAsleep = false
  settle()
}
