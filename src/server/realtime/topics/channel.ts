import type { Readable } from './admission.ts'
import { roles, type Caller } from './caller.ts'
import { ChannelError } from '../errors.ts'
import { isObject, type ClientFrame } from '../wire/frames.ts'
import type { Hub, Subscriber } from './hub.ts'
import type { Allowance } from '../allowance.ts'
import type { Socket } from '../wire/socket.ts'

export type JoinConfig = {
  private: boolean
  /** `ack`: the server answers each broadcast. `self`: the channel hears its own broadcasts. */
  ack: boolean
  self: boolean
  presence: boolean
}

export type ChannelSocket = Socket<Channel>

export class Channel implements Subscriber {
  readonly socket: ChannelSocket
  /** The client's spelling: `realtime:` and the name. */
  readonly topic: string
  readonly name: string
  readonly joinRef: string | null
  readonly config: JoinConfig
  caller: Caller = roles.anon
  /** The caller of a newer token, until the database admits it. */
  next: Caller | undefined
  joined = false
  readable: Readable = { broadcast: false, presence: false }
  /** The database checks whether the channel may stay. `checkAgain` requests one more check. */
  checking = false
  checkAgain = false
  readonly #rooms: string[] = []
  /** The policy's answer about broadcasts and tracking, loaded at the first one. */
  mayBroadcast: Promise<boolean> | undefined
  mayTrack: Promise<boolean> | undefined
  tracks: Allowance | undefined
  shown: string | undefined
  watching = false
  sending: Promise<void> = Promise.resolve()

  constructor(socket: ChannelSocket, topic: string, joinRef: string | null, config: JoinConfig) {
    this.socket = socket
    this.topic = topic
    this.name = topic.slice(prefix.length)
    this.joinRef = joinRef
    this.config = config
  }

  get alive(): boolean {
    return this.socket.channels.get(this.topic) === this
  }

  /** The channel ends when either loses its right. */
  get callers(): Caller[] {
    return this.next ? [this.caller, this.next] : [this.caller]
  }

  /** True when it acts for one of these people. */
  isOf(people: ReadonlySet<string>): boolean {
    return this.callers.some(({ claims }) => claims.sub !== undefined && people.has(claims.sub))
  }

  get private(): boolean {
    return this.config.private
  }

  get room(): string {
    return roomOf(this.private, this.name)
  }

  enter(hub: Hub, room: string): void {
    this.#rooms.push(room)
    hub.enter(room, this)
  }

  leaveAll(hub: Hub): void {
    for (const room of this.#rooms.splice(0)) hub.leave(room, this)
  }

  tell(event: string, payload: object | string, ref: string | null = null): void {
    this.socket.tell(this.joinRef, ref, this.topic, event, payload)
  }
}

export const prefix = 'realtime:'

/** A public and a private topic of one name are two rooms. */
export function roomOf(isPrivate: boolean, name: string): string {
  return (isPrivate ? 'private ' : 'public ') + name
}

/**
 * Ignores client fields without use here: `presence.key` (the server sets its own), `replay`, `replication_ready`,
 * `postgres_changes_options`.
 */
export function readJoin({ payload }: ClientFrame): { config: JoinConfig; token: string | undefined } {
  const config = objectIn(payload, 'config')
  const broadcast = objectIn(config, 'broadcast')
  const presence = objectIn(config, 'presence')
  const changes = config['postgres_changes'] ?? []
  if (!Array.isArray(changes)) throw invalid('postgres_changes is a list')
  if (changes.length > 0) {
    const reason = 'Changes of tables are not part of this API; events of topics are'
    throw new ChannelError(`RealtimeDisabledForConfiguration: ${reason}`)
  }
  return {
    config: {
      private: flagIn(config, 'private', false),
      ack: flagIn(broadcast, 'ack', false),
      self: flagIn(broadcast, 'self', false),
      presence: flagIn(presence, 'enabled', true),
    },
    token: readToken(payload['access_token']),
  }
}

/** A token of a person or a role. Keys with the prefix `sb_` are none. */
export function readToken(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid('access_token is a text')
  return value.startsWith('sb_') ? undefined : value
}

const invalid = (what: string) => new ChannelError(`InvalidJoinPayload: ${what}`)

function objectIn(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = holder[key] ?? {}
  if (!isObject(value)) throw invalid(`${key} is an object`)
  return value
}

function flagIn(holder: Record<string, unknown>, key: string, otherwise: boolean): boolean {
  const value = holder[key] ?? otherwise
  if (typeof value !== 'boolean') throw invalid(`${key} is true or false`)
  return value
}
