import type { Db } from '../../db/door.ts'
import { keepInPostgres } from './postgres.ts'
import { keepInRedis } from './redis.ts'
import { Teller } from './teller.ts'
import type { RedisLink } from '../redis-link.ts'
import { Rosters } from './rosters.ts'
import type { Face, PresenceDiff } from './face.ts'

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
  /** Notices of the listener. */
  hear: { face(userId: string): void; presence(userId: string, topic: string): void; resumed(): void }
  /** Leaves at once, for everyone that this node held. */
  stop(): Promise<void>
}

export type PresenceDeps = {
  db: Db
  /** Presence is kept in Redis instead of PostgreSQL. */
  redis?: RedisLink | undefined
  log: (line: string) => void
  /** Diffs of a topic are at least this far apart, in milliseconds: a crowd that comes must not flood phones. */
  gatherMs?: number
}

/** After a store was away other nodes need a moment to say again who is with them. */
const settleMs = 3_000
/** Premium ends by the clock, without a notice. */
const afreshMs = 5 * 60_000
// Somebody new has no profile yet.
const faces = `select u.id as "userId", coalesce(codename, 'Anonymous') as codename, avatar_url,
    coalesce(is_premium and premium_until > now(), false) as is_premium
  from auth.users as u left join public.user_profiles as p using (id)
  where u.id = any ($1::uuid[]) and not coalesce(invisible, false)`

/** Who is here, on every node: kept in a store that all nodes share, with faces that only the server writes. */
export function createPresence({ db, redis, log, gatherMs = 1_000 }: PresenceDeps): Presence {
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
  const store = redis ? keepInRedis(redis, rosters) : keepInPostgres(db)
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
