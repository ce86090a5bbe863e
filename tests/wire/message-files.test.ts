import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emi } from '../../src/shared/emi.ts'
import type { MessageFile } from '../../src/shared/marker.ts'
import type { Upload } from '../../src/shared/uploads.ts'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'
import { conversationOf, directRow, listed, meet, write } from '../support/direct.ts'
import { carrying, leftovers, nothing, uploader } from '../support/uploads.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person
let use: ReturnType<typeof uploader>

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben, carlo] = [await signUp(app, 'Mina'), await signUp(app, 'Ben'), await signUp(app, 'Carlo')]
  use = uploader(app)
})
// Accounts of two days have no slow mode in rooms, and Premium has no daily cap.
beforeEach(async () => {
  for (const table of ['app.room_messages', 'public.conversation_members', 'public.chat_uploads'])
    await app.owner.query(`delete from ${table}`)
  for (const table of ['public.user_blocks', 'public.reports']) await app.owner.query(`delete from ${table}`)
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
  await givePremium(
    app,
    [mina, ben, carlo].map(({ id }) => id),
  )
})
afterAll(() => app.stop())

type Said = { id: string; file: MessageFile | null; message_text: string }
const room = ({ client }: Person) => client.from('live_chat_messages')
const say = async (person: Person, message_text: string): Promise<Said> =>
  (await room(person).insert({ wall_id: 'general', message_text }).select().single().throwOnError()).data
const sayPrivately = async (from: Person, to: Person, text: string): Promise<Said> =>
  (
    await from.client
      .from('direct_messages')
      .insert(directRow(from, to, text))
      .select()
      .single()
      .throwOnError()
  ).data
const remove = (person: Person, { id }: Said) => room(person).delete().eq('id', id).throwOnError()
const block = ({ client }: Person, { id }: Person) =>
  client.from('user_blocks').insert({ blocked_id: id }).throwOnError()
const report = ({ client }: Person, type: string, id: string) =>
  client.functions.invoke('submit-report', {
    body: { reported_item_type: type, reported_item_id: id, reason: 'inappropriate_content' },
  })
const objectOf = ({ url }: Pick<Upload, 'url'>) => url.slice(url.lastIndexOf('/') + 1)
/** Who of the three can open the file now, by its address and by signing it. */
async function readersOf(upload: Pick<Upload, 'url'>): Promise<string[]> {
  const seen = [mina, ben, carlo].map(async (person) => {
    const { ok } = await use.read(person, upload.url)
    const signed = await person.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 60)
    expect(signed.error === null).toBe(ok)
    return ok ? person.codename.slice('Tahimik '.length) : undefined
  })
  return (await Promise.all(seen)).filter((name) => name !== undefined)
}
const all = ['Mina', 'Ben', 'Carlo']

