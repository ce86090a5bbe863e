import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spreadCodenames } from '../../src/server/jobs/renames.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'

let app: TestApp
let luna: Person
let tala: Person
beforeAll(async () => {
  app = await startApp({ patient: true })
  ;[luna, tala] = [await signUp(app, 'Luna', 'Munting Buwan'), await signUp(app, 'Tala', 'Niña 100%_')]
})
beforeEach(async () => {
  await app.owner.query('delete from public.public_posts')
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

/** Codenames as stored on the posts, sorted. Other people see them only in the table itself. */
async function stored(): Promise<string[]> {
  const { rows } = await app.owner.query<{ codename: string }>(
    'select codename from public.public_posts order by codename',
  )
  return rows.map(({ codename }) => codename)
}

/** The post's codename on its wall. */
const shown = async (id: string) =>
  (await tala.client.from('wall_posts').select('codename').eq('id', id).single()).data?.codename

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

it('a part of a codename is found by an index', async () => {
  await app.owner.query('begin; set local enable_seqscan = off')
  const { rows } = await app.owner.query<Record<string, string>>(
    `explain select from app.codenames where codename ilike '%ting bu%'`,
  )
  await app.owner.query('rollback')
  expect(rows.flatMap(Object.values).join('\n')).toContain('codenames_parts')
})

it('people write and delete nameless posts without waiting for each other', async () => {
  const old = await post(luna, { anonymous: true })
  await app.owner.query('begin')
  await app.owner.query('delete from public.public_posts where id = $1', [old])
  await post(tala, { anonymous: true })
  await app.owner.query('commit')
})

describe('a rename', () => {
  afterEach(() => rename(luna, 'Munting Buwan'))

  it('shows at once, and is found at once under the new codename only', async () => {
    const [id, nameless] = [await post(luna), await post(luna, { anonymous: true })]
    expect((await rename(luna, 'Bagong Buwan')).error).toBeNull()
    expect([await shown(id), await shown(nameless)]).toEqual(['Bagong Buwan', 'Anonymous'])
    expect([await find('%munting%'), await find('%bagong%')]).toEqual([[], [id]])
    expect(await stored()).toEqual(['Anonymous', 'Munting Buwan'])
    await spreadCodenames(app.db)
    expect(await stored()).toEqual(['Anonymous', 'Bagong Buwan'])
  })

  it('touches no post, so posts that others hold do not delay it; the job writes those later', async () => {
    const [free, held] = [await post(luna), await post(luna)]
    await app.owner.query('begin')
    await app.owner.query('select from public.public_posts where id = $1 for update', [held])
    const { error } = await rename(luna, 'Bagong Buwan')
    await spreadCodenames(app.db)
    await app.owner.query('commit')
    expect(error).toBeNull()
    expect(await stored()).toEqual(['Bagong Buwan', 'Munting Buwan'])
    await spreadCodenames(app.db)
    expect(await stored()).toEqual(['Bagong Buwan', 'Bagong Buwan'])
    expect(await find('%bagong%')).toEqual([held, free])
  })

  it('does not wait for a post that is being written, which gets the new codename too', async () => {
    await app.owner.query('begin')
    await app.owner.query(
      `insert into public.public_posts (author_id, mood, content) values ($1, 'Calm', 'kasabay')`,
      [luna.id],
    )
    const { error } = await rename(luna, 'Bagong Buwan')
    await spreadCodenames(app.db)
    await app.owner.query('commit')
    expect(error).toBeNull()
    expect(await stored()).toEqual(['Munting Buwan'])
    await spreadCodenames(app.db)
    expect(await stored()).toEqual(['Bagong Buwan'])
  })

  it('is exact when many people write, rename and delete at once, and several nodes run the job', async () => {
    const people = [luna, tala]
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const person = people[n % 2] ?? luna
        const id = await post(person)
        if (n % 5 === 0) await rename(person, `Alon ${n}`)
        if (n % 3 === 0) await person.client.from('public_posts').delete().eq('id', id)
        if (n % 4 === 0) await spreadCodenames(app.db)
      }),
    )
    await spreadCodenames(app.db)
    const { rows } = await app.owner.query(
      `select from public.public_posts as p join public.user_profiles as f on f.id = p.author_id
       where p.codename <> f.codename or f.codename <> (select c.codename from app.codenames as c where c.id = f.id)`,
    )
    expect(rows).toEqual([])
    expect((await app.owner.query('select from app.renames')).rowCount).toBe(0)
    expect(app.logged).toEqual([])
    await rename(tala, 'Niña 100%_')
  })
})
