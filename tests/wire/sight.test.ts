import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'

let app: TestApp
let mina: Person
let ben: Person
let ana: Person
/** Posts by owner. The nameless ones carry no codename. All are old enough for Saluhan. */
let posts: Record<'mina' | 'ben' | 'ana' | 'minaNameless' | 'benNameless' | 'anaNameless', string>

beforeAll(async () => {
  app = await startApp({ patient: true })
  ;[mina, ben, ana] = [await signUp(app, 'Mina'), await signUp(app, 'Ben'), await signUp(app, 'Ana')]
})
beforeEach(async () => {
  for (const table of ['user_blocks', 'user_mutes', 'public_posts'])
    await app.owner.query(`delete from public.${table}`)
  posts = {
    mina: await post(mina),
    ben: await post(ben),
    ana: await post(ana),
    minaNameless: await post(mina, true),
    benNameless: await post(ben, true),
    anaNameless: await post(ana, true),
  }
  await app.owner.query(`update public.public_posts set created_at = now() - interval '5 hours'`)
})
afterAll(() => app.stop())

async function post({ client }: Person, anonymous = false): Promise<string> {
  const id = randomUUID()
  const { error } = await client.from('public_posts').insert({ id, mood: 'Calm', content: 'gabi', anonymous })
  if (error) throw new Error(error.message)
  return id
}

const comment = ({ client }: Person, post_id: string, id = randomUUID()) =>
  client.from('post_comments').insert({ id, post_id, content: 'kaya mo yan' })
const react = ({ client }: Person, post_id: string) =>
  client.from('post_reactions').insert({ post_id, emoji: '❤️' })
const block = ({ client }: Person, { id }: Person) => client.from('user_blocks').insert({ blocked_id: id })
const mute = ({ client }: Person, { id }: Person) => client.from('user_mutes').insert({ muted_id: id })
const hide = ({ client }: Person, post_id: string) => client.from('user_mutes').insert({ post_id })

const blockedBy = async ({ client }: Person) => (await client.from('user_blocks').select('blocked_id')).data
const commenters = async ({ client }: Person) => (await client.from('wall_comments').select('user_id')).data

/** A post's numbers as its card and a search tell them. */
const counts = ({ client }: Person, id: string) =>
  Promise.all(
    ['wall_posts', 'wall_search'].map(async (relation) => {
      const columns = 'comment_count, comments_vary, reaction_counts'
      return (await client.from(relation).select(columns).eq('id', id).single().throwOnError()).data
    }),
  )
const counted = async ({ client }: Person, id: string) =>
  (await client.from('wall_posts').select('comment_count').eq('id', id).single()).data?.comment_count

const relations = ['public_posts', 'wall_posts', 'wall_search', 'unanswered_posts'] as const

/** The posts that a person is shown, by relation: as a list, one by one, and as a count. */
async function seenBy({ client }: Person, relation: (typeof relations)[number]): Promise<string[]> {
  const { data } = await client.from(relation).select('id').eq('mood', 'Calm')
  const listed = new Set(data?.map(({ id }) => String(id)))
  const names = Object.entries(posts).filter(([, id]) => listed.has(id))
  for (const id of Object.values(posts)) {
    const single = await client.from(relation).select('id').eq('id', id).maybeSingle()
    expect(single.data !== null).toBe(listed.has(id))
  }
  const { count } = await client.from(relation).select('id', { count: 'exact', head: true })
  expect(count).toBe(listed.size)
  return names.map(([name]) => name).toSorted()
}

const everything = ['ana', 'anaNameless', 'ben', 'benNameless', 'mina', 'minaNameless']
const nameless = everything.filter((name) => name.endsWith('Nameless'))
const without = (...names: string[]) => everything.filter((name) => !names.includes(name))
/** Saluhan hides the reader's own posts. A search finds named posts only. */
function shownIn(relation: (typeof relations)[number], self: string, names: string[]): string[] {
  if (relation === 'wall_search') return names.filter((name) => !nameless.includes(name))
  return names.filter((name) => relation !== 'unanswered_posts' || !name.startsWith(self))
}