describe('a file of a message', () => {
  it('is attached by its marker, and whoever can read the message can open it', async () => {
    const upload = await use.upload(mina)
    expect(await readersOf(upload)).toEqual(['Mina'])
    const said = await say(mina, carrying(upload, 'tingnan mo'))
    expect(said.file).toEqual({
      id: upload.id,
      url: new URL(upload.url).pathname,
      name: 'ako.png',
      type: 'image',
      mime: 'image/png',
      size: upload.size,
      width: 16,
      height: 12,
      expires_at: expect.any(String),
    })
    expect(await readersOf(upload)).toEqual(all)
    await block(ben, mina)
    expect(await readersOf(upload)).toEqual(['Mina', 'Carlo'])
  })

  it('in a conversation is for the two people, until one blocks the other', async () => {
    await meet(mina, ben)
    const upload = await use.upload(mina)
    const { file } = await sayPrivately(mina, ben, carrying(upload))
    expect(file).toMatchObject({ id: upload.id })
    expect(await readersOf(upload)).toEqual(['Mina', 'Ben'])
    await block(ben, mina)
    expect(await readersOf(upload)).toEqual([])
  })

  it('is attached once, also when two messages name it at the same time', async () => {
    const upload = await use.upload(mina)
    const said = await Promise.all([1, 2, 3].map(() => say(mina, carrying(upload))))
    expect(said.filter(({ file }) => file !== null)).toHaveLength(1)
  })

  it.each<[string, (upload: Upload) => string]>([
    [
      'another origin',
      ({ url, ...rest }) => carrying({ ...rest, url: url.replace('emote.test', 'evil.test') }),
    ],
    [
      'another path',
      ({ url, ...rest }) => carrying({ ...rest, url: url.replace('authenticated', 'public') }),
    ],
    [
      'an unknown id',
      ({ url, ...rest }) => carrying({ ...rest, url: url.replace(/[0-9a-f-]{36}/, randomUUID()) }),
    ],
    ['words below it', (upload) => `${carrying(upload)}\nat ito pa`],
    ['a line of its own in no way', (upload) => `uy ${carrying(upload)}`],
    ['another kind', (upload) => carrying(upload).replace('=image', '=script')],
    [
      'an address that is not encoded',
      ({ url }) => `📎 Shared a file: file_url=${url}&file_name=a&file_type=image`,
    ],
  ])('is not attached by a marker with %s: the text stays plain', async (_, text) => {
    const upload = await use.upload(mina)
    const words = text(upload)
    const said = await say(mina, words)
    expect([said.file, said.message_text]).toEqual([null, words])
    expect(await readersOf(upload)).toEqual(['Mina'])
  })

  it('of another person, expired, gone or held is not attached', async () => {
    const foreign = await use.upload(ben)
    expect((await say(mina, carrying(foreign))).file).toBeNull()
    const changes = ['expires_at = now()', `state = 'gone'`, 'held_at = now()', `state = 'pending'`]
    for (const change of changes) {
      // oxlint-disable no-await-in-loop -- one after the other
      const upload = await use.upload(mina)
      await app.owner.query(`update public.chat_uploads set ${change} where id = $1`, [upload.id])
      expect([change, (await say(mina, carrying(upload))).file]).toEqual([change, null])
      // oxlint-enable no-await-in-loop
    }
  })

  it('stays when its caption is edited, goes with its marker, and no edit adds one', async () => {
    const [first, second] = [await use.upload(mina), await use.upload(mina)]
    const said = await say(mina, carrying(first, 'una'))
    const edit = async (message_text: string) =>
      (await room(mina).update({ message_text }).eq('id', said.id).select().single().throwOnError()).data
        ?.file
    expect(await edit(carrying(first, 'binago'))).toEqual(said.file)
    expect(await readersOf(first)).toEqual(all)
    expect(await edit(carrying(second, 'iba'))).toBeNull()
    expect(await readersOf(first)).toEqual([])
    expect(await readersOf(second)).toEqual(['Mina'])
    expect(await edit(carrying(first))).toBeNull()
  })

  it('shows in previews and quotes as what it is', async () => {
    await meet(mina, ben)
    await sayPrivately(mina, ben, carrying(await use.upload(mina), 'ako to'))
    expect(await listed(ben, mina)).toMatchObject({ last_text: 'ako to 📎 Larawan' })
    await sayPrivately(mina, ben, 'https://emote.test/stickers/yakap.svg')
    expect(await listed(ben, mina)).toMatchObject({ last_text: 'Sticker' })
    const { id } = await say(mina, carrying(await use.upload(mina, new Blob(['liham']), 'a.txt')))
    const answer = await room(ben)
      .insert({ wall_id: 'general', message_text: 'uy', reply_to: id })
      .select()
      .single()
    expect(answer.data).toMatchObject({ reply_to_message: '📎 File' })
  })
})

describe('a conversation takes no file, sticker or GIF', () => {
  const sticker = 'https://emote.test/stickers/yakap.svg'
  const wordsOnly = { code: 'PT422', message: 'This conversation takes words only' }

  it('before the other person has answered a request', async () => {
    const upload = await use.upload(mina)
    for (const text of [
      carrying(upload),
      sticker,
      ` ${sticker}\n`,
      'https://media2.giphy.com/media/a/200.gif?b#c',
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await write(mina, ben, text)).error).toMatchObject(wordsOnly)
    await write(mina, ben, 'kumusta').throwOnError()
    expect((await write(mina, ben, carrying(upload))).error).toMatchObject(wordsOnly)
    // The acceptance stays secret until Ben writes.
    await ben.client
      .from('conversation_members')
      .update({ state: 'open' })
      .eq('conversation_id', conversationOf(mina, ben))
      .throwOnError()
    expect((await write(mina, ben, sticker)).error).toMatchObject(wordsOnly)
    await write(ben, mina, 'mabuti').throwOnError()
    expect((await sayPrivately(mina, ben, carrying(upload))).file).toMatchObject({ id: upload.id })
  })

  it('with Emi', async () => {
    const upload = await use.upload(mina)
    for (const text of [carrying(upload), sticker])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await write(mina, emi, text)).error).toMatchObject(wordsOnly)
    await write(mina, emi, 'kumusta').throwOnError()
    expect(await readersOf(upload)).toEqual(['Mina'])
  })
})

