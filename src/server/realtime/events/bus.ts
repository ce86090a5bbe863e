import type { Db } from '../../db/door.ts'
import type { LiveEvent } from './listener.ts'
import type { RedisLink } from '../redis-link.ts'

export type Bus = {
  /** Sends to every node, this one included. Rejects when neither Redis nor PostgreSQL took the message. */
  publish(message: Omit<LiveEvent, 'seq'>): Promise<void>
  stop(): Promise<void>
}

export type BusDeps = {
  db: Db
  redis?: RedisLink | undefined
  /** Gets what came through Redis. Without Redis, events come back through the listener. */
  deliver(event: LiveEvent): void
}

/** Carries broadcasts of clients, after a policy has allowed them. */
export function createBus({ db, redis, ...deps }: BusDeps): Bus {
  const store = async ({ id, topic, event, payload, private: isPrivate }: Omit<LiveEvent, 'seq'>) => {
    await db.asService((tx) =>
      tx.last({
        text: 'insert into realtime.messages (id, topic, event, payload, private) values ($1, $2, $3, $4, $5)',
        values: [id, topic, event, payload, isPrivate],
      }),
    )
  }
  if (!redis) return { publish: store, stop: async () => {} }
  let stopped = false
  const channel = `${redis.prefix}events`
  redis.subscribe(channel, (text) => {
    if (!stopped) deps.deliver({ ...(JSON.parse(text) as Omit<LiveEvent, 'seq'>), seq: 0 })
  })
  return {
    async publish(message) {
      // While Redis is away PostgreSQL carries it. An event that was under way when it went is not sent again: it may have arrived.
      if (redis.isReady()) await redis.client.publish(channel, JSON.stringify(message))
      else await store(message)
    },
    async stop() {
      stopped = true
    },
  }
}
