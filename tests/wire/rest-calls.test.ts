import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// Every call of the data API that the product makes, by the official client.
let app: TestApp
let mina: Person
let karlo: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  karlo = await signUp(app, 'Karlo')
})
afterAll(() => app.stop())

async function postAs(person: Person, content: string, mood = 'Calm'): Promise<string> {
  const { data, error } = await person.client
    .from('public_posts')
    .insert({ user_id: person.id, codename: person.codename, mood, content, template_url: null })
    .select('id')
    .single()
  if (error) throw new Error(error.message)
  return String(data.id)
}

describe('user_profiles', () => {
  it('upserts the profile on its id and returns the row', async () => {
    const { data, error, status } = await mina.client
      .from('user_profiles')
      .upsert({ id: mina.id, email: mina.email, codename: 'Kalma Bituin' }, { onConflict: 'id' })
      .select()
    expect(error).toBeNull()
    // The row existed: it was merged.
    expect(status).toBe(200)
    expect(data).toMatchObject([{ id: mina.id, email: mina.email, codename: 'Kalma Bituin' }])
  })

  it("sets the codename on one's own row", async () => {
    const { error, status } = await mina.client
      .from('user_profiles')
      .update({ codename: mina.codename })
      .eq('id', mina.id)
    expect(error).toBeNull()
    expect(status).toBe(204)
  })

  it('selects codename, is_premium and premium_until by id', async () => {
    const { data } = await mina.client
      .from('user_profiles')
      .select('codename, is_premium, premium_until')
      .eq('id', mina.id)
      .single()
    expect(data).toEqual({ codename: mina.codename, is_premium: false, premium_until: null })
  })

  it('returns null by maybeSingle for a missing profile', async () => {
    const { data, error } = await mina.client
      .from('user_profiles')
      .select('codename')
      .eq('id', karlo.id)
      .maybeSingle()
    expect({ data, error }).toEqual({ data: null, error: null })
  })

  it('expands * to the columns that the role may read', async () => {
    const { data } = await mina.client.from('user_profiles').select().eq('id', mina.id).single()
    expect(Object.keys(data ?? {}).toSorted()).toEqual(
      [
        'id',
        'invisible',
        'may_write',
        'email',
        'codename',
        'avatar_url',
        'is_premium',
        'premium_until',
        'created_at',
        'updated_at',
        'saluhan',
      ].toSorted(),
    )
    const post = await postAs(mina, 'para sa lahat')
    const seen = await app.client().from('public_posts').select().eq('id', post).single()
    expect(seen.data).not.toHaveProperty('author_id')
    expect(seen.data).toHaveProperty('content', 'para sa lahat')
  })
})

describe('public_user_profiles', () => {
  it('selects the profiles of a set of people', async () => {
    await postAs(karlo, 'para makilala')
    const { data } = await app
      .client()
      .from('public_user_profiles')
      .select('id, codename, avatar_url, is_premium')
      .in('id', [mina.id, karlo.id])
      .order('codename')
    expect(data).toEqual([
      { id: karlo.id, codename: karlo.codename, avatar_url: null, is_premium: false },
      { id: mina.id, codename: mina.codename, avatar_url: null, is_premium: false },
    ])
  })

  it('lists, searches and counts nobody without an id, for anyone', async () => {
    for (const relation of ['public_user_profiles', 'public_user_profiles_view']) {
      for (const query of [
        '',
        'limit=1',
        'select=id&order=codename',
        `codename=eq.${mina.codename}`,
        `codename=ilike.*a*`,
        'id=neq.00000000-0000-0000-0000-000000000000',
        `id=not.eq.${mina.id}`,
        'id=not.in.()',
        'id=not.is.null',
        'id=gte.00000000-0000-0000-0000-000000000000',
        `or=(id.eq.${mina.id},is_premium.is.false)`,
        `not.and=(id.eq.${mina.id})`,
      ])
        for (const token of [app.keys.anonKey, mina.token])
          for (const method of ['GET', 'HEAD']) {
            const headers = {
              apikey: app.keys.anonKey,
              authorization: `Bearer ${token}`,
              prefer: 'count=exact',
            }
            // oxlint-disable-next-line no-await-in-loop -- few at a time
            const answer = await app.fetch(`/rest/v1/${relation}?${query}`, { method, headers })
            expect([query, answer.status, answer.headers.get('content-range')]).toEqual([query, 400, null])
          }
    }
  })

  it('has no row of a person without anything public, except for that person', async () => {
    const tala = await signUp(app, 'Tala')
    const read = async (client = app.client()) =>
      (await client.from('public_user_profiles').select('id').eq('id', tala.id)).data
    expect([await read(), await read(mina.client), await read(tala.client)]).toEqual([
      [],
      [],
      [{ id: tala.id }],
    ])
    await tala.client
      .from('public_posts')
      .insert({ mood: 'Calm', content: 'walang pangalan', anonymous: true })
    await tala.client.from('diary_posts').insert({ mood: 'Calm', content: 'sarili' })
    expect(await read()).toEqual([])
    const post = await postAs(mina, 'may sasagot')
    await tala.client.from('post_comments').insert({ post_id: post, content: 'Nandito ako.' }).throwOnError()
    expect(await read()).toEqual([{ id: tala.id }])
    await tala.client.from('post_comments').delete().eq('post_id', post).throwOnError()
    expect(await read()).toEqual([])
    await postAs(tala, 'may pangalan')
    expect(await read(mina.client)).toEqual([{ id: tala.id }])
  })

  it('selects nobody for an empty list', async () => {
    const { data } = await app.client().from('public_user_profiles_view').select('id, codename').in('id', [])
    expect(data).toEqual([])
  })
})

