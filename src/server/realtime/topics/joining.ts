import { meaningOf } from '../../http/sqlstate.ts'
import type { Readable } from './admission.ts'
import type { AccountUsage } from '../wire/account-usage.ts'
import type { Caller } from './caller.ts'
import { expired } from './callers.ts'
import { Channel, prefix, readJoin, readToken } from './channel.ts'
import { ChannelError } from '../errors.ts'
import type { ClientFrame } from '../wire/frames.ts'
import { closeChannel, forgetChannel, reasonFor, sessionEnded, type Tools } from '../tools.ts'
import type { ChannelSocket } from './channel.ts'

export async function join(tools: Tools, socket: ChannelSocket, frame: ClientFrame): Promise<void> {
  let channel: Channel | undefined
  const { accountJoinsPerSecond, accountRostersPerSecond } = tools.limits
  try {
    const { config, token } = prepare(tools, socket, frame)
    channel = new Channel(socket, frame.topic, frame.joinRef, config)
    socket.channels.set(frame.topic, channel)
    const known = await identify(tools, channel, token)
    if (!known) return
    const { account } = known
    channel.caller = known.caller
    socket.firstExpiry = Math.min(socket.firstExpiry, known.caller.expiresAt)
    // Fresh tokens are not counted: every tab sends its token to every channel at once.
    if (account && !account.joins.take(1, accountJoinsPerSecond, performance.now())) {
      throw tooManyJoins()
    }
    const readable = await tools.admission.mayRead(channel.caller, channel, socket.network)
    // The channel was left, replaced or ended meanwhile. The client has its answer.
    if (!channel.alive) return
    if (!readable.broadcast && !readable.presence) throw new ChannelError(refusal(channel))
    const roster = readable.presence && config.presence
    if (roster && account && !account.rosters.take(1, accountRostersPerSecond, performance.now())) {
      throw tooManyJoins()
    }
    open(tools, channel, readable, frame.ref)
  } catch (error) {
    if (channel && !channel.alive) return
    if (channel) forgetChannel(tools, channel)
    const reason = reasonFor(error, tools.logFault)
    socket.reply(frame, 'error', { reason })
  }
}

/** Refusals that need no database. The new channel replaces an older one of the same topic, as in the reference. */
function prepare(tools: Tools, socket: ChannelSocket, frame: ClientFrame): ReturnType<typeof readJoin> {
  const { limits } = tools
  if (!frame.topic.startsWith(prefix)) throw new ChannelError('unmatched topic')
  if (frame.topic === prefix) throw new ChannelError('TopicNameRequired: You must provide a topic name')
  if (!socket.joins.take(1, limits.joinsPerSecond, performance.now())) throw tooManyJoins()
  const before = socket.channels.get(frame.topic)
  if (before) closeChannel(tools, before)
  if (socket.channels.size >= limits.channelsPerSocket) {
    throw new ChannelError('ChannelRateLimitReached: Too many channels')
  }
  return readJoin(frame)
}

async function identify(
  tools: Tools,
  channel: Channel,
  token: string | undefined,
): Promise<{ caller: Caller; account: AccountUsage | undefined } | undefined> {
  const socket = channel.socket
  const caller = await tools.callerOf(socket, token)
  if (!channel.alive) return undefined
  return { caller, account: tools.people.admit(socket, caller, tools.limits.socketsPerAccount) }
}

const tooManyJoins = () => new ChannelError('ClientJoinRateLimitReached: Too many joins per second')

