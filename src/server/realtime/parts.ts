import { meaningOf } from '../http/sqlstate.ts'
import type { Admission } from './topics/admission.ts'
import type { Attendance } from './presence/attendance.ts'
import type { Bus } from './events/bus.ts'
import type { Caller, People } from './topics/callers.ts'
import type { Channel } from './topics/channel.ts'
import { ChannelError } from './errors.ts'
import type { Hub } from './topics/hub.ts'
import type { Limits } from './limits.ts'
import type { Origins } from './topics/origins.ts'
import type { Socket } from './wire/socket.ts'

/** What the operations of the gateway work with. */
export type Parts = {
  hub: Hub
  /** Every open socket. */
  sockets: Set<Socket>
  people: People
  callerOf: (socket: Socket, token: string | undefined) => Promise<Caller>
  admission: Admission
  attendance: Attendance
  bus: Bus
  limits: Limits
  origins: Origins
  /** Sockets whose channels must be asked about again, because the database gave no answer. */
  doubtful: Set<Socket>
  /** Tells the operator of what nobody foresaw. */
  fault: (error: unknown) => void
}

export const sessionEnded = 'InvalidJWTToken: The session has ended'
const standBy = 'RealtimeRestarting: Realtime is restarting, please standby'

/** Why something failed, in words for a client: those of the reference where it has some. */
export function reasonFor(error: unknown, fault: Parts['fault']): string {
  if (error instanceof ChannelError) return error.message
  const meaning = meaningOf(error)
  if (meaning === 'session_ended') return sessionEnded
  if (meaning !== 'unavailable') fault(error)
  return standBy
}

/** Ends a channel of a socket that stays: with a reason, unless the client itself replaced it. */
export function closeChannel(parts: Parts, channel: Channel, reason?: string): void {
  if (!channel.alive) return
  const { name, joinRef } = channel
  if (reason) {
    channel.tell('system', { extension: 'system', status: 'error', message: reason, channel: name })
  }
  channel.tell('phx_close', {}, joinRef)
  forgetChannel(parts, channel)
}

export function forgetChannel({ hub, attendance }: Parts, channel: Channel): void {
  channel.reader.channels.delete(channel.topic)
  channel.leaveAll(hub)
  attendance.forget(channel)
}
