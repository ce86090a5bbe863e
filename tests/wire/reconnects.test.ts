import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PostStore } from '../../src/web/domain/posts/post-store.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createBell } from '../support/live.ts'
import { startCable } from '../support/network.ts'
import { type Person, signUp } from '../support/cast.ts'

const readers = 20
const cutsEach = 50

let app: TestApp
let mina: Person
let loved: string
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  loved = await write()
}, 90_000)
afterAll(() => app.stop())

async function write(): Promise<string> {
  const id = randomUUID()
  const post = { id, user_id: mina.id, mood: 'Calm', content: 'Tahimik ang gabi' }
  const { error } = await mina.client.from('public_posts').insert(post)
  if (error) throw new Error(error.message)
  return id
}

/** Adds, changes and takes back a reaction. */
async function react(): Promise<void> {
  const reactions = mina.client.from('post_reactions')
  const mine = { post_id: loved, user_id: mina.id }
  for (const change of [
    reactions.insert({ ...mine, emoji: '❤️' }),
    reactions.update({ emoji: '😢' }).match(mine),
    reactions.delete().match(mine),
  ]) {
    const { error } = await change
    if (error) throw new Error(error.message)
  }
}

/** A page that follows a wall and the reactions of one post: subscribe, fetch rows newer than the last one held, merge by id. */
async function openPage() {
  const { port } = new URL(app.origin)
  const cable = await startCable({ port: Number(port), host: '127.0.0.1' })
  const client = createClient(`http://127.0.0.1:${cable.port}`, app.keys.anonKey, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
    realtime: { reconnectAfterMs: () => 5 },
  })
  const held = new Set<string>()
  const heard: string[] = []
  const posts = new PostStore()
  // The copy is complete up to here. Events move it only after all earlier rows were fetched.
  let cursor = 0
  let newest = 0
  let joins = 0
  let joined = false
  let subscription = 0
  let complete = false
  let lovedJoined = false
  let fetches = 0
  let fetching = 0
  const { ring, until } = createBell()
  const take = (id: string, seq: number) => {
    held.add(id)
    newest = Math.max(newest, seq)
    if (complete) cursor = newest
  }
  const catchUp = async () => {
    const mine = subscription
    const since = posts.now()
    fetching++
    const [found, counts] = await Promise.all([
      client.from('wall_posts').select('id, seq').eq('mood', 'Calm').gt('seq', cursor).order('seq'),
      client
        .from('wall_posts')
        .select('id, reaction_counts, my_reaction, comment_count, comments_vary')
        .eq('id', loved),
    ])
    fetches++
    fetching--
    if (found.error ?? counts.error) throw new Error('A fetch was refused')
    posts.absorbNumbers(counts.data ?? [], since)
    for (const { id, seq } of found.data ?? []) {
      take(String(id), Number(seq))
      cursor = Math.max(cursor, Number(seq))
    }
    if (mine === subscription && joined) {
      complete = true
      cursor = newest
    }
    ring()
  }
  client
    .channel('wall-kalma')
    .on('broadcast', { event: 'new_post' }, ({ payload }: { payload: { id: string; seq: number } }) => {
      heard.push(payload.id)
      take(payload.id, payload.seq)
      ring()
    })
    .subscribe((status) => {
      subscription++
      complete = false
      joined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
      if (joined) {
        joins++
        void catchUp()
      }
      ring()
    })
  client
    .channel(`post-reactions-${loved}`)
    .on('broadcast', { event: 'reaction_update' }, ({ payload }: { payload: { reaction_counts: unknown } }) =>
      posts.hearReactions(loved, payload.reaction_counts),
    )
    .subscribe((status) => {
      lovedJoined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
      if (lovedJoined) void catchUp()
      ring()
    })
  return {
    held,
    heard,
    counts: () => posts.reactions(loved).counts,
    fetches: () => fetches,
    isAtRest: () => complete && lovedJoined && fetching === 0,
    connections: () => cable.count(),
    until,
    /** Cuts the connection at varying moments: at once, after the fetch, at the next event, in between. */
    async loseConnection(times: number) {
      for (let n = 0; n < times; n++) {
        const before = joins
        const events = heard.length
        cable.cut()
        await until(() => joins > before)
        if (n % 4 === 1) await until(() => complete)
        if (n % 4 === 2) await until(() => heard.length > events)
        if (n % 4 === 3) await wait(n % 11)
      }
    },
    async close() {
      await client.realtime.disconnect()
      cable.stop()
    },
  }
}

it('1,000 forced reconnects lose and double nothing while people write', async () => {
  const pages = await Promise.all(Array.from({ length: readers }, openPage))
  await Promise.all(pages.map(({ until, isAtRest }) => until(isAtRest)))
  const over = new AbortController()
  let fetched: number[] = []
  const writePosts = async () => {
    while (!over.signal.aborted) await write()
  }
  const writeReactions = async () => {
    while (!over.signal.aborted) await react()
    await mina.client.from('post_reactions').insert({ post_id: loved, user_id: mina.id, emoji: '😮' })
  }
  // Sometimes cuts the node's own connection to the database too.
  const cutListener = async () => {
    for (; !over.signal.aborted; await wait(500))
      await app.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
      )
  }
  const loseConnections = async () => {
    try {
      await Promise.all(pages.map((page) => page.loseConnection(cutsEach)))
      await Promise.all(pages.map(({ until, isAtRest }) => until(isAtRest)))
      fetched = pages.map(({ fetches }) => fetches())
      const before = pages.map(({ heard }) => heard.length)
      await Promise.all(
        pages.map(({ heard, until }, at) => until(() => heard.length > (before[at] ?? 0) + 50)),
      )
    } finally {
      over.abort()
    }
  }
  await Promise.all([loseConnections(), writePosts(), writeReactions(), cutListener()])
  const last = await write()
  await Promise.all(pages.map(({ held, until }) => until(() => held.has(last))))

  const { rows } = await app.owner.query<{ id: string }>(
    `select id from public.public_posts where mood = 'Calm'`,
  )
  const stored = rows.map(({ id }) => id).toSorted()
  const { rows: reacted } = await app.owner.query<{ reaction_counts: Record<string, number> }>(
    'select reaction_counts from public.public_posts where id = $1',
    [loved],
  )
  for (const page of pages) {
    expect([...page.held].toSorted()).toEqual(stored)
    expect(page.heard.length).toBe(new Set(page.heard).size)
    expect(page.counts()).toEqual(reacted[0]?.reaction_counts)
  }
  expect(pages.reduce((sum, { connections }) => sum + connections(), 0)).toBeGreaterThanOrEqual(
    readers + 1_000,
  )
  // The last events arrived by socket, not by fetch.
  expect(pages.map(({ fetches }) => fetches())).toEqual(fetched)
  await Promise.all(pages.map((page) => page.close()))
}, 300_000)
