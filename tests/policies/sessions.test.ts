import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateCodename } from '../../src/shared/codenames.ts'
import { spreadCodenames } from '../../src/server/jobs/renames.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { matrix } from './matrix.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const addStep = ({ id }: Person, name: string) =>
  `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret) values ('${id}', 'totp', 'verified', '${name}', '')`
const removeStep = (name: string) => `delete from auth.mfa_factors where friendly_name = '${name}'`

const ends: Record<string, (person: Person) => Promise<unknown>> = {
  'has logged out': (person) => app.owner.query('delete from auth.sessions where user_id = $1', [person.id]),
  'is banned': (person) =>
    app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      person.id,
    ]),
  'has not passed the second step': (person) => app.owner.query(addStep(person, 'app')),
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

  it('knows whether an account has a second step when one goes while another comes', async () => {
    const [goes, comes] = [new Client(app.login), new Client(app.login)]
    await Promise.all([goes.connect(), comes.connect()])
    const standing = async () =>
      (await app.owner.query('select has_second_step from auth.users where id = $1', [ben.id])).rows[0]
    await goes.query(addStep(ben, 'first'))
    expect(await standing()).toEqual({ has_second_step: true })
    for (const [one, other] of [
      [
        [goes, removeStep('first')],
        [comes, addStep(ben, 'second')],
      ],
      [
        [comes, addStep(ben, 'third')],
        [goes, removeStep('second')],
      ],
    ] as const) {
      await one[0].query('begin')
      await one[0].query(one[1])
      const waits = other[0].query(other[1])
      await waitingForLocks(app)
      await one[0].query('commit')
      await waits
      expect(await standing()).toEqual({ has_second_step: true })
    }
    await goes.query(removeStep('third'))
    expect(await standing()).toEqual({ has_second_step: false })
    await Promise.all([goes.end(), comes.end()])
  })

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
    'Ꭼmi',
    'Ємі',
    'Emi 2',
    'Admin1',
    '4dmin99',
    'Adrnin',
    'Addmin',
    'suport',
    'Support Teamm 1',
    'Moderater',
    'Hugot Kуeen',
    'ᜁᜋᜒ Mina',
    '🅐🅓🅜🅘🅝',
    '🅰dmin',
    '🇪🇲🇮',
    'Emi 🇵🇭',
    'EmiPH',
    'Mods',
  ])('refuses the codename %s, which could pass for Emi or staff', async (codename) => {
    const { error } = await ben.client.from('user_profiles').update({ codename }).eq('id', ben.id)
    expect(error?.message).toContain('codename')
  })

  it.each([
    'Emil',
    'Emma',
    'Remi',
    'Modesto',
    'Adminda',
    'Mina 🇵🇭',
    'Tea 🅰🅱',
    'Hugot Queen',
    'Ñandu 🌬️',
    '夜の海',
    'Tita Modang',
    'Amin',
    'Supot',
    'Stuff ko',
    'Remote',
    'Mina 2008',
    'ᜁᜋᜓ ᜆᜌᜓ',
    '민아',
    'Мария 🌸',
    'مريم',
    'Jo-Ann O’Neil 1/2',
  ])('accepts the codename %s', async (codename) => {
    const { error } = await ben.client.from('user_profiles').update({ codename }).eq('id', ben.id)
    expect(error).toBeNull()
  })

  it('dates a post to the second, a nameless one to ten minutes, in the order of their numbers', async () => {
    // oxlint-disable-next-line no-await-in-loop -- their numbers follow their times
    for (let at = 0; at < 6; at++) await post({ anonymous: at % 2 === 1 })
    const { data } = await app
      .client()
      .from('public_posts')
      .select('seq, anonymous, created_at')
      .order('created_at')
      .throwOnError()
    for (const anonymous of [false, true]) {
      const kind = (data ?? []).filter((row) => row.anonymous === anonymous)
      expect(kind.length).toBeGreaterThanOrEqual(3)
      expect(kind.map(({ seq }) => seq)).toEqual(kind.map(({ seq }) => seq).toSorted((a, b) => a - b))
      for (const { seq, created_at } of kind) {
        const [, minutes, seconds, fraction = ''] =
          /:(\d\d):(\d\d)(?:\.(\d+))?\+00:00$/.exec(created_at) ?? []
        expect(Number(fraction.padEnd(6, '0'))).toBe(seq % 1_000_000)
        if (anonymous) expect([Number(minutes) % 10, Number(seconds)]).toEqual([0, 0])
        expect(Date.parse(created_at)).toBeLessThan(Date.now())
      }
    }
  })

  it('accepts every generated codename', async () => {
    const names = new Set(Array.from({ length: 3_000 }, () => generateCodename()))
    const { rows } = await app.owner.query(
      'select name from unnest($1::text[]) as name where app.is_reserved_codename(name) or app.mixes_letters(name)',
      [[...names]],
    )
    expect([names.size, rows]).toEqual([121, []])
  })

  it('keeps a codename that is older than a rule, until it is changed', async () => {
    await app.owner.query('alter table public.user_profiles disable trigger before_20_stamp')
    await app.owner.query(`update public.user_profiles set codename = 'Suport' where id = $1`, [ben.id])
    await app.owner.query('alter table public.user_profiles enable trigger before_20_stamp')
    const { error } = await ben.client.from('user_profiles').update({ saluhan: true }).eq('id', ben.id)
    expect([error, (await set('Suport ko')).error?.code]).toEqual([null, '23514'])
  })

  it.each([
    '\u200b\u2060',
    '\u3164',
    '\u{1d159}\u{13441}',
    '\u2800 \u2800',
    '\ufe0f\u00ad',
    '\u0085\u00a0\u3000',
    '\u{e0041}',
    '\u0001\n',
  ])('refuses the words %j, which show nothing', async (content) => {
    const { data } = await post({})
    const written = await Promise.all([
      post({ content }),
      ben.client.from('post_comments').insert({ post_id: data?.id, content }),
      ben.client.from('diary_posts').insert({ mood: 'Calm', content }),
      ben.client.from('public_posts').update({ content }).eq('id', data?.id),
    ])
    expect(written.map(({ error }) => error?.code)).toEqual(Array(4).fill('23514'))
    expect((await post({ content: `${content}👩🏽\u200d🦱${content}` })).error).toBeNull()
  })

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
