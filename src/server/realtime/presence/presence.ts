import type { Db } from '../../db/door.ts'
import { keepInPostgres } from './postgres.ts'
import { RedisPresence } from './redis.ts'
import { Teller } from './teller.ts'
import type { RedisLink } from '../redis-link.ts'
import { Rosters } from './rosters.ts'
import type { Face, PresenceDiff } from './face.ts'

export type Presence = {
  /** Counts a socket of this person: several tabs are one presence. */
  enter(topic: string, userId: string): void
  leave(topic: string, userId: string): void
  /** Keeps the roster of a topic. Counted: each resolved `watch` needs one `unwatch`. Rejects when the roster cannot be loaded. */
  watch(topic: string): Promise<void>
  unwatch(topic: string): void
  /** The faces by user id; empty while the topic is not watched. Read only. */
  roster(topic: string): ReadonlyMap<string, Face>
  /** Gathered differences of watched topics. A changed face is a leave and a join in one diff. Returns a function that ends it. */
  changed(listener: (topic: string, diff: PresenceDiff) => void): () => void
  hear: { face(userId: string): void; presence(userId: string, topic: string): void; resumed(): void }
  /** Removes everyone of this node at once. */
  stop(): Promise<void>
}

export type PresenceDeps = {
  db: Db
  redis?: RedisLink | undefined
  log: (line: string) => void
  /** Shortest time between diffs of a topic, ms: a crowd that arrives must not flood phones. */
  gatherMs?: number
  /** Time between two reads of all faces, ms: Premium ends by the clock, without a notice. */
  afreshMs?: number
}

/** After an outage of the store other nodes need this time to write their people again. */
const settleMs = 3_000
const faces = `select u.id as "userId", coalesce(codename, 'Anonymous') as codename, avatar_url,
    app.is_premium(is_premium, premium_until) as is_premium
  from auth.users as u left join public.user_profiles as p using (id)
  where u.id = any ($1::uuid[]) and not coalesce(invisible, false)`

/** The people present on every node, in a shared store. Only the server writes faces. */
export function createPresence({
  db,
  redis,
  log,
  gatherMs = 1_000,
  afreshMs = 5 * 60_000,
}: PresenceDeps): Presence {
  const listeners = new Set<(topic: string, diff: PresenceDiff) => void>()
  const rosters = new Rosters({
    gatherMs,
    async read(topic, among) {
      const values = [await store.present(topic, among)]
      const { rows } = await db.asService((tx) => tx.last<Face>({ text: faces, values }), { readOnly: true })
      return rows
    },
    tell(topic, diff) {
      for (const listener of listeners) listener(topic, diff)
    },
  })
  const store = redis ? new RedisPresence(redis, rosters) : keepInPostgres(db)
  const teller = new Teller(store, log)
  let settling: NodeJS.Timeout | undefined
  const resume = () => {
    teller.beat()
    clearTimeout(settling)
    settling = setTimeout(() => rosters.markAll(), settleMs)
  }
  redis?.back(resume)
  const afresh = setInterval(() => rosters.markAll(), afreshMs)
  return {
    enter: (topic, userId) => teller.enter(topic, userId),
    leave: (topic, userId) => teller.leave(topic, userId),
    watch: (topic) => rosters.watch(topic),
    unwatch: (topic) => rosters.unwatch(topic),
    roster: (topic) => rosters.of(topic),
    changed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hear: {
      face: (userId) => rosters.markPerson(userId),
      presence: (userId, topic) => rosters.mark(topic, [userId]),
      resumed: resume,
    },
    async stop() {
      clearTimeout(settling)
      clearInterval(afresh)
      rosters.stop()
      await teller.stop()
    },
  }
}
