import type { Db } from '../db/door.ts'
import type { LiveEvent } from './listener.ts'
import type { RedisLink } from './redis.ts'

export type Bus = {
  /** To every node, this one included. Rejects when it was not taken. */
  publish(message: Omit<LiveEvent, 'seq'>): Promise<void>
  stop(): Promise<void>
}

export type BusDeps = {
  db: Db
  redis?: RedisLink | undefined
  log: (line: string) => void
  /** What came through Redis. Without Redis events come back through the listener. */
  deliver(event: LiveEvent): void
}

/** Carries what clients broadcast, once a policy has allowed it. */
export function createBus({ db }: BusDeps): Bus {
  return {
    async publish({ id, topic, event, payload, private: isPrivate }) {
      await db.asService((tx) =>
        tx.last({
          text: 'insert into realtime.messages (id, topic, event, payload, private) values ($1, $2, $3, $4, $5)',
          values: [id, topic, event, payload, isPrivate],
        }),
      )
    },
    stop: async () => {},
  }
}
