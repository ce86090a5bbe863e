import { randomBytes, randomUUID } from 'node:crypto'
import type { GenerateLinkParams } from '@supabase/auth-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerKey } from '../../src/server/erasure/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailTo, mailsTo } from '../support/mailbox.ts'

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

describe('an invitation', () => {
  it('is a mail whose link confirms the address and lets the person set a password', async () => {
    const { data, error } = await admin.inviteUserByEmail(email, { data: { codename: 'Tala' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { codename: 'Tala' } })
    expect(data.user?.invited_at).toBeTruthy()
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const mail = await mailTo(app, email)
    const { to, fragment } = await follow(app, mail.link)
    expect(to).toBe('http://emote.test/reset-password')
    const client = app.client()
    await client.auth.setSession({
      access_token: fragment['access_token'] ?? '',
      refresh_token: fragment['refresh_token'] ?? '',
    })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await logIn()).error).toBeNull()
  })

  it('leads where the administrator says', async () => {
    const redirectTo = 'http://emote.test/auth/callback?next=%2Fdiary'
    expect((await admin.inviteUserByEmail(email, { redirectTo })).error).toBeNull()
    expect((await follow(app, (await mailTo(app, email)).link)).to).toBe(redirectTo)
  })

  it('opens no account with the password that a stranger chose for the address', async () => {
    await app
      .client()
      .auth.signUp({ email, password: 'lihim-ng-iba-9', options: { data: { codename: 'Iba' } } })
    const { data } = await admin.inviteUserByEmail(email)
    expect(data.user?.user_metadata).toEqual({})
    const mails = await mailTo(app, email, 2)
    await follow(app, mails.link)
    expect((await logIn('lihim-ng-iba-9')).error?.code).toBe('invalid_credentials')
  })

  it('is sent again while it waits, and refused for a confirmed account and a bad address', async () => {
    const first = await admin.inviteUserByEmail(email)
    const second = await admin.inviteUserByEmail(email)
    expect(second.data.user?.id ?? second.error?.status).toBe(429)
    await admin.updateUserById(first.data.user?.id ?? '', { email_confirm: true })
    app.advance(3_600_000)
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
    const wrong = await admin.inviteUserByEmail('xx:;x@x.x')
    expect(wrong.error?.message).toBe('Unable to validate email address: invalid format')
  })
})

const generate = (asked: GenerateLinkParams) => admin.generateLink(asked)
const verify = (type: 'email_change' | 'signup' | 'recovery', token_hash: string) =>
  app.client().auth.verifyOtp({ type, token_hash })

