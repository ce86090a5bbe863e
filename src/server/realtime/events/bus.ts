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
  /** Receives messages from Redis. Without Redis, events arrive through the listener. */
  deliver(event: LiveEvent): void
}

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
      // PostgreSQL carries messages while Redis is away. A message that Redis lost half way is not sent again: it may have arrived.
      if (redis.isReady()) await redis.client.publish(channel, JSON.stringify(message))
      else await store(message)
    },
    async stop() {
      stopped = true
    },
  }
}