describe('a block', () => {
  it('hides the named posts of each person from the other, in every relation', async () => {
    expect(await block(ben, mina)).toMatchObject({ status: 201 })
    for (const relation of relations) {
      expect(await seenBy(ben, relation)).toEqual(shownIn(relation, 'ben', without('mina')))
      expect(await seenBy(mina, relation)).toEqual(shownIn(relation, 'mina', without('ben')))
      expect(await seenBy(ana, relation)).toEqual(shownIn(relation, 'ana', everything))
    }
    const { data } = await app.client().from('wall_posts').select('id')
    expect(data).toHaveLength(6)
  })

  it('hides no nameless post, so nobody learns by it who wrote one', async () => {
    const before = await seenBy(ben, 'wall_posts')
    await block(ben, mina)
    await mute(ben, mina)
    const after = await seenBy(ben, 'wall_posts')
    expect(before.filter((name) => !after.includes(name))).toEqual(['mina'])
    for (const relation of relations)
      expect((await seenBy(ben, relation)).filter((name) => name.endsWith('Nameless'))).toEqual(
        shownIn(relation, 'ben', nameless),
      )
    expect(await seenBy(mina, 'wall_posts')).toEqual(expect.arrayContaining(nameless))
  })

  it('hides the comments of each person from the other', async () => {
    const [byMina, byBen] = [randomUUID(), randomUUID()]
    await comment(mina, posts.ana, byMina)
    await comment(ben, posts.ana, byBen)
    await block(ben, mina)
    for (const relation of ['post_comments', 'wall_comments']) {
      const ids = async ({ client }: Person) =>
        (await client.from(relation).select('id').eq('post_id', posts.ana)).data?.map(({ id }) => String(id))
      expect([await ids(ben), await ids(mina)]).toEqual([[byBen], [byMina]])
      expect((await ids(ana))?.toSorted()).toEqual([byMina, byBen].toSorted())
      const single = await ben.client.from(relation).select('id').eq('id', byMina).maybeSingle()
      expect(single.data).toBeNull()
      const { count } = await mina.client.from(relation).select('id', { count: 'exact', head: true })
      expect(count).toBe(1)
    }
  })

  it('leaves the comments of each person out of the number that the other reads, and no reaction', async () => {
    for (const who of [mina, ben, ana]) await comment(who, posts.ana)
    await comment(ben, posts.mina)
    await react(mina, posts.ana)
    const told = (who: Person) => counts(who, posts.ana)
    const whole = { comment_count: 3, comments_vary: false, reaction_counts: { '❤️': 1 } }
    expect(await told(ben)).toEqual([whole, whole])
    await block(ben, mina)
    const less = { ...whole, comment_count: 2, comments_vary: true }
    for (const who of [ben, mina]) expect(await told(who)).toEqual([less, less])
    for (const who of [ana, { ...ana, client: app.client() }]) expect(await told(who)).toEqual([whole, whole])
    expect([await counted(mina, posts.mina), await counted(ana, posts.mina)]).toEqual([0, 1])
    await ben.client.from('user_blocks').delete().eq('blocked_id', mina.id)
    expect(await told(ben)).toEqual([whole, whole])
    await mute(ben, mina)
    expect([await told(ben), await told(mina)]).toEqual([
      [less, less],
      [whole, whole],
    ])
  })

  it("refuses comments and reactions of each person on the other's named posts", async () => {
    await block(ben, mina)
    for (const [who, of] of [
      [mina, posts.ben],
      [ben, posts.mina],
    ] as const)
      for (const act of [comment, react])
        expect(await act(who, of)).toMatchObject({ status: 403, error: { code: '42501' } })
    expect(await comment(mina, posts.ana)).toMatchObject({ status: 201 })
    expect(await react(ana, posts.ben)).toMatchObject({ status: 201 })
  })

  it('lets earlier comments there be deleted, not changed, and not read by the person they are hidden from', async () => {
    const [id, byAna] = [randomUUID(), randomUUID()]
    await comment(ben, posts.mina, id)
    await comment(ana, posts.mina, byAna)
    await react(ben, posts.mina)
    await block(mina, ben)
    const changes = [
      await ben.client.from('post_comments').update({ content: 'iba na' }).eq('id', id),
      await ben.client.from('post_reactions').update({ emoji: '😡' }).eq('post_id', posts.mina),
    ]
    for (const answer of changes) expect(answer).toMatchObject({ status: 403, error: { code: '42501' } })
    const under = await ben.client.from('wall_comments').select('id').eq('post_id', posts.mina)
    expect(under.data).toEqual([])
    await ben.client.from('post_comments').delete().eq('id', id)
    await ben.client.from('post_reactions').delete().eq('post_id', posts.mina)
    const left = await ana.client.from('wall_comments').select('id').eq('post_id', posts.mina)
    expect(left.data).toEqual([{ id: byAna }])
  })

  it('allows both people to comment below a nameless post, because a refusal would reveal its author', async () => {
    await block(ben, mina)
    for (const [who, of] of [
      [mina, posts.benNameless],
      [ben, posts.minaNameless],
      [mina, posts.anaNameless],
    ] as const)
      for (const act of [comment, react]) expect(await act(who, of)).toMatchObject({ status: 201 })
    expect([await counted(ben, posts.benNameless), await counted(ana, posts.benNameless)]).toEqual([0, 1])
  })

  it('is told to the open pages of the blocker, and not to the other person', async () => {
    const pages = [await liveClient(app, ben), await liveClient(app, mina)]
    const [bens, minas] = [ben, mina].map(({ id }, at) =>
      pages[at]?.channel(`user-notifications-${id}`, { config: { private: true } }),
    )
    if (!bens || !minas) throw new Error('no channel')
    const heard = [collect(bens), collect(minas)]
    for (const channel of [bens, minas])
      expect(await subscribe(channel)).toMatchObject({ status: 'SUBSCRIBED' })
    await block(ben, mina)
    await mute(mina, ana)
    await expect
      .poll(() => heard)
      .toMatchObject([
        [{ event: 'hidden', payload: { id: mina.id } }],
        [{ event: 'hidden', payload: { id: ana.id } }],
      ])
    await hangUp(...pages)
  })

  it('is visible to the blocker only, and ends when it is removed', async () => {
    await block(ben, mina)
    expect([await blockedBy(ben), await blockedBy(mina)]).toEqual([[{ blocked_id: mina.id }], []])
    await mina.client.from('user_blocks').delete().eq('blocker_id', ben.id)
    expect(await seenBy(mina, 'wall_posts')).toEqual(without('ben'))
    await ben.client.from('user_blocks').delete().eq('blocked_id', mina.id)
    expect([await seenBy(ben, 'wall_posts'), await seenBy(mina, 'wall_posts')]).toEqual([
      everything,
      everything,
    ])
  })

  it('and a simultaneous comment end in either order, without a fault', async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        comment(ben, posts.mina),
        block(mina, ben),
        comment(ben, posts.mina),
        react(ben, posts.mina),
        comment(mina, posts.ben),
        mina.client.from('user_blocks').delete().eq('blocked_id', ben.id),
      ])
      for (const { status } of answers) expect([201, 204, 403, 409]).toContain(status)
    }
    const { data } = await ana.client.from('wall_posts').select('comment_count').eq('id', posts.mina)
    const { count } = await ana.client
      .from('post_comments')
      .select('id', { count: 'exact', head: true })
      .eq('post_id', posts.mina)
    expect(data).toEqual([{ comment_count: count }])
    expect(app.logged).toEqual([])
  })
})