describe('a generated link', () => {
  const redirectTo = 'http://emote.test/auth/callback?next=%2Fdiary'

  it.each([
    ['signup', false],
    ['invite', false],
    ['magiclink', true],
    ['recovery', true],
  ] as const)('of the type %s logs in, and nothing is mailed', async (type, isKnown) => {
    if (isKnown) await make()
    const asked = {
      type,
      email,
      password,
      options: { redirectTo, data: { codename: 'Tala' } },
    } as GenerateLinkParams
    const { data, error } = await generate(asked)
    expect(error).toBeNull()
    const { action_link: link = '', ...properties } = data.properties ?? {}
    expect(link).toMatch(/\?token/)
    const { searchParams: said } = new URL(link)
    expect([said.get('type'), said.get('redirect_to')]).toEqual([type, redirectTo])
    expect(properties).toEqual({
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[\w-]{43}$/),
      redirect_to: redirectTo,
      verification_type: type,
    })
    if (!isKnown) expect(data.user?.user_metadata).toEqual({ codename: 'Tala' })
    const { fragment, to } = await follow(app, new URL(link))
    expect([to, fragment['type']]).toEqual([redirectTo, type])
    expect((await app.client().auth.getUser(fragment['access_token'])).data.user?.email).toBe(email)
    await app.mails.idle()
    expect(await mailsTo(app, email)).toEqual([])
  })

  it('holds a code for the same', async () => {
    const { data } = await generate({ type: 'signup', email, password })
    const code = data.properties?.email_otp ?? ''
    const { error } = await app.client().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect((await logIn()).error).toBeNull()
  })

  it('changes an address when both halves were used, and an earlier change has no part in it', async () => {
    await make()
    const [older, newer] = [`una-${email}`, `huli-${email}`]
    const before = await generate({ type: 'email_change_new', email, newEmail: older })
    const half = await generate({ type: 'email_change_current', email, newEmail: newer })
    expect([half.data.user?.new_email, half.data.properties?.verification_type]).toEqual([
      newer,
      'email_change_current',
    ])
    const other = await generate({ type: 'email_change_new', email, newEmail: newer })
    expect((await verify('email_change', before.data.properties?.hashed_token ?? '')).error?.code).toBe(
      'otp_expired',
    )
    expect((await verify('email_change', half.data.properties?.hashed_token ?? '')).error).toBeNull()
    expect((await verify('email_change', other.data.properties?.hashed_token ?? '')).error).toBeNull()
    expect((await logIn(password, newer)).error).toBeNull()
    expect((await logIn(password, older)).error?.code).toBe('invalid_credentials')
  })

  it('is refused for an unknown or taken address, and for an unknown type', async () => {
    const codes = async (asked: object) =>
      (await generate({ email, ...asked } as GenerateLinkParams)).error?.code
    expect(await codes({ type: 'recovery' })).toBe('user_not_found')
    expect(await codes({ type: 'email_change_new', newEmail: `b${email}` })).toBe('user_not_found')
    expect(await codes({ type: 'signup' })).toBe('validation_failed')
    expect(await codes({ type: 'sms' })).toBe('validation_failed')
    const wrong = await generate({ type: 'signup', email: 'xx:;x@x.x', password })
    expect(wrong.error?.message).toBe('Unable to validate email address: invalid format')
    await make()
    expect(await codes({ type: 'signup', password })).toBe('email_exists')
    expect(await codes({ type: 'invite' })).toBe('email_exists')
    expect(await codes({ type: 'email_change_new', newEmail: email })).toBe('validation_failed')
  })

  it('makes an account for a magic link to an unknown address', async () => {
    const { data, error } = await generate({ type: 'magiclink', email })
    expect([error, data.properties?.verification_type]).toEqual([null, 'signup'])
    expect((await verify('signup', data.properties?.hashed_token ?? '')).data.user?.email).toBe(email)
  })
})

describe('the second steps of a person', () => {
  it('are listed and removed for somebody who lost the device', async () => {
    const { id: userId } = await make()
    const client = app.client()
    await client.auth.signInWithPassword({ email, password })
    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telepono' })
    const { data } = await admin.mfa.listFactors({ userId })
    expect(data?.factors).toEqual([
      expect.objectContaining({
        id: enrolled?.id,
        factor_type: 'totp',
        friendly_name: 'Telepono',
        status: 'unverified',
      }),
    ])
    expect(JSON.stringify(data)).not.toMatch(/secret|otpauth/)
    const gone = await admin.mfa.deleteFactor({ userId, id: enrolled?.id ?? '' })
    expect([gone.error, (await admin.mfa.listFactors({ userId })).data?.factors]).toEqual([null, []])
    const again = await admin.mfa.deleteFactor({ userId, id: enrolled?.id ?? '' })
    expect(again.error?.code).toBe('mfa_factor_not_found')
  })

  it('are not removed through the account of another', async () => {
    await make()
    const client = app.client()
    await client.auth.signInWithPassword({ email, password })
    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'totp' })
    email = `iba${email}`
    const { id: userId } = await make()
    const { error } = await admin.mfa.deleteFactor({ userId, id: enrolled?.id ?? '' })
    expect(error?.code).toBe('mfa_factor_not_found')
  })

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

  it('of an unknown person are refused as 404', async () => {
    const [userId, id] = [randomUUID(), randomUUID()]
    const answers = [
      await admin.mfa.listFactors({ userId }),
      await admin.mfa.deleteFactor({ userId, id }),
      await admin.passkey.listPasskeys({ userId }),
      await admin.passkey.deletePasskey({ userId, passkeyId: id }),
    ]
    expect(answers.map(({ error }) => error?.status)).toEqual([404, 404, 404, 404])
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
    await app.owner.query(
      `insert into auth.mfa_factors (user_id, factor_type, phone) values ($1, 'phone', '639170000001')`,
      [id],
    )

    expect((await admin.deleteUser(id, true)).error).toBeNull()
    expect((await app.owner.query('select from auth.mfa_factors where user_id = $1', [id])).rowCount).toBe(0)
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
