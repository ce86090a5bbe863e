import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let ana: Person
let pictures: Blob[]

beforeAll(async () => {
  app = await startApp()
  ana = await signUp(app, 'Ana')
  pictures = await Promise.all(Array.from({ length: 20 }, (_, shade) => picture('png', { shade })))
})
afterAll(() => app.stop())

const avatars = () => ana.client.storage.from('avatars')
const tally = (codes: (string | undefined)[]) =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => code ?? 'ok')].map(([code, found]) => [code, found.length]),
  )
const codeOf = (error: object | null) => (error && 'code' in error ? String(error.code) : undefined)

/** Every row has its bytes, every count is right, and no upload is under way. */
async function expectSound(): Promise<void> {
  const { rows } = await app.owner.query(`
    select b.id from storage.blobs b
    where b.refs <> (select count(*) from storage.objects o where o.blob_id = b.id) or (b.refs = 0 and b.keep_until > now())`)
  expect(rows).toEqual([])
  const { rows: objects } = await app.owner.query<{ blob_id: string }>('select blob_id from storage.objects')
  for (const { blob_id: id } of objects) {
    // oxlint-disable-next-line no-await-in-loop
    await (await app.files.read(id)).cancel()
  }
}

it('one of twenty simultaneous uploads of a name wins', async () => {
  const answers = await Promise.all(pictures.map((file) => avatars().upload(`${ana.id}/one.png`, file)))
  expect(tally(answers.map(({ error }) => codeOf(error)))).toEqual({ ok: 1, KeyAlreadyExists: 19 })
  await expectSound()
})

it('twenty simultaneous replacements leave the last one', async () => {
  const key = `${ana.id}/many.png`
  const answers = await Promise.all(pictures.map((file) => avatars().upload(key, file, { upsert: true })))
  expect(tally(answers.map(({ error }) => codeOf(error)))).toEqual({ ok: 20 })
  expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
  await expectSound()
})

it('files are counted under a lock', async () => {
  await avatars().remove([`${ana.id}/one.png`, `${ana.id}/many.png`])
  const answers = await Promise.all(
    pictures.map((file, number) => avatars().upload(`${ana.id}/n${number}.png`, file)),
  )
  expect(tally(answers.map(({ error }) => codeOf(error)))).toEqual({ ok: 8, AccessDenied: 12 })
  expect(answers.find(({ error }) => error)?.error?.message).toBe('You have too many files here')
  await avatars().remove(pictures.map((_, number) => `${ana.id}/n${number}.png`))
  await expectSound()
})

it('simultaneous uploads, removals, moves and copies of the same names leave no leftovers', async () => {
  const [a, b] = [`${ana.id}/a.png`, `${ana.id}/b.png`]
  const answers = await Promise.all(
    // One account may have 67 requests at once (http/limits.ts).
    pictures
      .slice(0, 15)
      .flatMap((file, number) => [
        avatars().upload(number % 2 ? a : b, file, { upsert: true }),
        avatars().remove([a, b]),
        avatars().move(a, b),
        avatars().copy(b, a),
      ]),
  )
  const known = ['ok', 'KeyAlreadyExists', 'NoSuchKey', 'AccessDenied', 'LockTimeout']
  for (const { error } of answers) expect(known).toContain(codeOf(error) ?? 'ok')
  await avatars().remove([a, b])
  await expectSound()
})

it('one of ten simultaneous moves wins', async () => {
  await avatars().upload(`${ana.id}/home.png`, pictures[0]!)
  const answers = await Promise.all(
    pictures.slice(0, 10).map((_, number) => avatars().move(`${ana.id}/home.png`, `${ana.id}/${number}.png`)),
  )
  expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  expect((await avatars().list(ana.id)).data).toHaveLength(1)
  await expectSound()
})

it('one of ten senders with one token wins', async () => {
  const key = `${ana.id}/token.png`
  const { data } = await avatars().createSignedUploadUrl(key, { upsert: true })
  const visitor = app.client().storage.from('avatars')
  const answers = await Promise.all(
    pictures.slice(0, 10).map((file) => visitor.uploadToSignedUrl(key, data!.token, file)),
  )
  expect(tally(answers.map(({ error }) => codeOf(error)))).toEqual({ ok: 1, InvalidJWT: 9 })
  await expectSound()
})

it('an account that is deleted during an upload leaves nothing', async () => {
  const ben = await signUp(app, 'Ben')
  const late = pictures.map((file, number) =>
    ben.client.storage.from('avatars').upload(`${ben.id}/${number}.png`, file),
  )
  await app.owner.query('delete from auth.users where id = $1', [ben.id])
  const codes = (await Promise.all(late)).map(({ error }) => codeOf(error) ?? 'ok')
  for (const code of codes) expect(['ok', 'InvalidJWT', 'AccessDenied', 'NoSuchKey']).toContain(code)
  const { rows } = await app.owner.query('select id from storage.objects where name like $1', [`${ben.id}/%`])
  expect(rows).toEqual([])
  await expectSound()
})
