import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerKey } from '../../src/server/erasure/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
let service: SupabaseClient
let admin: SupabaseClient['auth']['admin']
beforeAll(async () => {
  app = await startApp({ settings: { requireEmailConfirmation: true } })
  service = app.client(app.keys.serviceKey)
  ;({ admin } = service.auth)
})
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `bisita${++count}@example.test`))

const make = async (more: object = {}) => {
  const { data, error } = await admin.createUser({ email, password, email_confirm: true, ...more })
  if (error) throw error
  return data.user
}
const logIn = (secret = password, address = email) =>
  app.client().auth.signInWithPassword({ email: address, password: secret })

describe('the second steps of a person', () => {
  it('may be passkeys', async () => {
    const { id: userId } = await make()
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into auth.passkeys (user_id, user_handle, credential_id, public_key, counter, friendly_name, backed_up)
       values ($1, $2, $3, $4, 0, 'Telepono', false) returning id`,
      [userId, randomBytes(32), randomBytes(16), randomBytes(64)],
    )
    const passkeyId = rows[0]?.id ?? ''
    const { data } = await admin.passkey.listPasskeys({ userId })
    expect(data).toMatchObject([{ id: passkeyId, friendly_name: 'Telepono' }])
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
    expect((await admin.passkey.listPasskeys({ userId })).data).toEqual([])
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error?.status).toBe(404)
  })
})

describe('a deletion by an administrator', () => {
  it('erases the account as when its owner leaves', async () => {
    const { id } = await make()
    const { data, error } = await admin.deleteUser(id)
    expect([error, data.user?.id]).toEqual([null, id])
    await app.erasure.idle()
    expect((await app.owner.query('select from auth.users where id = $1', [id])).rowCount).toBe(0)
    const { rowCount } = await app.owner.query('select from app.erased_people where key = $1', [
      ledgerKey(app.keys.secret, id),
    ])
    expect(rowCount).toBe(1)
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
    expect((await make()).id).not.toBe(id)
  })

  it('hides a softly deleted person from all, keeps the rows, and frees the address', async () => {
    const { id } = await make()
    const { data } = await logIn()
    const client = app.client()
    await client.auth.setSession(data.session ?? { access_token: '', refresh_token: '' })
    await client.from('user_profiles').upsert({ id, email, codename: 'Tahimik Tala' }).throwOnError()
    await client.from('public_posts').insert({ mood: 'Calm', content: 'gabi' }).throwOnError()
    const seen = async () =>
      (await app.client().from('wall_posts').select('id').eq('user_id', id)).data?.length
    expect(await seen()).toBe(1)

    expect((await admin.deleteUser(id, true)).error).toBeNull()
    expect(await seen()).toBe(0)
    expect((await client.from('public_posts').select('id')).error?.message).toBe('session_not_found')
    expect((await logIn()).error?.code).toBe('invalid_credentials')
    expect((await app.owner.query('select from public.public_posts where user_id = $1', [id])).rowCount).toBe(
      1,
    )
    const { data: left } = await admin.getUserById(id)
    expect(left.user).toMatchObject({ id, email: '', deleted_at: expect.any(String), identities: [] })
    // Once more, and then for good.
    expect((await admin.deleteUser(id, true)).error).toBeNull()
    expect((await admin.updateUserById(id, { password, email })).error?.code).toBe('validation_failed')
    expect((await make()).id).not.toBe(id)
    expect((await admin.deleteUser(id)).error).toBeNull()
    await app.erasure.idle()
    expect((await app.owner.query('select from public.public_posts where user_id = $1', [id])).rowCount).toBe(
      0,
    )
  })

  it('refuses a body that does not say which', async () => {
    const { id } = await make()
    const answer = await app.fetch(`/auth/v1/admin/users/${id}`, {
      method: 'DELETE',
      headers: { apikey: app.keys.serviceKey, 'content-type': 'application/json' },
      body: JSON.stringify({ should_soft_delete: 'yes' }),
    })
    expect(answer.status).toBe(400)
    expect((await admin.getUserById(id)).error).toBeNull()
  })
})
