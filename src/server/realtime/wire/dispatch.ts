import type { Channel } from '../topics/channel.ts'
import { FrameError, readFrame, type ClientFrame } from './frames.ts'
import { join, renewToken } from '../topics/joining.ts'
import { forgetChannel, type Tools } from '../tools.ts'
import { broadcast, showPresence } from '../topics/sending.ts'
import type { ChannelSocket } from '../topics/channel.ts'

const acts: Readonly<Record<string, (tools: Tools, channel: Channel, frame: ClientFrame) => Promise<void>>> =
  {
    access_token: renewToken,
    broadcast,
    presence: showPresence,
  }

/** Handles any client message. Never throws. */
export function hear(tools: Tools, socket: ChannelSocket, data: Buffer, binary: boolean): void {
  if (!socket.open) return
  if (!socket.allows(data.length)) return socket.close(1008, 'Too many messages')
  const fail = (error: unknown) => {
    if (error instanceof FrameError) return socket.close(1003, error.message)
    tools.logFault(error)
    socket.close(1011, 'Something went wrong')
  }
  try {
    answer(tools, socket, readFrame(socket.version, data, binary)).catch(fail)
  } catch (error) {
    fail(error)
  }
}

async function answer(tools: Tools, socket: ChannelSocket, frame: ClientFrame): Promise<void> {
  const { topic, event } = frame
  if (event === 'phx_join') return join(tools, socket, frame)
  if (event === 'heartbeat' && topic === 'phoenix') return socket.reply(frame, 'ok', {})
  const channel = socket.channels.get(topic)
  if (event === 'phx_leave') {
    if (channel) forgetChannel(tools, channel)
    return socket.reply(frame, 'ok', {})
  }
  if (!channel?.joined) return socket.reply(frame, 'error', { reason: 'unmatched topic' })
  const act = Object.hasOwn(acts, event) ? acts[event] : undefined
  if (!act) return socket.reply(frame, 'error', { reason: 'unknown event' })
  return act(tools, channel, frame)
}

export function forget(tools: Tools, socket: ChannelSocket): void {
  for (const channel of socket.channels.values()) forgetChannel(tools, channel)
  tools.people.forget(socket)
  tools.doubtful.delete(socket)
}
