import type { Channel } from '../topics/channel.ts'
import { FrameError, readFrame, type ClientFrame } from './frames.ts'
import { join, renewToken } from '../topics/joining.ts'
import { forgetChannel, type Parts } from '../parts.ts'
import { broadcast, showPresence } from '../topics/sending.ts'
import type { Socket } from './socket.ts'

/** What a client may say on a channel that it has joined. */
const acts: Readonly<Record<string, (parts: Parts, channel: Channel, frame: ClientFrame) => Promise<void>>> =
  {
    access_token: renewToken,
    broadcast,
    presence: showPresence,
  }

/** A message of a client, of any shape. Nothing that it can hold is thrown further. */
export function hear(parts: Parts, socket: Socket, data: Buffer, binary: boolean): void {
  if (!socket.open) return
  if (!socket.allows(data.length)) return socket.close(1008, 'Too many messages')
  const fail = (error: unknown) => {
    if (error instanceof FrameError) return socket.close(1003, error.message)
    parts.fault(error)
    socket.close(1011, 'Something went wrong')
  }
  try {
    answer(parts, socket, readFrame(socket.version, data, binary)).catch(fail)
  } catch (error) {
    fail(error)
  }
}

async function answer(parts: Parts, socket: Socket, frame: ClientFrame): Promise<void> {
  const { topic, event } = frame
  if (event === 'phx_join') return join(parts, socket, frame)
  if (event === 'heartbeat' && topic === 'phoenix') return socket.reply(frame, 'ok', {})
  const channel = socket.channels.get(topic)
  if (event === 'phx_leave') {
    if (channel) forgetChannel(parts, channel)
    return socket.reply(frame, 'ok', {})
  }
  if (!channel?.joined) return socket.reply(frame, 'error', { reason: 'unmatched topic' })
  const act = Object.hasOwn(acts, event) ? acts[event] : undefined
  if (!act) return socket.reply(frame, 'error', { reason: 'unknown event' })
  return act(parts, channel, frame)
}

/** The socket is gone, with all that it held. */
export function forget(parts: Parts, socket: Socket): void {
  for (const channel of socket.channels.values()) forgetChannel(parts, channel)
  parts.people.forget(socket)
  parts.doubtful.delete(socket)
}
