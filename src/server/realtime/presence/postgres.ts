import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/door.ts'
import type { Pair, PresenceStore } from './teller.ts'

const deadMs = 6_000
/** Timeout of a beat: the next one follows. */
const quick = { timeoutMs: 500 }
const patient = { timeoutMs: 10_000 }
const live = `insert into realtime.nodes (id) values ($1)
  on conflict (id) do update set seen_at = now() returning xmax = 0 as fresh`
const bury = `delete from realtime.nodes where id in (
  select id from realtime.nodes where seen_at < now() - make_interval(secs => $1::double precision / 1000) for update skip locked)`
// The account of the person was just deleted, so the row has no referent.
const enter = `insert into realtime.presences (topic, user_id, node_id)
  select p.topic, u.id, $1 from unnest($2::text[], $3::uuid[]) as p (topic, id) join auth.users as u using (id)
  on conflict do nothing`
const leave = `delete from realtime.presences where node_id = $1
  and (topic, user_id) in (select * from unnest($2::text[], $3::uuid[]))`

/** Presence in PostgreSQL. Triggers announce changes, which return through the listener. */
export function keepInPostgres(db: Db): PresenceStore {
  const node = randomUUID()
  let heardSince = 0
  let lastBeat = -Infinity
  const columns = (pairs: Pair[]) => [
    node,
    pairs.map(({ topic }) => topic),
    pairs.map(({ userId }) => userId),
  ]
  return {
    async beat() {
      const { rows } = await db.asService(
        (tx) => tx.last<{ fresh: boolean }>({ text: live, values: [node] }),
        quick,
      )
      const fresh = rows[0]?.fresh ?? false
      const now = performance.now()
      if (fresh || now - lastBeat > deadMs / 2) heardSince = now
      lastBeat = now
      // After a gap in its own beats a node cannot tell dead nodes from nodes that also lost the database.
      if (now - heardSince >= deadMs)
        await db.asService((tx) => tx.last({ text: bury, values: [deadMs] }), patient)
      return fresh
    },
    async write(entered, left) {
      await db.asService(async (tx) => {
        if (left.length > 0) await tx.query({ text: leave, values: columns(left) })
        if (entered.length > 0) await tx.query({ text: enter, values: columns(entered) })
      })
    },
    async present(topic, among) {
      const { rows } = await db.asService(
        (tx) =>
          tx.last<{ id: string }>({
            text: `select distinct user_id as id from realtime.presences
              where topic = $1 and ($2::uuid[] is null or user_id = any ($2))`,
            values: [topic, among ?? null],
          }),
        { readOnly: true },
      )
      return rows.map(({ id }) => id)
    },
    async leave() {
      await db.asService((tx) =>
        tx.last({ text: 'delete from realtime.nodes where id = $1', values: [node] }),
      )
    },
  }
}