describe('public_posts', () => {
  it('pages a wall newest first, by cursor', async () => {
    for (const content of ['una', 'ikalawa', 'ikatlo']) await postAs(karlo, content, 'Joy')
    const columns = 'id, user_id, codename, content, created_at, template_url'
    const first = await app
      .client()
      .from('public_posts')
      .select(columns)
      .eq('mood', 'Joy')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(2)
    expect(first.data?.map((post) => post.content)).toEqual(['ikatlo', 'ikalawa'])
    const last = first.data?.at(-1)
    const next = await app
      .client()
      .from('public_posts')
      .select(columns)
      .eq('mood', 'Joy')
      .or(`created_at.lt.${last?.created_at},and(created_at.eq.${last?.created_at},id.lt.${last?.id})`)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(2)
    expect(next.data?.map((post) => post.content)).toEqual(['una'])
    const newer = await app
      .client()
      .from('public_posts')
      .select('content')
      .eq('mood', 'Joy')
      .gt('created_at', last?.created_at)
    expect(newer.data).toEqual([{ content: 'ikatlo' }])
  })

  it('finds words of the own diary in any case, with punctuation', async () => {
    const entry = { mood: 'Regret', content: 'May (ulan), sabi niya. 100%' }
    await karlo.client.from('diary_posts').insert(entry).throwOnError()
    const words = '"%(ULAN), sabi%"'
    const { data, error } = await karlo.client
      .from('diary_posts')
      .select('content')
      .eq('mood', 'Regret')
      .or(`content.eq.wala,content.ilike.${words}`)
    expect(error).toBeNull()
    expect(data).toEqual([{ content: 'May (ulan), sabi niya. 100%' }])
  })

  it('updates content and mood, and deletes, by id', async () => {
    const id = await postAs(mina, 'mali')
    const changed = await mina.client
      .from('public_posts')
      .update({ content: 'tama', mood: 'Joy' })
      .eq('id', id)
      .select('content, mood')
    expect(changed.data).toEqual([{ content: 'tama', mood: 'Joy' }])
    const gone = await mina.client.from('public_posts').delete({ count: 'exact' }).eq('id', id)
    expect(gone).toMatchObject({ error: null, status: 204, count: 1 })
  })

  it("leaves other people's posts unchanged", async () => {
    const id = await postAs(mina, 'akin ito')
    const { data } = await karlo.client
      .from('public_posts')
      .update({ content: 'akin na' })
      .eq('id', id)
      .select()
    expect(data).toEqual([])
    const single = await karlo.client.from('public_posts').delete().eq('id', id).select().single()
    expect(single.error?.code).toBe('PGRST116')
    const { rows } = await app.owner.query('select content from public.public_posts where id = $1', [id])
    expect(rows).toEqual([{ content: 'akin ito' }])
  })
})

const readSadWall = (person: Person) =>
  person.client.from('wall_posts').select().eq('mood', 'Sadness').order('seq', { ascending: false }).limit(20)

