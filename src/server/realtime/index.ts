/**
 * `/realtime/v1`: live events and presence in Supabase's realtime protocol, 1.0.0 and 2.0.0, checked with @supabase/realtime-js 2.119.
 * Events are rows of `realtime.messages`. Triggers store and announce them at commit (events/listener.ts). Every node sends them to the
 * sockets that joined the topic (topics/hub.ts). Policies on that table decide who may join (topics/admission.ts). The server checks them
 * again when the person, the session or the token changes. Policies also decide about clients' broadcasts (events/bus.ts). Presence shows
 * the person's profile and ignores what the client says (presence/).
 * Limits count per socket, account and network (limits.ts). The joins of a phone that reconnects share one transaction. Writes are
 * gathered. A slow reader is closed with 1013.
 * Left out on purpose: `postgres_changes`, replay, storage of broadcasts, long polling.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Claims, Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import type { Keys } from '../http/keys.ts'
import { createAdmission } from './topics/admission.ts'
import { createAttendance } from './presence/attendance.ts'
import { broadcastOverHttp } from './wire/broadcast-http.ts'
import { createBus } from './events/bus.ts'
import { createCallers } from './topics/callers.ts'
import { People } from './topics/people.ts'
import { Channel, roomOf } from './topics/channel.ts'
import { toResponse } from './errors.ts'
import { eventFrame, type Version } from './wire/frames.ts'
import { Handshake } from './wire/handshake.ts'
import { Hub, type Exception } from './topics/hub.ts'
import { endExpired, endSession, recheck } from './topics/joining.ts'
import { tellLeaving } from './topics/leaving.ts'
import { socketLimits, type SocketLimits } from '../http/limits.ts'
import { listenToEvents, type LiveEvent } from './events/listener.ts'
import { Origins } from './topics/origins.ts'
import type { Tools } from './tools.ts'
import { createPresence, type Presence } from './presence/presence.ts'
import { connectRedis, type RedisLink } from './redis-link.ts'
import type { ChannelSocket } from './topics/channel.ts'

export type RealtimeDeps = {
  db: Db
  keys: Keys
  /** The auth gateway's address, the issuer of people's tokens. */
  issuer: string
  redisUrl?: string | undefined
  trustedProxyHops: number
  log: (line: string) => void
  clock?: () => number
  limits?: Partial<SocketLimits>
}

export type Realtime = {
  /** Answers in the dialect of the reference. Throws faults only. */
  gateway(request: Request, claims: Claims, from: string): Promise<Response>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  figures(): { sockets: number; channels: number }
  /** Closes all sockets with 1012, after which clients reconnect. */
  stop(): Promise<void>
}

const sweepMs = 1_000

export async function startRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { db, keys, trustedProxyHops, log, clock = Date.now } = deps
  const redis = deps.redisUrl ? await connectRedis(deps.redisUrl, log) : undefined
  const presence = createPresence({ db, redis, log })
  const tools = assemble(deps, clock, presence, redis)
  const { sockets } = tools
  const handshake = new Handshake({ keys, clock, trustedProxyHops, tools })
  const stopListening = await listenToEvents({
    db,
    log,
    events: (batch) => batch.forEach((event) => deliver(tools, event)),
    person(userId) {
      void recheck(tools, tools.people.socketsOf(userId), userId)
      presence.hear.face(userId)
    },
    face: (userId) => presence.hear.face(userId),
    session: (sessionId) => endSession(tools, sessionId),
    left: (userId) => void tellLeaving(tools, userId).catch(tools.logFault),
    presence: (userId, topic) => presence.hear.presence(userId, topic),
    resumed() {
      void recheck(tools, sockets)
      presence.hear.resumed()
    },
  })
  const sweeping = setInterval(() => {
    sweep(tools, clock())
    handshake.tidy(performance.now())
  }, sweepMs)
  return {
    gateway: (request, claims) => broadcastOverHttp(db, request, claims).catch(toResponse),
    upgrade: (request, socket, head) => handshake.upgrade(request, socket, head),
    figures: () => ({
      sockets: sockets.size,
      channels: Array.from(sockets, ({ channels }) => channels.size).reduce((sum, size) => sum + size, 0),
    }),
    async stop() {
      handshake.shut()
      clearInterval(sweeping)
      await stopListening()
      await sendAway(sockets)
      tools.attendance.stop()
      await Promise.all([presence.stop(), tools.bus.stop()])
      await redis?.stop()
    },
  }
}

function assemble(
  { db, keys, issuer, log, limits }: RealtimeDeps,
  clock: () => number,
  presence: Presence,
  redis: RedisLink | undefined,
): Tools {
  const logFault = (error: unknown) => log(`Unexpected fault in realtime: ${describeFault(error)}`)
  const hub = new Hub(logFault)
  const tools: Tools = {
    hub,
    sockets: new Set(),
    people: new People(),
    callerOf: createCallers({ keys, issuer, clock }),
    admission: createAdmission(db),
    attendance: createAttendance(hub, presence),
    bus: createBus({ db, redis, deliver: (event) => deliver(tools, event) }),
    limits: { ...socketLimits, ...limits },
    origins: new Origins(),
    doubtful: new Set(),
    logFault,
  }
  return tools
}

function deliver({ hub, origins }: Tools, event: LiveEvent): void {
  const room = roomOf(event.private, event.topic)
  hub.say(room, (version) => eventFrame(version, event), exceptionOf(event, origins.take(event.id)))
}

/** Leaves out the sender, people on either side of a block, and people with a mute. Some people get the event without its quote. */
function exceptionOf(event: LiveEvent, origin: Channel | undefined): Exception | undefined {
  const { hiddenFrom, bare, bareFor } = event
  if (!origin && !hiddenFrom?.length && !bareFor?.length) return undefined
  const [hidden, unquoted] = [new Set(hiddenFrom), new Set(bareFor)]
  const frames: Partial<Record<Version, Buffer>> = {}
  const encodeBare = (version: Version) =>
    (frames[version] ??= eventFrame(version, { ...event, payload: bare ?? event.payload }))
  return (subscriber) => {
    if (subscriber === origin) return null
    if (!(subscriber instanceof Channel)) return undefined
    if (subscriber.isOf(hidden)) return null
    return subscriber.isOf(unquoted) ? encodeBare : undefined
  }
}

function sweep(tools: Tools, clock: number): void {
  const now = performance.now()
  for (const socket of tools.sockets) {
    if (socket.cutAt > 0 && socket.cutAt <= now) socket.cut()
    else if (now - socket.heardAt > tools.limits.silenceMs) socket.close(1001, 'Nothing heard for too long')
    else endExpired(tools, socket, clock)
  }
  const doubtful = [...tools.doubtful]
  tools.doubtful.clear()
  if (doubtful.length > 0) void recheck(tools, doubtful)
  tools.origins.tidy(now)
  tools.people.tidy(now)
  tools.attendance.recount()
}

const farewellMs = 2_000

async function sendAway(sockets: ReadonlySet<ChannelSocket>): Promise<void> {
  const until = performance.now() + farewellMs
  for (const socket of sockets) socket.close(1012, 'RealtimeRestarting')
  const gone = Promise.withResolvers<void>()
  const watching = setInterval(() => {
    if (performance.now() > until) for (const socket of sockets) socket.cut()
    if (sockets.size === 0) gone.resolve()
  }, 10)
  await gone.promise
  clearInterval(watching)
}