describe('the end of a file', () => {
  it('comes with its message, also in a conversation and with the account', async () => {
    await meet(mina, ben)
    const dina = await signUp(app, 'Dina')
    const [one, two, three] = [await use.upload(mina), await use.upload(mina), await use.upload(dina)]
    const said = await say(mina, carrying(one))
    const { id } = await sayPrivately(mina, ben, carrying(two))
    await remove(mina, said)
    await mina.client.from('direct_messages').delete().eq('id', id).throwOnError()
    expect([await readersOf(one), await readersOf(two)]).toEqual([[], []])
    await app.owner.query('delete from auth.users where id = $1', [dina.id])
    expect(await readersOf(three)).toEqual([])
    // The ledger keeps the rows of the living for the daily cap.
    expect(await leftovers(app)).toEqual({ ...nothing, uploads: 2 })
  })

  it('does not come when its writer takes the message back: the next message carries it', async () => {
    const upload = await use.upload(mina)
    const { id } = await say(mina, carrying(upload))
    const { data } = await ben.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 60)
    await mina.client.functions.invoke('withdraw', { body: { id } })
    expect(await readersOf(upload)).toEqual(['Mina'])
    expect((await app.fetch(data?.signedUrl ?? '')).status).toBe(400)
    expect((await say(mina, carrying(upload))).file).toMatchObject({ id: upload.id })
    expect(await readersOf(upload)).toEqual(all)
  })

  it('comes after three days, from view at once and from disk with the clean-up', async () => {
    const upload = await use.upload(mina)
    await say(mina, carrying(upload))
    const { data } = await ben.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 60)
    await app.owner.query('update public.chat_uploads set expires_at = now()')
    expect(await readersOf(upload)).toEqual([])
    expect((await app.fetch(new URL(data?.signedUrl ?? '').href)).status).toBe(400)
    await removeExpired(app.db)
    expect(await leftovers(app)).toEqual({ ...nothing, uploads: 1 })
    await removeExpired(app.db, new Date(Date.now() + 25 * 3_600_000))
    expect(await leftovers(app)).toEqual(nothing)
  })

  it('does not come for everybody with one report: the reporter alone stops seeing the file', async () => {
    const upload = await use.upload(mina)
    const { id } = await say(mina, carrying(upload))
    const { data } = await carlo.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 60)
    const opened = async () => (await app.fetch(data?.signedUrl ?? '')).status
    for (const reporter of [ben, mina])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await report(reporter, 'live_chat_message', id)).error).toBeNull()
    expect([await readersOf(upload), await opened()]).toEqual([['Mina', 'Carlo'], 200])
    expect((await report(carlo, 'live_chat_message', id)).error).toBeNull()
    expect([await readersOf(upload), await opened()]).toEqual([[], 400])
    await app.owner.query(`update public.reports set status = 'dismissed', resolved_at = now()`)
    expect(await readersOf(upload)).toEqual(all)
    await room(mina).update({ message_text: 'wala na' }).eq('id', id).throwOnError()
    expect([await readersOf(upload), await opened()]).toEqual([[], 400])
  })

  it('does not come for the sender with a report in a conversation', async () => {
    await meet(mina, ben)
    const upload = await use.upload(mina)
    const { id } = await sayPrivately(mina, ben, carrying(upload))
    expect(await readersOf(upload)).toEqual(['Mina', 'Ben'])
    expect((await report(ben, 'direct_message', id)).error).toBeNull()
    expect(await readersOf(upload)).toEqual(['Mina'])
  })

  it('waits for staff when its message was reported: no deletion and no expiry reaches it', async () => {
    const dina = await signUp(app, 'Dina2')
    const upload = await use.upload(dina)
    const said = await say(dina, carrying(upload))
    const { data } = await ben.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 60)
    expect((await report(ben, 'live_chat_message', said.id)).error).toBeNull()
    expect(await readersOf(upload)).toEqual(['Mina', 'Carlo'])
    await remove(dina, said)
    expect(await readersOf(upload)).toEqual([])
    expect((await use.read(dina, upload.url)).status).toBe(400)
    expect((await app.fetch(data?.signedUrl ?? '')).status).toBe(400)
    await app.owner.query('delete from auth.users where id = $1', [dina.id])
    await removeExpired(app.db, new Date(Date.now() + 30 * 86_400_000))
    expect(await leftovers(app)).toEqual({ uploads: 1, objects: 1, blobs: 1, stored: 1, temporary: 0 })
    const { rows } = await app.owner.query('select user_id, name from public.chat_uploads')
    expect(rows).toEqual([{ user_id: null, name: 'file' }])
    app.advance(4 * 86_400_000)
    const staff = app.client(app.keys.serviceKey).storage.from('chat-files')
    expect((await staff.download(objectOf(upload))).data?.size).toBe(upload.size)
    app.advance(-4 * 86_400_000)
    await app.owner.query('update public.chat_uploads set held_at = null')
    expect(await readersOf(upload)).toEqual([])
    await removeExpired(app.db, new Date(Date.now() + 3 * 86_400_000))
    expect(await leftovers(app)).toMatchObject({ objects: 0, blobs: 0, stored: 0 })
  })

  it('does not wait for staff when its writer reported it', async () => {
    const upload = await use.upload(mina)
    const said = await say(mina, carrying(upload))
    expect((await report(mina, 'live_chat_message', said.id)).error).toBeNull()
    expect(await readersOf(upload)).toEqual(all)
    await remove(mina, said)
    expect(await leftovers(app)).toMatchObject({ objects: 0, stored: 0 })
  })

  it('that meets a report, a deletion and the clean-up at one moment is held or gone, never both', async () => {
    for (let round = 0; round < 6; round++) {
      // oxlint-disable no-await-in-loop -- each round is one meeting
      const upload = await use.upload(mina)
      const said = await say(mina, carrying(upload))
      await app.owner.query('delete from public.reports')
      await app.owner.query('update public.chat_uploads set expires_at = now()')
      const [reported] = await Promise.all([
        report(round % 2 ? ben : carlo, 'live_chat_message', said.id),
        remove(mina, said),
        removeExpired(app.db),
      ])
      const { rows } = await app.owner.query<{ state: string; held: boolean; objects: number }>(
        `select u.state, u.held_at is not null as held,
           (select count(*)::int from storage.objects where name = u.object_name) as objects
         from public.chat_uploads as u where u.id = $1`,
        [upload.id],
      )
      const isHeld = rows[0]?.held ?? false
      if (isHeld) expect(reported.error).toBeNull()
      expect(rows).toEqual([{ state: isHeld ? 'ready' : 'gone', held: isHeld, objects: isHeld ? 1 : 0 }])
      // oxlint-enable no-await-in-loop
    }
    expect(app.logged).toEqual([])
  })

  it('leaves nothing to whoever copied, moved, listed or overwrote it before', async () => {
    const upload = await use.upload(mina)
    await say(mina, carrying(upload))
    const bucket = ben.client.storage.from('chat-files')
    const object = objectOf(upload)
    expect(
      (await bucket.copy(object, `${ben.id}/a.png`, { destinationBucket: 'avatars' })).error,
    ).not.toBeNull()
    expect(
      (await bucket.move(object, `${ben.id}/a.png`, { destinationBucket: 'avatars' })).error,
    ).not.toBeNull()
    expect((await bucket.list()).data).toEqual([])
    expect((await bucket.remove([object])).data).toEqual([])
    expect((await bucket.upload(object, new Blob(['x']), { upsert: true })).error).not.toBeNull()
    expect(await readersOf(upload)).toEqual(all)
  })
})

it('a signed address lives five minutes and never longer than its file, and its answer is private', async () => {
  const upload = await use.upload(mina)
  const sign = async () => {
    const { data } = await mina.client.storage.from('chat-files').createSignedUrl(objectOf(upload), 604_800)
    const url = new URL(data?.signedUrl ?? '')
    const claims = Buffer.from(url.searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString()
    const { iat, exp } = JSON.parse(claims) as { iat: number; exp: number }
    return { url: url.href, lasts: exp - iat }
  }
  const { url, lasts } = await sign()
  expect(lasts).toBe(300)
  const { headers, status } = await app.fetch(url)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, max-age=300',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(headers.has('content-disposition')).toBe(false)
  await app.owner.query(
    `update storage.objects set metadata = metadata || jsonb_build_object('expiresAt', now() + interval '60 seconds') where name = $1`,
    [objectOf(upload)],
  )
  expect((await sign()).lasts).toBeLessThanOrEqual(60)
  const text = await use.upload(mina, new Blob(['liham']), 'a.txt')
  expect((await use.read(mina, text.url)).headers.get('content-disposition')).toBe('attachment')
})
