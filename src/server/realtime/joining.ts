import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'
import type { Readable } from './admission.ts'
import { expired, type Account, type Caller } from './callers.ts'
import { Channel, prefix, readJoin, readToken } from './channel.ts'
import { ChannelError } from './errors.ts'
import type { ClientFrame } from './frames.ts'
import { closeChannel, forgetChannel, reasonFor, sessionEnded, type Parts } from './parts.ts'
import type { Socket } from './socket.ts'

export async function join(parts: Parts, socket: Socket, frame: ClientFrame): Promise<void> {
  let channel: Channel | undefined
  try {
    const { config, token } = prepare(parts, socket, frame)
    channel = new Channel(socket, frame.topic, frame.joinRef, config)
    socket.channels.set(frame.topic, channel)
    const account = await identify(parts, channel, token)
    // Not for a fresh token: every tab of a person brings it to every channel at the same moment.
    if (account && !account.joins.take(1, parts.limits.accountJoinsPerSecond, performance.now())) {
      throw tooManyJoins()
    }
    const readable = await parts.admission.mayRead(channel.caller, channel)
    // Left, joined anew, or ended by what was heard meanwhile: that was answered then.
    if (!channel.alive) return
    if (!readable.broadcast && !readable.presence) throw new ChannelError(refusal(channel))
    open(parts, channel, readable, frame.ref)
  } catch (error) {
    if (channel && !channel.alive) return
    if (channel) forgetChannel(parts, channel)
    const reason = reasonFor(error, parts.fault)
    socket.reply(frame, 'error', { reason })
  }
}

/** What can be refused without asking the database. A channel of this topic makes room for the new one, as in the reference. */
function prepare(parts: Parts, socket: Socket, frame: ClientFrame): ReturnType<typeof readJoin> {
  const { limits } = parts
  if (!frame.topic.startsWith(prefix)) throw new ChannelError('unmatched topic')
  if (frame.topic === prefix) throw new ChannelError('TopicNameRequired: You must provide a topic name')
  if (!socket.joins.take(1, limits.joinsPerSecond, performance.now())) throw tooManyJoins()
  const before = socket.channels.get(frame.topic)
  if (before) closeChannel(parts, before)
  if (socket.channels.size >= limits.channelsPerSocket) {
    throw new ChannelError('ChannelRateLimitReached: Too many channels')
  }
  return readJoin(frame)
}

async function identify(
  parts: Parts,
  channel: Channel,
  token: string | undefined,
): Promise<Account | undefined> {
  const socket = channel.reader
  const caller = await parts.callerOf(socket, token)
  if (!channel.alive) return undefined
  const account = parts.people.admit(socket, caller, parts.limits.socketsPerAccount)
  channel.caller = caller
  socket.firstExpiry = Math.min(socket.firstExpiry, caller.expiresAt)
  return account
}

const tooManyJoins = () => new ChannelError('ClientJoinRateLimitReached: Too many joins per second')

function refusal({ config, name }: Channel): string {
  return config.private
    ? `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
    : 'PrivateOnly: This project only allows private channels'
}

function open(parts: Parts, channel: Channel, readable: Readable, ref: string | null): void {
  channel.readable = readable
  channel.joined = true
  if (readable.broadcast) channel.enter(parts.hub, channel.room)
  channel.tell('phx_reply', { status: 'ok', response: { postgres_changes: [] } }, ref)
  if (!readable.presence) return
  parts.attendance.watch(channel).catch((error: unknown) => {
    const message = reasonFor(error, parts.fault)
    if (channel.alive) {
      channel.tell('system', { extension: 'presence', status: 'error', message, channel: channel.name })
    }
  })
}

/** A fresh token: the channel goes on as whom it names, if that one may read the topic too. */
export async function renewToken(parts: Parts, channel: Channel, frame: ClientFrame): Promise<void> {
  try {
    const token = readToken(frame.payload['access_token'])
    // Clients send null when they have no token; the channel lives on until its own ends.
    if (!token) return
    const person = channel.caller.claims.sub
    await identify(parts, channel, token)
    if (!channel.alive) return
    if (channel.caller.claims.sub !== person) parts.attendance.hide(channel)
  } catch (error) {
    return closeChannel(parts, channel, reasonFor(error, parts.fault))
  }
  await askAgain(parts, channel)
}

/** Whether the channel may stay: something about its caller has changed. */
async function askAgain(parts: Parts, channel: Channel): Promise<void> {
  channel.mayBroadcast = undefined
  channel.mayTrack = undefined
  try {
    const { broadcast, presence } = await parts.admission.mayRead(channel.caller, channel)
    const had = channel.readable
    if ((had.broadcast && !broadcast) || (had.presence && !presence)) {
      closeChannel(parts, channel, refusal(channel))
    }
  } catch (error) {
    // A database that is away refuses nobody, and nobody is forgotten: the sweep asks again.
    const unanswered =
      error instanceof DatabaseUnavailable || !isDatabaseError(error) || error.code !== 'PT401'
    if (unanswered) parts.doubtful.add(channel.reader)
    else closeChannel(parts, channel, sessionEnded)
  }
}

/** Asks again for all channels of these sockets that speak for a person (`userId`: only for this one). */
export async function recheck(parts: Parts, sockets: Iterable<Socket>, userId?: string): Promise<void> {
  const asked: Promise<void>[] = []
  for (const { channels } of sockets) {
    for (const channel of channels.values()) {
      const { sub } = channel.caller.claims
      if (sub && (!userId || sub === userId)) asked.push(askAgain(parts, channel))
    }
  }
  await Promise.all(asked)
}

export function endSession(parts: Parts, session: string): void {
  for (const { channels } of parts.people.socketsIn(session)) {
    for (const channel of channels.values()) {
      if (channel.caller.claims.session_id === session) closeChannel(parts, channel, sessionEnded)
    }
  }
}

/** Ends what a token no longer covers. `now` as tokens count it, in milliseconds. */
export function endExpired(parts: Parts, socket: Socket, now: number): void {
  if (socket.firstExpiry > now) return
  const left: Caller[] = []
  for (const channel of socket.channels.values()) {
    if (channel.caller.expiresAt <= now) closeChannel(parts, channel, expired)
    else left.push(channel.caller)
  }
  socket.firstExpiry = Math.min(...left.map(({ expiresAt }) => expiresAt))
}
