import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as bcrypt, verify } from '@node-rs/bcrypt'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { importUsers } from '../../src/server/admin/import-users/import-users.ts'
import { importedHash } from '../../src/server/auth/token-password.ts'
import { ownHashPrefix } from '../../src/server/http/password-hash.ts'
import { ledgerKey } from '../../src/server/erasure/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'

vi.mock('@node-rs/bcrypt', { spy: true })

const password = 'tahimik-na-gabi-7'
let app: TestApp
let hash: string
beforeAll(async () => {
  app = await startApp()
  hash = await bcrypt(password, 4)
})
afterAll(() => app.stop())

const save = async (name: string, text: string) => {
  const file = join(app.dataDir, name)
  await writeFile(file, text)
  return file
}
const jsonLines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const logIn = (email: string, secret = password) =>
  app.client().auth.signInWithPassword({ email, password: secret })
const hashOf = async (email: string) =>
  (
    await app.owner.query<{ password_hash: string }>(
      'select password_hash from auth.users where email = $1',
      [email],
    )
  ).rows[0]?.password_hash

const person = (email: string, more: object = {}) => ({
  instance_id: '00000000-0000-0000-0000-000000000000',
  id: randomUUID(),
  aud: 'authenticated',
  role: 'authenticated',
  email,
  encrypted_password: hash,
  email_confirmed_at: '2024-05-06T07:08:09.123456+00:00',
  confirmation_token: '',
  phone: null,
  raw_app_meta_data: { provider: 'email', providers: ['email'] },
  raw_user_meta_data: { codename: 'Tala' },
  is_super_admin: null,
  created_at: '2023-01-02 03:04:05.6+00',
  updated_at: '2024-05-06T07:08:09Z',
  ...more,
})

it('people of another server come with their passwords, which are hashed anew at the next log-in', async () => {
  const google = {
    provider: 'google',
    provider_id: '1084',
    identity_data: { email: 'mina@example.test', email_verified: true },
  }
  const mina = person('Mina@Example.test', { identities: [google] })
  const file = await save('users.jsonl', `${jsonLines([mina, person('ben@example.test')])}\n`)
  expect(await importUsers(app, file)).toBe(
    'Imported 2 accounts. 0 stay as they are: their id, address or number is here already, or they have left.',
  )
  expect(await hashOf('mina@example.test')).toBe(hash)
  expect((await logIn('ben@example.test', 'mali-ito-8')).error?.code).toBe('invalid_credentials')
  const { data } = await logIn('ben@example.test')
  expect(data.user).toMatchObject({
    created_at: '2023-01-02T03:04:05.600Z',
    user_metadata: { codename: 'Tala' },
    identities: [{ provider: 'email', identity_data: { email: 'ben@example.test', email_verified: false } }],
  })
  expect(await hashOf('ben@example.test')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await logIn('ben@example.test')).error).toBeNull()
  expect(
    (await logIn('mina@example.test')).data.user?.identities?.map(({ provider, id }) => [provider, id]),
  ).toEqual([['google', '1084']])
  // A second run of the same file.
  expect(await importUsers(app, file)).toMatch(/^Imported 0 accounts\. 2 stay/)
})

it('every log-in costs a hash of the other server while there is one, also at an unknown address', async () => {
  await app.client().auth.signUp({ email: 'bago@example.test', password })
  await importUsers(app, await save('ana.jsonl', jsonLines([person('ana@example.test')])))
  const checked = vi.mocked(verify)
  const costs = []
  for (const email of ['ana@example.test', 'bago@example.test', 'wala@example.test']) {
    checked.mockClear()
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to count each
    expect((await logIn(email, 'mali-ito-8')).error?.code).toBe('invalid_credentials')
    costs.push(checked.mock.calls.length)
  }
  expect(costs).toEqual([1, 1, 1])
})

