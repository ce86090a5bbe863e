import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spreadCodenames } from '../../src/server/jobs/renames.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { matrix } from './matrix.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const ends: Record<string, (person: Person) => Promise<unknown>> = {
  'has logged out': (person) => app.owner.query('delete from auth.sessions where user_id = $1', [person.id]),
  'is banned': (person) =>
    app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      person.id,
    ]),
  'has deleted the account': (person) => app.owner.query('delete from auth.users where id = $1', [person.id]),
}

describe.each(Object.keys(ends))('a person who %s', (end) => {
  it('gets nothing with a token that has not expired, on any table and verb', async () => {
    const person = await signUp(app, `Lito${Object.keys(ends).indexOf(end)}`)
    await ends[end]?.(person)
    const statuses: string[] = []
    for (const table of Object.keys(matrix)) {
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
        const response = await app.fetch(
          `/rest/v1/${table}?select=id${method === 'POST' ? '' : `&id=eq.${person.id}`}`,
          {
            method,
            headers: {
              apikey: app.keys.anonKey,
              authorization: `Bearer ${person.token}`,
              'content-type': 'application/json',
            },
            ...(method === 'POST' || method === 'PATCH' ? { body: '{"mood":"Joy","content":"x"}' } : {}),
          },
        )
        // A write to a view or a missing column is refused before the session is checked. No request may succeed.
        if (response.status < 400 || response.status >= 500)
          statuses.push(`${method} ${table}: ${response.status}`)
      }
    }
    expect(statuses).toEqual([])
    const read = await app.fetch('/rest/v1/public_posts?select=id', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${person.token}` },
    })
    expect(read.status).toBe(401)
  })
})

describe('the database', () => {
  let mina: Person
  let ben: Person
  beforeAll(async () => {
    mina = await signUp(app, 'Mina')
    ben = await signUp(app, 'Ben')
  })
  const post = (row: object) =>
    ben.client
      .from('public_posts')
      .insert({ mood: 'Joy', content: 'umaga na', ...row })
      .select('id,user_id,codename,created_at')
      .single()

  const set = (codename: string) =>
    ben.client.from('user_profiles').update({ codename }).eq('id', ben.id).select('codename').single()

  it('refuses a user_id or a codename that is not the caller’s', async () => {
    expect((await post({ user_id: mina.id })).error?.code).toBe('42501')
    expect((await post({ codename: mina.codename })).error?.code).toBe('42501')
    expect((await post({ codename: 'Emi' })).error?.code).toBe('42501')
  })

  it('writes the profile’s codename on a post, or Anonymous without a user_id when the person asks for it', async () => {
    expect((await post({ codename: 'Anonymous' })).data).toMatchObject({
      user_id: ben.id,
      codename: ben.codename,
    })
    expect((await post({ anonymous: true, codename: ben.codename })).data).toMatchObject({
      user_id: null,
      codename: 'Anonymous',
    })
  })

  it('renames old posts, but not those without the codename', async () => {
    await ben.client.from('user_profiles').update({ codename: 'Bagong Bituin' }).eq('id', ben.id)
    await spreadCodenames(app.db)
    const { rows } = await app.owner.query<{ codename: string }>(
      'select distinct codename from public.public_posts where author_id = $1 order by 1',
      [ben.id],
    )
    expect(rows.map(({ codename }) => codename)).toEqual(['Anonymous', 'Bagong Bituin'])
  })

  it('keeps the e-mail of a profile equal to the account’s', async () => {
    const { data } = await ben.client
      .from('user_profiles')
      .update({ email: mina.email })
      .eq('id', ben.id)
      .select('email')
      .single()
    expect(data?.email).toBe(ben.email)
  })

  it.each([
    'Emi',
    'emi',
    'EMI 💜',
    'E m i',
    'Ԑmi',
    'Εmі',
    'Em1',
    'EMl',
    'Ｅｍｉ',
    'é̗mi',
    'e\u200bm\u200di',
    'Admin',
    'ad\u00admin',
    'Αdmin Team',
    'Mod',
    'Emote Staff',
    'EmiBot',
    '𝓔𝓶𝓲',
  ])('refuses the codename %s, which could pass for Emi or staff', async (codename) => {
    const { error } = await ben.client.from('user_profiles').update({ codename }).eq('id', ben.id)
    expect(error?.message).toContain('codename')
  })

  it.each(['Emil', 'Emma', 'Remi', 'Modesto', 'Adminda', 'Hugot Queen', 'Ñandu 🌬️', '夜の海', 'Tita Modang'])(
    'accepts the codename %s',
    async (codename) => {
      const { error } = await ben.client.from('user_profiles').update({ codename }).eq('id', ben.id)
      expect(error).toBeNull()
    },
  )

  it('refuses a codename that is too long before it folds its letters', async () => {
    const refused = await set('a.'.repeat(200_000))
    expect(refused.error?.code).toBe('23514')
    expect((await set('Tahimik Ulit')).data?.codename).toBe('Tahimik Ulit')
  })

  it('stores a codename folded and without invisible marks, and refuses one that is empty afterwards', async () => {
    expect((await set('  Ｔａｈｉｍｉｋ \u202eBro ')).data?.codename).toBe('Tahimik Bro')
    expect((await set('\u200b\u2060\u2800\u{e0041}')).error?.code).toBe('23514')
    expect((await set('a'.repeat(21))).error?.code).toBe('23514')
  })

  it('keeps one reaction a person and post under sixty parallel taps, and counts it right', async () => {
    const { data } = await post({})
    const id = data?.id
    const taps = Array.from({ length: 60 }, (_, i) =>
      mina.client
        .from('post_reactions')
        .insert({ post_id: id, user_id: mina.id, emoji: i % 2 ? '👍' : '❤️' }),
    )
    const statuses = (await Promise.all(taps)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(59)
    await ben.client.from('post_reactions').insert({ post_id: id, user_id: ben.id, emoji: '😢' })
    await mina.client.from('post_reactions').update({ emoji: '😢' }).eq('post_id', id)
    const { data: seen } = await app
      .client()
      .from('public_posts')
      .select('reaction_counts')
      .eq('id', id)
      .single()
    expect(seen?.reaction_counts).toEqual({ '😢': 2 })
  })
})