function refusal({ config, name }: Channel): string {
  return config.private
    ? `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
    : 'PrivateOnly: This project only allows private channels'
}

function open(tools: Tools, channel: Channel, readable: Readable, ref: string | null): void {
  channel.readable = readable
  channel.joined = true
  if (readable.broadcast) channel.enter(tools.hub, channel.room)
  channel.tell('phx_reply', { status: 'ok', response: { postgres_changes: [] } }, ref)
  if (!readable.presence) return
  tools.attendance.watch(channel).catch((error: unknown) => {
    const message = reasonFor(error, tools.logFault)
    if (channel.alive) {
      channel.tell('system', { extension: 'presence', status: 'error', message, channel: channel.name })
    }
  })
}

export async function renewToken(tools: Tools, channel: Channel, frame: ClientFrame): Promise<void> {
  try {
    const token = readToken(frame.payload['access_token'])
    // Clients without a token send null. The channel lives until its own token ends.
    if (!token) return
    const known = await identify(tools, channel, token)
    if (!known) return
    const { session_id: session } = known.caller.claims
    // Another session, person or role takes over only after the database allows it.
    if (session && session === channel.caller.claims.session_id) speakAs(channel, known.caller)
    else channel.next = known.caller
  } catch (error) {
    return closeChannel(tools, channel, reasonFor(error, tools.logFault))
  }
  await askAgain(tools, channel)
}

function speakAs(channel: Channel, caller: Caller): void {
  channel.caller = caller
  channel.next = undefined
  channel.mayBroadcast = undefined
  channel.mayTrack = undefined
  channel.socket.firstExpiry = Math.min(channel.socket.firstExpiry, caller.expiresAt)
}

/**
 * Checks whether the channel may stay after its callers changed. One check runs at a time. All notices meanwhile cause one more check
 * together, because notices are cheap to cause.
 */
async function askAgain(tools: Tools, channel: Channel): Promise<void> {
  channel.mayBroadcast = undefined
  channel.mayTrack = undefined
  channel.checkAgain = true
  if (channel.checking) return
  channel.checking = true
  while (channel.checkAgain && channel.alive) {
    channel.checkAgain = false
    await ask(tools, channel)
  }
  channel.checking = false
}

async function ask(tools: Tools, channel: Channel): Promise<void> {
  const { callers, next } = channel
  try {
    const { network } = channel.socket
    const answers = await Promise.all(
      callers.map((caller) => tools.admission.mayRead(caller, channel, network)),
    )
    const had = channel.readable
    const lost = answers.some(
      ({ broadcast, presence }) => (had.broadcast && !broadcast) || (had.presence && !presence),
    )
    if (lost) return closeChannel(tools, channel, refusal(channel))
    // After a notice the answer for the first token may be out of date: both are asked again.
    if (!next || channel.next !== next || channel.checkAgain || !channel.alive) return
    if (next.claims.sub !== channel.caller.claims.sub) tools.attendance.hide(channel)
    speakAs(channel, next)
  } catch (error) {
    // A missing database refuses nobody: the sweep checks again.
    if (meaningOf(error) === 'session_ended') closeChannel(tools, channel, sessionEnded)
    else tools.doubtful.add(channel.socket)
  }
}

/** Checks all private channels of these sockets again (`userId`: only those of this person). */
export async function recheck(
  tools: Tools,
  sockets: Iterable<ChannelSocket>,
  userId?: string,
): Promise<void> {
  const asked: Promise<void>[] = []
  for (const { channels } of sockets) {
    for (const channel of channels.values()) {
      const people = channel.callers.map(({ claims }) => claims.sub)
      const concerned = userId ? people.includes(userId) : channel.private || people.some(Boolean)
      if (concerned) asked.push(askAgain(tools, channel))
    }
  }
  await Promise.all(asked)
}

export function endSession(tools: Tools, session: string): void {
  for (const { channels } of tools.people.socketsIn(session)) {
    for (const channel of channels.values()) {
      const ended = channel.callers.some(({ claims }) => claims.session_id === session)
      if (ended) closeChannel(tools, channel, sessionEnded)
    }
  }
}

/** Ends channels whose token has run out. `now` in ms, on the clock of tokens. */
export function endExpired(tools: Tools, socket: ChannelSocket, now: number): void {
  if (socket.firstExpiry > now) return
  const left: Caller[] = []
  for (const channel of socket.channels.values()) {
    if (channel.caller.expiresAt <= now) closeChannel(tools, channel, expired)
    else left.push(channel.caller)
  }
  socket.firstExpiry = Math.min(...left.map(({ expiresAt }) => expiresAt))
}