describe('wall_posts', () => {
  it("returns a page with the reader's own marks", async () => {
    const id = await postAs(mina, 'may puso', 'Sadness')
    await karlo.client.from('post_reactions').insert({ post_id: id, user_id: karlo.id, emoji: '❤️' })
    expect((await readSadWall(karlo)).data).toMatchObject([
      { id, is_mine: false, my_reaction: '❤️', reaction_counts: { '❤️': 1 } },
    ])
    expect((await readSadWall(mina)).data).toMatchObject([{ id, is_mine: true, my_reaction: null }])
  })
})

describe('post_comments', () => {
  it('inserts, reads oldest first, edits and deletes', async () => {
    const post = await postAs(mina, 'usap tayo')
    const made = await karlo.client
      .from('post_comments')
      .insert({ post_id: post, user_id: karlo.id, content: 'Nandito ako' })
      .select()
      .single()
    expect(made.status).toBe(201)
    await mina.client.from('post_comments').insert({ post_id: post, user_id: mina.id, content: 'Salamat' })
    const { data } = await app
      .client()
      .from('post_comments')
      .select('id, post_id, user_id, content, created_at, updated_at')
      .eq('post_id', post)
      .order('created_at', { ascending: true })
    expect(data?.map((comment) => comment.content)).toEqual(['Nandito ako', 'Salamat'])
    const edited = await karlo.client
      .from('post_comments')
      .update({ content: 'Nandito lang ako', updated_at: new Date().toISOString() })
      .eq('id', made.data?.id)
    expect(edited).toMatchObject({ error: null, status: 204 })
    const deleted = await karlo.client.from('post_comments').delete().eq('id', made.data?.id)
    expect(deleted).toMatchObject({ error: null, status: 204 })
    const left = await app
      .client()
      .from('post_comments')
      .select('*', { count: 'exact', head: true })
      .eq('post_id', post)
    expect(left).toMatchObject({ count: 1, data: null })
  })
})

describe('post_reactions', () => {
  it('inserts, changes, reads and deletes a reaction', async () => {
    const post = await postAs(mina, 'reaksyon')
    const made = await karlo.client
      .from('post_reactions')
      .insert({ post_id: post, user_id: karlo.id, emoji: '👍' })
    expect(made).toMatchObject({ error: null, status: 201 })
    const again = await karlo.client
      .from('post_reactions')
      .insert({ post_id: post, user_id: karlo.id, emoji: '😢' })
    expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
    const changed = await karlo.client
      .from('post_reactions')
      .update({ emoji: '😢' })
      .eq('post_id', post)
      .eq('user_id', karlo.id)
      .select('emoji')
    expect(changed.data).toEqual([{ emoji: '😢' }])
    const own = await karlo.client.from('post_reactions').select('post_id, emoji').in('post_id', [post])
    expect(own.data).toEqual([{ post_id: post, emoji: '😢' }])
    const back = await karlo.client.from('post_reactions').delete().eq('post_id', post)
    expect(back.status).toBe(204)
  })
})

describe('diary_posts', () => {
  it('is written, read, changed and deleted by its owner alone', async () => {
    const made = await mina.client
      .from('diary_posts')
      .insert({ user_id: mina.id, mood: 'Sadness', content: 'Mahal na diary', template_url: null })
    expect(made).toMatchObject({ error: null, status: 201 })
    const { data } = await mina.client
      .from('diary_posts')
      .select('id, mood, content, created_at')
      .eq('user_id', mina.id)
      .order('created_at', { ascending: false })
    expect(data).toMatchObject([{ mood: 'Sadness', content: 'Mahal na diary' }])
    const id = data?.[0]?.id
    const stranger = await karlo.client
      .from('diary_posts')
      .select('*', { count: 'exact' })
      .eq('user_id', mina.id)
    expect(stranger).toMatchObject({ data: [], count: 0 })
    const visitor = await app.client().from('diary_posts').select('id')
    expect(visitor).toMatchObject({ status: 401, error: { code: '42501' } })
    const changed = await mina.client
      .from('diary_posts')
      .update({ content: 'Mas okay na', mood: 'Calm' })
      .eq('id', id)
    expect(changed.status).toBe(204)
    const gone = await mina.client
      .from('diary_posts')
      .delete()
      .eq('id', id)
      .eq('user_id', mina.id)
      .select('mood')
    expect(gone.data).toEqual([{ mood: 'Calm' }])
  })
})
