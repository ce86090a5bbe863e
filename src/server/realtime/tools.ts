import { meaningOf } from '../http/sqlstate.ts'
import type { Admission } from './topics/admission.ts'
import type { Attendance } from './presence/attendance.ts'
import type { Bus } from './events/bus.ts'
import type { Caller } from './topics/caller.ts'
import type { People } from './topics/people.ts'
import type { Channel } from './topics/channel.ts'
import { ChannelError, standBy } from './errors.ts'
import type { Hub } from './topics/hub.ts'
import type { SocketLimits } from '../http/limits.ts'
import type { Origins } from './topics/origins.ts'
import type { ChannelSocket } from './topics/channel.ts'

export type Tools = {
  hub: Hub
  sockets: Set<ChannelSocket>
  people: People
  callerOf: (socket: ChannelSocket, token: string | undefined) => Promise<Caller>
  admission: Admission
  attendance: Attendance
  bus: Bus
  limits: SocketLimits
  origins: Origins
  /** Sockets to check again, because the database gave no answer. */
  doubtful: Set<ChannelSocket>
  logFault: (error: unknown) => void
}

export const sessionEnded = 'InvalidJWTToken: The session has ended'

/** The reason for a client, in the reference's words where it has some. */
export function reasonFor(error: unknown, logFault: Tools['logFault']): string {
  if (error instanceof ChannelError) return error.message
  const meaning = meaningOf(error)
  if (meaning === 'session_ended') return sessionEnded
  if (meaning !== 'unavailable') logFault(error)
  return standBy
}

export function closeChannel(tools: Tools, channel: Channel, reason?: string): void {
  if (!channel.alive) return
  const { name, joinRef } = channel
  if (reason) {
    channel.tell('system', { extension: 'system', status: 'error', message: reason, channel: name })
  }
  channel.tell('phx_close', {}, joinRef)
  forgetChannel(tools, channel)
}

export function forgetChannel({ hub, attendance }: Tools, channel: Channel): void {
  channel.socket.channels.delete(channel.topic)
  channel.leaveAll(hub)
  attendance.forget(channel)
}
