import type { Db } from '../db/door.ts'
import type { RedisLink } from './redis.ts'

/** What others see of a person who is here: stamped by the server, as the client gets it. */
export type Face = {
  userId: string
  codename: string
  avatar_url: string | null
  is_premium: boolean
  phx_ref: string
}

export type PresenceDiff = { joins: Face[]; leaves: Face[] }

export type Presence = {
  /** A socket of this person is here; counted, so that several tabs are one presence. */
  enter(topic: string, userId: string): void
  leave(topic: string, userId: string): void
  /** Keeps the roster of a topic; counted, each `watch` that resolved needs one `unwatch`. Rejects when it cannot be loaded. */
  watch(topic: string): Promise<void>
  unwatch(topic: string): void
  /** Who is here, by user id; empty while nobody watches. Not to be changed. */
  roster(topic: string): ReadonlyMap<string, Face>
  /** Differences of watched topics, gathered. A changed face is a leave and a join in one diff. Returns a function that ends it. */
  changed(listener: (topic: string, diff: PresenceDiff) => void): () => void
  /** What the listener heard; wire its three callbacks here. */
  hear: { person(userId: string): void; presence(userId: string, topic: string): void; resumed(): void }
  /** Leaves at once, for everyone that this node held. */
  stop(): Promise<void>
}

export type PresenceDeps = {
  db: Db
  /** Presence is kept in Redis instead of PostgreSQL. */
  redis?: RedisLink | undefined
  log: (line: string) => void
}
