import { randomUUID } from 'node:crypto'
import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diary, diaryLock, leftOut, parts, profile } from '../../src/server/functions/my-data/parts.ts'
import { createLock } from '../../src/web/domain/diary/keys.ts'
import { seal } from '../../src/web/domain/diary/vault.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'
import { directRow, meet } from '../support/direct.ts'
import { scripts } from '../support/hostile-texts.ts'
import { picture } from '../support/storage.ts'
import { touchEverything } from '../support/touching.ts'
import { uploader } from '../support/uploads.ts'

// The promise: a person takes along all that Emote keeps about them, and nothing that belongs to others.
let app: TestApp
let mina: Person
let ben: Person

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben] = [await signUp(app, 'Mina', 'Tahimik Luna 5'), await signUp(app, 'Ben')]
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
})
afterAll(() => app.stop())

const ask = (person: Person, query = '', init: RequestInit = {}) =>
  app.fetch(`/functions/v1/my-data${query}`, {
    ...init,
    headers: { apikey: app.keys.anonKey, authorization: `Bearer ${person.token}` },
  })

async function filesOf(bytes: Uint8Array): Promise<Map<string, FileEntry>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  return new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry]])))
}

async function take(person: Person) {
  const response = await ask(person)
  expect(response.status).toBe(200)
  const files = await filesOf(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => files.get(name)?.getData(new TextWriter()) ?? Promise.resolve('')
  const rows = async (name: string) =>
    JSON.parse(await text(`data/${name}.json`)) as Record<string, unknown>[]
  return { response, files, text, rows, all: () => Promise.all([...files.keys()].map(text)) }
}

const insert = (of: Person, table: string, row: object) => of.client.from(table).insert(row).throwOnError()

describe('what a person takes along', () => {
  let taken: Awaited<ReturnType<typeof take>>
  const post = randomUUID()

  beforeAll(async () => {
    await givePremium(app, [mina.id])
    await insert(mina, 'public_posts', { id: post, mood: 'Joy', content: 'kanaryo-may-pangalan' })
    await insert(mina, 'public_posts', { mood: 'Calm', content: 'kanaryo-walang-pangalan', anonymous: true })
    const bens = randomUUID()
    await insert(ben, 'public_posts', { id: bens, mood: 'Calm', content: 'post-ni-ben' })
    await insert(mina, 'post_comments', { post_id: post, content: `kanaryo-komento ${scripts[0]}` })
    await insert(ben, 'post_comments', { post_id: post, content: 'komento-ni-ben' })
    await insert(mina, 'post_reactions', { post_id: post, emoji: '❤️' })
    const entries = Array.from({ length: 120 }, (_, n) => ({
      mood: 'Regret',
      content: `kanaryo-diary-${n}.`,
    }))
    await insert(mina, 'diary_posts', entries)
    await meet(mina, ben)
    await insert(mina, 'direct_messages', directRow(mina, ben, 'kanaryo-kay-ben'))
    await insert(ben, 'direct_messages', directRow(ben, mina, 'sagot-ni-ben'))
    await insert(mina, 'live_chat_messages', { wall_id: 'general', message_text: 'kanaryo-tambayan' })
    await insert(ben, 'live_chat_messages', { wall_id: 'general', message_text: 'tambayan-ni-ben' })
    await insert(mina, 'user_mutes', { post_id: null, muted_id: ben.id })
    await mina.client.functions.invoke('submit-report', {
      body: {
        reported_item_type: 'public_post',
        reported_item_id: bens,
        reason: 'spam',
        details: 'kanaryo-report',
      },
    })
    await mina.client.functions.invoke('send-contact-email', {
      body: { name: '', email: mina.email, subject: 'Other', message: 'kanaryo-sulat sa inyo' },
    })
    await uploader(app).upload(mina, await picture(), 'ako sa dagat.png')
    taken = await take(mina)
  })

  it('is a zip with a page, a file for each table, and the files', () => {
    expect(taken.response.headers.get('content-type')).toBe('application/zip')
    expect(taken.response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="emote-data-[\d-]{10}\.zip"$/,
    )
    expect(taken.response.headers.get('cache-control')).toContain('no-store')
    const tables = [profile, ...parts, diaryLock, diary].map(({ file }) => `data/${file}.json`)
    expect([...taken.files.keys()]).toEqual([
      'emote.html',
      'data/account.json',
      ...tables,
      expect.stringMatching(/^files\/chat-files\/1-ako sa dagat\.\w+$/),
    ])
  })

  it('holds all words in JSON and on the page, posts without the codename too', async () => {
    const page = await taken.text('emote.html')
    const data = (await Promise.all(parts.map(({ file }) => taken.text(`data/${file}.json`)))).join()
    const words = ['may-pangalan', 'walang-pangalan', 'komento', 'kay-ben', 'tambayan', 'report', 'sulat']
    for (const word of words) for (const place of [page, data]) expect(place).toContain(`kanaryo-${word}`)
    for (let n = 0; n < 120; n++) expect(page).toContain(`kanaryo-diary-${n}.`)
    const account = JSON.parse(await taken.text('data/account.json')) as object
    expect(account).toMatchObject({ id: mina.id, email: mina.email, sessions: [{ id: expect.any(String) }] })
    expect(await taken.rows('profile')).toMatchObject([{ codename: mina.codename, email: mina.email }])
    // Engines read it as a day of May.
    expect(page).toContain(`<dd>${mina.codename}</dd>`)
  })

  it('gives the diary in the form that can be restored, with the exact times', async () => {
    const kept = JSON.parse(await taken.text('data/diary.json')) as { entries: { created_at: string }[] }
    expect(kept).toMatchObject({ format: 'emote-diary', version: 1 })
    const { data } = await mina.client
      .from('diary_posts')
      .select('created_at')
      .order('created_at')
      .throwOnError()
    expect(kept.entries.map(({ created_at }) => created_at)).toEqual(data.map(({ created_at }) => created_at))
  })

  it('gives the picture as it is stored', async () => {
    const name = [...taken.files.keys()].find((path) => path.startsWith('files/')) ?? ''
    const bytes = await taken.files.get(name)?.getData(new Uint8ArrayWriter())
    const { rows } = await app.owner.query<{ blob_id: string }>(
      `select blob_id from storage.objects where bucket_id = 'chat-files'`,
    )
    const stored = await new Response(await app.files.read(rows[0]?.blob_id ?? '')).arrayBuffer()
    expect(Buffer.from(bytes ?? []).equals(Buffer.from(stored))).toBe(true)
  })

  it("holds no words of others, except those of one's conversations", async () => {
    const all = (await taken.all()).join()
    expect(all).toContain('sagot-ni-ben')
    for (const others of ['post-ni-ben', 'komento-ni-ben', 'tambayan-ni-ben', ben.email])
      expect(all).not.toContain(others)
  })

  it('runs nothing that a person wrote, and asks for nothing outside', async () => {
    const page = await taken.text('emote.html')
    expect(page).not.toContain(scripts[0])
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|https?:\/\//)
  })
})

it('across a block the own messages come along, and those of the other person do not', async () => {
  const [ana, carlo] = [await signUp(app, 'Ana'), await signUp(app, 'Carlo')]
  await meet(ana, carlo)
  await insert(ana, 'direct_messages', directRow(ana, carlo, 'salita-ni-ana'))
  await insert(carlo, 'direct_messages', directRow(carlo, ana, 'salita-ni-carlo'))
  await insert(ana, 'user_blocks', { blocked_id: carlo.id })
  const texts = (await (await take(ana)).rows('messages')).map(({ text }) => text)
  expect(texts).toContain('salita-ni-ana')
  expect(texts).not.toContain('salita-ni-carlo')
})

it('a locked diary comes along sealed, with its lock and without any words', async () => {
  const dina = await signUp(app, 'Dina')
  const { lock } = await createLock('tsinelas sa kisame kahapon')
  const { ending: _ending, ...row } = lock
  await insert(dina, 'diary_locks', row)
  const id = randomUUID()
  const sealed = await seal(lock, id, { mood: 'Sadness', content: 'lihim-ni-dina', template_url: null })
  await insert(dina, 'diary_posts', { id, lock_id: lock.id, sealed, mood: null })
  const taken = await take(dina)
  expect((await taken.all()).join()).not.toContain('lihim-ni-dina')
  expect(await taken.rows('diary-lock')).toMatchObject([{ by_passphrase: lock.by_passphrase }])
  const page = await taken.text('emote.html')
  expect(page).toContain(`data-entry="${id}" data-sealed="${sealed}"`)
})

it('pages of rows join without a gap and without a repeated row', async () => {
  const jun = await signUp(app, 'Jun')
  await app.owner.query(
    `insert into public.post_comments (post_id, user_id, content)
      select (select id from public.public_posts limit 1), $1, 'komento ' || n from generate_series(1, 1203) as n`,
    [jun.id],
  )
  // One statement gives all rows the same time: only the second column of the key tells them apart.
  const rows = await (await take(jun)).rows('comments')
  expect(new Set(rows.map(({ content }) => content)).size).toBe(1_203)
  expect(rows).toHaveLength(1_203)
})

describe('a download', () => {
  it('needs a session, and takes no parameter and no other method', async () => {
    const gone = await signUp(app, 'Gone')
    await gone.client.auth.signOut()
    expect((await ask(gone)).status).toBe(401)
    expect((await ask({ ...mina, token: app.keys.anonKey })).status).toBe(401)
    expect((await ask(mina, '?user_id=1')).status).toBe(400)
    expect((await ask(mina, '', { method: 'POST' })).status).toBe(405)
  })

  it('ends when its reader leaves, and when its session ends', async () => {
    const leo = await signUp(app, 'Leo')
    await app.owner.query(
      `insert into public.diary_posts (user_id, mood, content, created_at)
        select $1, 'Calm', repeat(md5(n::text), 600), now() - n * interval '1 second' from generate_series(1, 600) as n`,
      [leo.id],
    )
    const left = await ask(leo)
    const reader = left.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    const cut = await ask(leo)
    await leo.client.auth.signOut()
    await expect(cut.arrayBuffer()).rejects.toThrow('broke off')
    expect(app.logged.filter((line) => line.includes('own data'))).toHaveLength(1)
  })

  it('that waits for two others of the account ends without a fault when its caller leaves', async () => {
    const nena = await signUp(app, 'Nena')
    const open = [await ask(nena), await ask(nena)]
    const leaving = new AbortController()
    const third = ask(nena, '', { signal: leaving.signal })
    leaving.abort('the connection was lost')
    expect((await third).status).toBe(499)
    for (const { body } of open) await body?.cancel()
    expect(app.logged.filter((line) => line.includes('Fault'))).toEqual([])
  })
})

it('rows of every table come along', async () => {
  const [rosa, luz] = [await signUp(app, 'Rosa'), await signUp(app, 'Luz')]
  await touchEverything({ app, mina: rosa, ben: luz })
  const taken = await take(rosa)
  const empty: string[] = []
  for (const { file } of [profile, ...parts])
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    if ((await taken.rows(file)).length === 0) empty.push(file)
  const account = JSON.parse(await taken.text('data/account.json')) as Record<string, unknown[]>
  for (const part of ['sessions', 'passkeys', 'second_steps', 'identities'])
    if (account[part]?.length === 0) empty.push(part)
  expect(empty).toEqual([])
})

it("every table of people's rows comes along or has a reason to stay", async () => {
  const { rows } = await app.owner.query<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint as c
      where c.contype = 'f' and c.confrelid in ('auth.users'::regclass, 'public.conversation_members'::regclass)`,
  )
  const tables = rows.map(({ name }) => name.replace(/^.*\./, ''))
  const own = ['sessions', 'passkeys', 'mfa_factors', 'identities', 'objects']
  const known = [profile, ...parts, diary, diaryLock].flatMap((part) => part.tables)
  expect(tables.filter((name) => ![...known, ...own, ...Object.keys(leftOut)].includes(name))).toEqual([])
})