describe('a mute', () => {
  it('hides a person and their comments from the reader only, and forbids nothing', async () => {
    await comment(mina, posts.ana)
    await mute(ben, mina)
    expect(await seenBy(ben, 'wall_posts')).toEqual(without('mina'))
    expect(await seenBy(mina, 'wall_posts')).toEqual(everything)
    expect([await commenters(ben), await commenters(mina)]).toEqual([[], [{ user_id: mina.id }]])
    expect(await comment(mina, posts.ben)).toMatchObject({ status: 201 })
    expect(await react(ben, posts.mina)).toMatchObject({ status: 201 })
    const { data } = await mina.client.from('user_mutes').select('id')
    expect(data).toEqual([])
  })

  it('of one post, nameless or not, hides only that post from the reader', async () => {
    await hide(ben, posts.minaNameless)
    await hide(ben, posts.ana)
    for (const relation of relations)
      expect(await seenBy(ben, relation)).toEqual(shownIn(relation, 'ben', without('ana', 'minaNameless')))
    expect(await seenBy(mina, 'wall_posts')).toEqual(everything)
    await ben.client.from('user_mutes').delete().eq('post_id', posts.ana)
    expect(await seenBy(ben, 'wall_posts')).toEqual(without('minaNameless'))
  })

  it("names another person or another person's post, once", async () => {
    const mutes = ben.client.from('user_mutes')
    for (const [row, status] of [
      [{}, 400],
      [{ muted_id: mina.id, post_id: posts.ana }, 400],
      [{ muted_id: ben.id }, 400],
      [{ muted_id: randomUUID() }, 409],
      [{ post_id: randomUUID() }, 409],
      [{ muter_id: ana.id, muted_id: mina.id }, 403],
      [{ post_id: posts.ben }, 403],
      [{ post_id: posts.benNameless }, 403],
      [{ muted_id: mina.id }, 201],
      [{ muted_id: mina.id }, 409],
    ] as const)
      expect({ row, ...(await mutes.insert(row)) }).toMatchObject({ row, status })
  })
})

