import { randomUUID } from 'node:crypto'
import { BodyError, parseJson } from '../../http/body.ts'
import type { Channel } from './channel.ts'
import { ChannelError } from '../errors.ts'
import type { ClientFrame } from '../wire/frames.ts'
import { Allowance } from '../allowance.ts'
import { reasonFor, type Tools } from '../tools.ts'

type Act = (tools: Tools, channel: Channel, frame: ClientFrame) => Promise<boolean>

/** Runs a channel's messages in order. Answers refusals always, successes on request. */
const inTurn =
  (act: Act) =>
  (tools: Tools, channel: Channel, frame: ClientFrame): Promise<void> =>
    (channel.sending = channel.sending.then(async () => {
      try {
        const answered = channel.alive && (await act(tools, channel, frame))
        if (answered) channel.socket.reply(frame, 'ok', {})
      } catch (error) {
        channel.socket.reply(frame, 'error', { reason: reasonFor(error, tools.logFault) })
      }
    }))

export const broadcast = inTurn(async (tools, channel, frame) => {
  const { config, name } = channel
  const { event } = frame.payload
  if (typeof event !== 'string' || event === '' || event.length > 200) {
    throw new ChannelError('InvalidBroadcast: event is a text of 1 to 200 letters')
  }
  const payload = readPayload(frame)
  if (!config.private || !(await mayBroadcast(tools, channel))) throw new ChannelError(unauthorized(name))
  const id = randomUUID()
  if (!config.self) tools.origins.note(id, channel, performance.now())
  try {
    await tools.bus.publish({ id, topic: name, private: true, event, payload })
  } catch (error) {
    tools.origins.take(id)
    throw error
  }
  return config.ack
})

export const showPresence = inTurn(async (tools, channel, { payload }) => {
  const { attendance } = tools
  const { config, name } = channel
  if (payload['event'] === 'untrack') {
    attendance.hide(channel)
    return true
  }
  if (payload['event'] !== 'track') throw new ChannelError('InvalidPresence: event is track or untrack')
  channel.tracks ??= new Allowance()
  if (!channel.tracks.take(1, tools.limits.tracksPerSecond, performance.now())) {
    throw new ChannelError('ClientPresenceRateLimitReached: Too many presence messages')
  }
  if (!config.private || !(await mayTrack(tools, channel))) throw new ChannelError(unauthorized(name))
  // Ignores the client's words about itself: presence shows the profile.
  if (channel.alive) attendance.show(channel)
  return true
})

const unauthorized = (name: string) =>
  `Unauthorized: You do not have permissions to write to this Channel topic: ${name}`

/** The payload as JSON text that PostgreSQL can store. */
function readPayload({ payload, text }: ClientFrame): string {
  try {
    const written = text ?? JSON.stringify(payload['payload'] ?? {})
    parseJson(written)
    return written
  } catch (error) {
    // RangeError: nested deeper than the stack.
    if (error instanceof BodyError || error instanceof RangeError) {
      throw new ChannelError('InvalidBroadcast: payload is JSON, not too deep, without NUL')
    }
    throw error
  }
}

function mayBroadcast({ admission }: Tools, channel: Channel): Promise<boolean> {
  channel.mayBroadcast ??= admission
    .mayWrite(channel.caller, channel.name, 'broadcast', channel.socket.network)
    .catch((error) => {
      channel.mayBroadcast = undefined
      throw error
    })
  return channel.mayBroadcast
}

function mayTrack({ admission }: Tools, channel: Channel): Promise<boolean> {
  channel.mayTrack ??= admission
    .mayWrite(channel.caller, channel.name, 'presence', channel.socket.network)
    .catch((error) => {
      channel.mayTrack = undefined
      throw error
    })
  return channel.mayTrack
}
