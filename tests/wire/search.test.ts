import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'

let app: TestApp
let luna: Person
let tala: Person
beforeAll(async () => {
  app = await startApp({ patient: true })
  ;[luna, tala] = [await signUp(app, 'Luna', 'Munting Buwan'), await signUp(app, 'Tala', 'Niña 100%_')]
})
beforeEach(async () => {
  await app.owner.query('delete from public.public_posts')
  await app.owner.query('delete from app.post_names')
})
afterAll(() => app.stop())

async function post({ client }: Person, row: object = {}): Promise<string> {
  const id = randomUUID()
  const { error } = await client.from('public_posts').insert({ id, mood: 'Calm', content: 'gabi', ...row })
  if (error) throw new Error(error.message)
  return id
}

/** Ids of a reader's results on a wall, newest first. */
async function find(pattern: string, reader: Person = luna): Promise<string[]> {
  const { data, error } = await reader.client
    .from('wall_search')
    .select('id')
    .eq('mood', 'Calm')
    .ilike('codename', pattern)
    .order('seq', { ascending: false })
    .limit(20)
  if (error) throw new Error(error.message)
  return data.map(({ id }) => String(id))
}

const rename = ({ client, id }: Person, codename: string) =>
  client.from('user_profiles').update({ codename }).eq('id', id)

async function names(): Promise<string[]> {
  const { rows } = await app.owner.query<{ codename: string }>(
    'select codename from app.post_names order by codename',
  )
  return rows.map(({ codename }) => codename)
}

describe('a search by codename', () => {
  it('finds codenames that contain the letters, in any case, on that wall, newest first', async () => {
    const first = await post(luna)
    const second = await post(luna)
    await post(luna, { mood: 'Joy' })
    const third = await post(tala)
    expect(await find('%ting bu%')).toEqual([second, first])
    expect(await find('%N%')).toEqual([third, second, first])
    expect(await find('%IÑA%')).toEqual([third])
    expect(await find('%bituin%')).toEqual([])
  })

  it('never finds a post without a codename', async () => {
    await post(luna, { anonymous: true })
    for (const pattern of ['%anonymous%', 'Anonymous', '%an%', '%']) expect(await find(pattern)).toEqual([])
  })

  it('takes escaped pattern signs as letters', async () => {
    await post(luna)
    const signs = await post(tala)
    expect([await find('%100\\%\\_%'), await find('%\\_\\%%')]).toEqual([[signs], []])
  })

  it('shows a post as its wall does, and no hidden post', async () => {
    const id = await post(tala, { content_warning: 'loss' })
    const read = async (relation: 'wall_search' | 'wall_posts') =>
      (await luna.client.from(relation).select('*').eq('id', id).single()).data
    expect(await read('wall_search')).toEqual(await read('wall_posts'))
    await luna.client.from('user_blocks').insert({ blocked_id: tala.id })
    expect([await find('%niña%'), await find('%niña%', tala)]).toEqual([[], [id]])
    await luna.client.from('user_blocks').delete().eq('blocked_id', tala.id)
  })
})

describe('the index of codenames', () => {
  it('holds the names of posts; the next clean-up removes names after a rename or the last deletion', async () => {
    const id = await post(luna)
    await post(luna, { anonymous: true })
    expect(await names()).toEqual(['Munting Buwan'])
    await rename(luna, 'Bagong Buwan')
    expect([await find('%munting%'), await find('%bagong%')]).toEqual([[], [id]])
    await removeExpired(app.db)
    expect(await names()).toEqual(['Bagong Buwan'])
    await luna.client.from('public_posts').delete().eq('id', id)
    expect(await find('%bagong%')).toEqual([])
    await removeExpired(app.db)
    expect(await names()).toEqual([])
    await rename(luna, 'Munting Buwan')
  })

  it('keeps a name that a new post uses during the clean-up', async () => {
    await luna.client
      .from('public_posts')
      .delete()
      .eq('id', await post(luna))
    await app.owner.query('begin')
    await app.owner.query(
      `insert into public.public_posts (author_id, mood, content) values ($1, 'Calm', 'kasabay')`,
      [luna.id],
    )
    const forgetting = removeExpired(app.db)
    await waitingForLocks(app)
    await app.owner.query('commit')
    expect(await forgetting).toBe(true)
    expect(await find('%munting%')).toHaveLength(1)
  })

  it('lets several people write and delete nameless posts without waiting for each other', async () => {
    const old = await post(luna, { anonymous: true })
    await app.owner.query('begin')
    await app.owner.query('delete from public.public_posts where id = $1', [old])
    await post(tala, { anonymous: true })
    await app.owner.query('commit')
  })

  it('is exact when many people write, rename, delete and clean up at once', async () => {
    const people = [luna, tala]
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const person = people[n % 2] ?? luna
        const id = await post(person)
        if (n % 5 === 0) await rename(person, `Alon ${n}`)
        if (n % 3 === 0) await person.client.from('public_posts').delete().eq('id', id)
        if (n % 4 === 0) await removeExpired(app.db)
      }),
    )
    await removeExpired(app.db)
    const { rows } = await app.owner.query<{ codename: string }>(
      'select distinct codename from public.public_posts order by codename',
    )
    expect(await names()).toEqual(rows.map(({ codename }) => codename))
    expect(app.logged).toEqual([])
  })
})