function age(id: string, interval: string) {
  const text = `update public.public_posts set created_at = now() - $2::interval where id = $1`
  return app.owner.query(text, [id, interval])
}

it('unanswered_posts shows posts without comments, three hours to three days old, oldest first', async () => {
  await age(posts.mina, '2 hours 59 minutes')
  await age(posts.ana, '71 hours')
  await age(posts.anaNameless, '73 hours')
  await comment(ana, posts.ben)
  expect(await app.client().from('unanswered_posts').select('id')).toMatchObject({ status: 401 })
  const { data } = await ben.client
    .from('unanswered_posts')
    .select('id')
    .eq('mood', 'Calm')
    .order('created_at', { ascending: true })
    .limit(10)
  expect(data).toEqual([{ id: posts.ana }, { id: posts.minaNameless }])
})

it('both lists stop at a thousand entries, also under parallel inserts', async () => {
  await app.owner.query(
    `insert into auth.users (id, email) select md5('stranger ' || i)::uuid, 'stranger-' || i || '@example.test'
     from generate_series(1, 1000) as i on conflict do nothing`,
  )
  for (const [table, mine, theirs, add] of [
    ['user_blocks', 'blocker_id', 'blocked_id', block],
    ['user_mutes', 'muter_id', 'muted_id', mute],
  ] as const) {
    await app.owner.query(
      `insert into public.${table} (${mine}, ${theirs})
       select $1, md5('stranger ' || i)::uuid from generate_series(1, 1000) as i`,
      [ben.id],
    )
    expect(await add(ben, mina)).toMatchObject({
      status: 400,
      error: { code: '23514', message: 'This list is full' },
    })
    const { data } = await ben.client.from(table).select('id').limit(1).single()
    await ben.client.from(table).delete().eq('id', data?.id)
    await app.owner.query('begin')
    await app.owner.query(`insert into public.${table} (${mine}, ${theirs}) values ($1, $2)`, [
      ben.id,
      ana.id,
    ])
    const second = add(ben, mina).then(({ error }) => error)
    await waitingForLocks(app)
    await app.owner.query('commit')
    expect(await second).toMatchObject({ code: '23514' })
    // A person who is on the full list already is reported as such.
    expect(await add(ben, ana)).toMatchObject({ status: 409, error: { code: '23505' } })
  }
})
