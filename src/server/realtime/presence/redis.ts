import { randomUUID } from 'node:crypto'
import type { Pair, PresenceStore } from './teller.ts'
import type { RedisLink } from '../redis-link.ts'

/** A node's keys expire after this time without a beat, so a dead node leaves nothing. */
const leaseMs = 6_000

export type Stale = { mark(topic: string, userIds: string[]): void; markAll(): void }

/** Presence in Redis or Valkey: a set of people per topic and node, with a lease. Changes are published. */
export class RedisPresence implements PresenceStore {
  readonly #redis: RedisLink
  readonly #stale: Stale
  readonly #node = randomUUID()
  /** The people of each topic that Redis should hold for this node. */
  readonly #mine = new Map<string, Set<string>>()
  #others = new Set<string>()

  constructor(redis: RedisLink, stale: Stale) {
    this.#redis = redis
    this.#stale = stale
    redis.subscribe(this.#channel, (text) => {
      const { topic, ids } = JSON.parse(text) as { topic: string; ids: string[] }
      stale.mark(topic, ids)
    })
  }

  async beat(): Promise<boolean> {
    const { client } = this.#redis
    const topics = [...this.#mine]
    const batch = client
      .multi()
      .set(this.#leaseOf(this.#node), '1', { expiration: { type: 'PX', value: leaseMs }, GET: true })
    batch.sAdd(this.#nodes, this.#node)
    for (const [topic] of topics) batch.sCard(this.#keyOf(this.#node, topic))
    for (const [topic] of topics) batch.pExpire(this.#keyOf(this.#node, topic), leaseMs)
    const [lease, , ...counts] = (await batch.exec()) as unknown as [string | null, ...number[]]
    // A lease alone proves nothing: Redis may have come back from a snapshot with the lease and without the people.
    const wrong = topics.filter(([, people], at) => counts[at] !== people.size)
    if (wrong.length > 0) await client.del(wrong.map(([topic]) => this.#keyOf(this.#node, topic)))
    await this.#removeDead()
    return lease === null || wrong.length > 0
  }

  async write(entered: Pair[], left: Pair[]): Promise<void> {
    const batch = this.#redis.client.multi()
    for (const [topic, ids] of byTopic(left)) {
      const people = this.#mine.get(topic)
      for (const id of ids) people?.delete(id)
      if (people?.size === 0) this.#mine.delete(topic)
      batch.sRem(this.#keyOf(this.#node, topic), ids)
    }
    for (const [topic, ids] of byTopic(entered)) {
      const people = this.#mine.get(topic) ?? new Set()
      this.#mine.set(topic, people)
      for (const id of ids) people.add(id)
      const key = this.#keyOf(this.#node, topic)
      batch.sAdd(key, ids).pExpire(key, leaseMs)
    }
    for (const [topic, ids] of byTopic([...left, ...entered]))
      batch.publish(this.#channel, JSON.stringify({ topic, ids }))
    await batch.exec()
  }

  async present(topic: string, among?: string[]): Promise<string[]> {
    const { client } = this.#redis
    const listed = await client.sMembers(this.#nodes)
    const keys = listed.map((id) => this.#keyOf(id, topic))
    if (keys.length === 0 || among?.length === 0) return []
    return among ? this.#presentAmong(keys, among) : client.sUnion(keys)
  }

  async leave(): Promise<void> {
    const { client } = this.#redis
    const batch = client.multi()
    for (const topic of this.#mine.keys()) {
      const key = this.#keyOf(this.#node, topic)
      const ids = await client.sMembers(key)
      batch.del(key)
      if (ids.length > 0) batch.publish(this.#channel, JSON.stringify({ topic, ids }))
    }
    await batch.del(this.#leaseOf(this.#node)).sRem(this.#nodes, this.#node).exec()
  }

  async #removeDead(): Promise<void> {
    const { client } = this.#redis
    const listed = await client.sMembers(this.#nodes)
    const leases = await client.mGet(listed.map((id) => this.#leaseOf(id)))
    const dead = listed.filter((_, at) => leases[at] === null)
    if (dead.length > 0) await client.sRem(this.#nodes, dead)
    const living = new Set(listed.filter((id) => !dead.includes(id)))
    const missing = [...this.#others].some((id) => !living.has(id))
    this.#others = living
    if (missing) this.#stale.markAll()
  }

  async #presentAmong(keys: string[], ids: string[]): Promise<string[]> {
    const batch = this.#redis.client.multi()
    for (const key of keys) batch.smIsMember(key, ids)
    const answers = (await batch.exec()) as unknown as number[][]
    return ids.filter((_, at) => answers.some((answer) => answer[at] === 1))
  }

  get #nodes(): string {
    return `${this.#redis.prefix}nodes`
  }

  get #channel(): string {
    return `${this.#redis.prefix}presence`
  }

  #leaseOf(id: string): string {
    return `${this.#redis.prefix}node:${id}`
  }

  #keyOf(id: string, topic: string): string {
    return `${this.#redis.prefix}at:${id}:${topic}`
  }
}

function byTopic(pairs: Pair[]): Map<string, string[]> {
  return new Map(
    Object.entries(Object.groupBy(pairs, ({ topic }) => topic)).map(([topic, group = []]) => [
      topic,
      group.map(({ userId }) => userId),
    ]),
  )
}