it('a log-in finds a hash of another server by an index', async () => {
  await app.owner.query(
    `insert into auth.users (email, password_hash) select 'dami' || n || '@example.test', '${ownHashPrefix}x' from generate_series(1, 3000) n`,
  )
  const { rows } = await app.owner.query(`explain select ${importedHash}`)
  expect(JSON.stringify(rows)).toContain('users_imported_hash_idx')
})

it('CSV of psql is read, with identities in a file of their own', async () => {
  const id = randomUUID()
  const users = await save(
    'users.csv',
    'id,email,phone,encrypted_password,email_confirmed_at,raw_app_meta_data,raw_user_meta_data,created_at,is_anonymous\n' +
      `${id},tala@example.test,+639171234567,${hash},2024-05-06 07:08:09+00,"{""provider"": ""facebook""}","{\n""notes"": ""a, b""}",2023-01-02 03:04:05+08,f\n`,
  )
  const identities = await save(
    'identities.csv',
    'provider_id,user_id,identity_data,provider,created_at\n' +
      `99,${id},"{""sub"": ""99""}",facebook,2023-01-02 03:04:05+08\n1,${randomUUID()},{},facebook,\n`,
  )
  expect(await importUsers(app, users, identities)).toContain('Added 1 of 2 identities.')
  const { data } = await logIn('tala@example.test')
  expect(data.user).toMatchObject({ id, phone: '639171234567', user_metadata: { notes: 'a, b' } })
  expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual([
    'email',
    'facebook',
    'phone',
  ])
  expect(data.user?.created_at).toBe('2023-01-01T19:04:05.000Z')
})

it('wrong rows are named by their line and no word of theirs, and the others are imported', async () => {
  const rows = [
    person('sulat'),
    person('lima@example.test', { id: 'x' }),
    person('anim@example.test', { created_at: 'kahapon' }),
    person('pito@example.test', { deleted_at: '2024-05-06T07:08:09Z' }),
    person('walo@example.test', { raw_user_meta_data: { a: 'x'.repeat(9_000) } }),
    person('siyam@example.test', { raw_user_meta_data: [] }),
    person('sampu@example.test', { encrypted_password: '$fbscrypt$v=1,n=14$abc' }),
    person('labing@example.test', { encrypted_password: `$2a$15$${'a'.repeat(53)}` }),
  ]
  const file = await save('wrong.jsonl', `${jsonLines(rows)}\n{"id":\n"lihim"\n`)
  const report = await importUsers(app, file)
  expect(report).toMatch(/^Imported 2 accounts\. 0 stay/)
  expect(report).toContain('2 rows have a password hash of another kind')
  expect(report.split('\n').slice(-8)).toEqual([
    `  ${file} line 1: email is no mail address`,
    `  ${file} line 2: id is no UUID`,
    `  ${file} line 3: created_at is no time`,
    `  ${file} line 4: the account was deleted there`,
    `  ${file} line 5: raw_user_meta_data is larger than 8192 bytes`,
    `  ${file} line 6: raw_user_meta_data is no object`,
    `  ${file} line 9: the row is no JSON that PostgreSQL stores`,
    `  ${file} line 10: the row is no object`,
  ])
  expect(report).not.toMatch(/sulat|lihim|example/)
  expect(await hashOf('sampu@example.test')).toBeNull()
  expect((await logIn('sampu@example.test')).error?.code).toBe('invalid_credentials')
})

it('a person who left here, and an address that is taken, stay as they are', async () => {
  const left = person('umalis@example.test')
  await app.owner.query('insert into app.erased_people (key) values ($1)', [
    ledgerKey(app.keys.secret, left.id),
  ])
  await app.client().auth.signUp({ email: 'nandito@example.test', password: 'ibang-lihim-9' })
  const file = await save('left.jsonl', jsonLines([left, person('nandito@example.test')]))
  expect(await importUsers(app, file)).toMatch(/^Imported 0 accounts\. 2 stay/)
  expect((await logIn('nandito@example.test', 'ibang-lihim-9')).error).toBeNull()
})
