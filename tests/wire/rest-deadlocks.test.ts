import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims, Db, Tx } from '../../src/server/db/door.ts'
import { restGateway } from '../../src/server/rest/index.ts'
import { loadSchema } from '../../src/server/rest/schema.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { waitingForLocks } from '../support/database.ts'

/** On a slow machine, only the locks may fail these statements. */
const patient = { timeoutMs: 60_000 }

type Someone = { role: 'authenticated'; sub: string; session_id: string }
type Ask = (method: string, path: string, claims: Claims, body?: object) => Promise<Response>

let app: TestApp
let db: Db
let ask: Ask
/** Number of transactions begun. */
let runs = 0
beforeAll(async () => {
  app = await startApp()
  db = {
    ...app.db,
    as(claims, work, options) {
      const counted = (tx: Tx) => {
        runs++
        return work(tx)
      }
      return app.db.as(claims, counted, { ...options, ...patient })
    },
  }
  const gateway = restGateway({ db, schema: await loadSchema(app.db), keys: app.keys, limits: 'relaxed' })
  ask = (method, path, claims, body) =>
    gateway(
      new Request(`http://emote.test/rest/v1/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
      claims,
      // A network each: one network may not hold six of eight connections.
      claims.sub,
    )
})
afterAll(() => app.stop())

async function makePeople(number: number): Promise<Someone[]> {
  const { rows } = await app.owner.query<{ sub: string; session_id: string }>(
    `with people as (insert into auth.users (id, email)
       select gen_random_uuid(), gen_random_uuid() || '@example.test' from generate_series(1, $1) returning id)
     insert into auth.sessions (id, user_id, amr, expires_at)
       select gen_random_uuid(), id, '[]', now() + interval '1 hour' from people
     returning user_id as sub, id as session_id`,
    [number],
  )
  return rows.map((row) => ({ role: 'authenticated', ...row }))
}

async function write(table: string, author: Someone, row: object): Promise<string> {
  const id = randomUUID()
  expect((await ask('POST', table, author, { id, ...row })).status).toBe(201)
  return id
}

const post = (author: Someone) => write('public_posts', author, { mood: 'Joy', content: 'sabay' })
const comment = (author: Someone, post_id: string) =>
  write('post_comments', author, { post_id, content: 'sabay' })
const react = (author: Someone, post_id: string) => write('post_reactions', author, { post_id, emoji: '❤️' })
const leave = ({ sub }: Someone) =>
  db.as({ role: 'service_role' }, (tx) =>
    tx.last({ text: 'delete from auth.users where id = $1', values: [sub] }),
  )

/** One person comments on the other's post, and both react and comment on a third post. Resolves to the comment. */
async function meet(mine: Someone, theirs: Someone, third: string): Promise<string> {
  await comment(mine, third)
  await react(mine, third)
  const on = await post(theirs)
  await react(mine, on)
  return comment(mine, on)
}

/** The events about the remaining posts, and their stored state. */
async function counts(posts: string[]) {
  const { rows } = await app.owner.query<{ said: number[]; there: number[] }>(
    `select array[p.comment_count, coalesce((p.reaction_counts ->> '❤️')::int, 0)] as said,
       array[(select count(*)::int from public.post_comments where post_id = p.id),
         (select count(*)::int from public.post_reactions where post_id = p.id)] as there
     from public.public_posts as p where p.id = any ($1)`,
    [posts],
  )
  return rows
}

/** Holds the rows until each of `starts` waits, in order. The deadlock is then certain. */
async function behind<T>(table: string, ids: string[], starts: (() => Promise<T>)[]): Promise<T[]> {
  await app.owner.query('begin')
  await app.owner.query(`select from public.${table} where id = any ($1) for update`, [ids])
  const under: Promise<T>[] = []
  for (const start of starts) {
    under.push(start())
    // oxlint-disable-next-line no-await-in-loop -- they continue in the order of waiting
    await waitingForLocks(app, under.length)
  }
  await app.owner.query('commit')
  return Promise.all(under)
}

/** All at once, but fewer than the pool has. */
const three = [0, 1, 2]

describe('two transactions that deadlock', () => {
  it('both succeed: a comment is deleted while its post is deleted', async () => {
    const [author, friend] = (await makePeople(2)) as [Someone, Someone]
    const posts = await Promise.all(three.map(() => post(author)))
    const comments = await Promise.all(posts.map((id) => comment(friend, id)))
    runs = 0
    const answers = await behind('public_posts', posts, [
      ...posts.map((id) => () => ask('DELETE', `public_posts?id=eq.${id}`, author)),
      ...comments.map((id) => () => ask('DELETE', `post_comments?id=eq.${id}`, friend)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    // Each pair collided: one of the two ran again.
    expect(runs).toBeGreaterThanOrEqual(answers.length + posts.length)
    expect(await counts(posts)).toEqual([])
  })

  it('both succeed: two accounts that commented on each other are deleted', async () => {
    const witness = (await makePeople(1))[0] as Someone
    const pairs = await Promise.all(three.map(async () => (await makePeople(2)) as [Someone, Someone]))
    const read: string[] = []
    const comments = await Promise.all(
      pairs.map(async ([one, other]) => {
        const left = await post(witness)
        read.push(left)
        return Promise.all([meet(one, other, left), meet(other, one, left)])
      }),
    )
    runs = 0
    const people = pairs.flat()
    const gone = await behind(
      'post_comments',
      comments.flat(),
      people.map((person) => () => leave(person)),
    )
    expect(gone.map(({ rowCount }) => rowCount)).toEqual(people.map(() => 1))
    expect(runs).toBeGreaterThanOrEqual(people.length + pairs.length)
    expect(await counts(read)).toEqual(read.map(() => ({ said: [0, 0], there: [0, 0] })))
  })
})
