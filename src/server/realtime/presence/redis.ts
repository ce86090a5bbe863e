import { randomUUID } from 'node:crypto'
import type { Pair, PresenceStore } from './teller.ts'
import type { RedisLink } from '../redis-link.ts'

/** A node's keys expire after this time without a beat, so a dead node leaves nothing. */
const leaseMs = 6_000

export type Stale = { mark(topic: string, userIds: string[]): void; markAll(): void }

/** Presence in Redis or Valkey: a set of people per topic and node, with a lease. Changes are published. */
export function keepInRedis(redis: RedisLink, stale: Stale): PresenceStore {
  const { client, prefix } = redis
  const node = randomUUID()
  const nodes = `${prefix}nodes`
  const channel = `${prefix}presence`
  const leaseOf = (id: string) => `${prefix}node:${id}`
  const keyOf = (id: string, topic: string) => `${prefix}at:${id}:${topic}`
  const mine = new Set<string>()
  let others = new Set<string>()
  redis.subscribe(channel, (text) => {
    const { topic, ids } = JSON.parse(text) as { topic: string; ids: string[] }
    stale.mark(topic, ids)
  })
  const isAmong = async (keys: string[], ids: string[]) => {
    const batch = client.multi()
    for (const key of keys) batch.smIsMember(key, ids)
    const answers = (await batch.exec()) as unknown as number[][]
    return ids.filter((_, at) => answers.some((answer) => answer[at] === 1))
  }
  return {
    async beat() {
      const batch = client
        .multi()
        .set(leaseOf(node), '1', { expiration: { type: 'PX', value: leaseMs }, GET: true })
      batch.sAdd(nodes, node)
      for (const topic of mine) batch.pExpire(keyOf(node, topic), leaseMs)
      const [lease] = (await batch.exec()) as unknown as [string | null]
      const listed = await client.sMembers(nodes)
      const leases = await client.mGet(listed.map(leaseOf))
      const dead = listed.filter((_, at) => leases[at] === null)
      if (dead.length > 0) await client.sRem(nodes, dead)
      const living = new Set(listed.filter((id) => !dead.includes(id)))
      const missing = [...others].some((id) => !living.has(id))
      others = living
      if (missing) stale.markAll()
      return lease === null
    },
    async write(entered, left) {
      const batch = client.multi()
      for (const [topic, ids] of byTopic(left)) batch.sRem(keyOf(node, topic), ids)
      for (const [topic, ids] of byTopic(entered)) {
        mine.add(topic)
        batch.sAdd(keyOf(node, topic), ids).pExpire(keyOf(node, topic), leaseMs)
      }
      for (const [topic, ids] of byTopic([...left, ...entered]))
        batch.publish(channel, JSON.stringify({ topic, ids }))
      await batch.exec()
    },
    async present(topic, among) {
      const listed = await client.sMembers(nodes)
      const keys = listed.map((id) => keyOf(id, topic))
      if (keys.length === 0 || among?.length === 0) return []
      return among ? isAmong(keys, among) : client.sUnion(keys)
    },
    async leave() {
      const batch = client.multi()
      for (const topic of mine) {
        const ids = await client.sMembers(keyOf(node, topic))
        batch.del(keyOf(node, topic))
        if (ids.length > 0) batch.publish(channel, JSON.stringify({ topic, ids }))
      }
      await batch.del(leaseOf(node)).sRem(nodes, node).exec()
    },
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
