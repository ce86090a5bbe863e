import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { codesTo, codeTo, mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
/** Numbers and addresses wait for their code. */
let strict: TestApp
beforeAll(async () => {
  app = await startApp({ settings: { phone: true, phoneConfirmation: false } })
  strict = await startApp({
    settings: { requireEmailConfirmation: true, phone: true, phoneConfirmation: true, codeLength: 8 },
  })
})
afterAll(() => Promise.all([app.stop(), strict.stop()]))

let count = 0
let email = ''
let phone = ''
beforeEach(() => {
  email = `numero${++count}@example.test`
  phone = `63917000${String(count).padStart(4, '0')}`
})

const signUp = async () => {
  const client = app.client()
  const { error } = await client.auth.signUp({ email, password })
  if (error) throw error
  return { client }
}

describe('a phone', () => {
  it('gets a code that signs in and makes the account of a new number', async () => {
    const { data, error } = await app.client().auth.signInWithOtp({ phone: `+${phone}` })
    expect([data, error]).toEqual([{ user: null, session: null, messageId: undefined }, null])
    const code = await codeTo(app, phone)
    const type = 'sms'
    const wrong = code === '000000' ? '111111' : '000000'
    for (const [number, token] of [
      [phone, wrong],
      ['639990000000', code],
    ] as const) {
      const refused = await app.client().auth.verifyOtp({ phone: number, token, type })
      expect(refused.error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' })
    }
    const verified = await app.client().auth.verifyOtp({ phone: `+${phone}`, token: code, type })
    expect(verified.data.user).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone' } })
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy()
    expect(verified.data.user?.identities?.[0]?.identity_data).toMatchObject({ phone, phone_verified: true })
  })

  it('gets an SMS that names the page which may fill the code in', async () => {
    await app.client().auth.signInWithOtp({ phone })
    const code = await codeTo(app, phone)
    const names = (await readdir(app.outbox)).filter((name) => name.endsWith('.sms')).toSorted()
    const text = await readFile(join(app.outbox, names.at(-1) ?? ''), 'utf8')
    expect(text.trimEnd().endsWith(`@emote.test #${code}`)).toBe(true)
    expect(app.logged.join('\n')).not.toMatch(new RegExp(`${phone}|${code}`))
  })

  it('must be a number in E.164', async () => {
    const bad = await app.client().auth.verifyOtp({ phone: '1795-invalid', token: '123456', type: 'sms' })
    expect(bad.error?.message).toBe('Invalid phone number format (E.164 required)')
    const sent = await app.client().auth.signInWithOtp({ phone: '0917123' })
    expect(sent.error?.message).toBe('Invalid phone number format (E.164 required)')
  })

  it('voids the password of a stranger who signed up with the number', async () => {
    await strict.client().auth.signUp({ phone, password: 'galing-sa-iba-1' })
    await codeTo(strict, phone)
    await strict.client().auth.signInWithOtp({ phone })
    const code = await codeTo(strict, phone, 2)
    const owner = await strict.client().auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(owner.error).toBeNull()
    const stranger = await strict.client().auth.signInWithPassword({ phone, password: 'galing-sa-iba-1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it('confirms its sign-up, which keeps its password, and is asked for again', async () => {
    await strict.client().auth.signUp({ phone, password })
    await codeTo(strict, phone)
    strict.advance(61_000)
    expect((await strict.client().auth.resend({ type: 'sms', phone })).error).toBeNull()
    const token = await codeTo(strict, phone, 2)
    expect((await strict.client().auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
    expect((await strict.client().auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  it('becomes the number of an account when its code comes back, and ends the other sessions', async () => {
    await strict.client().auth.signUp({ email, password })
    const { token: link } = await mailTo(strict, email)
    const client = strict.client()
    await client.auth.verifyOtp({ token_hash: link, type: 'signup' })
    const asked = await client.auth.updateUser({ phone: `+${phone}`, current_password: password })
    expect(asked.error).toBeNull()
    const token = await codeTo(strict, phone)
    strict.advance(61_000)
    expect((await strict.client().auth.resend({ type: 'phone_change', phone })).error).toBeNull()
    const again = await codeTo(strict, phone, 2)
    const old = await strict.client().auth.verifyOtp({ phone, token, type: 'phone_change' })
    if (token !== again) expect(old.error?.code).toBe('otp_expired')
    const done = await strict.client().auth.verifyOtp({ phone, token: again, type: 'phone_change' })
    expect(done.data.user).toMatchObject({ email, phone, app_metadata: { providers: ['email', 'phone'] } })
    expect((await strict.client().auth.signInWithPassword({ phone, password })).error).toBeNull()
    const notice = await mailTo(strict, email, 2)
    expect(notice.subject).toBe('May bagong number ang Emote account mo')
    expect(notice.text).toContain(phone.slice(-4))
    expect(notice.text).not.toContain(phone)

    // A change from one number to another ends the other sessions.
    const next = `${phone}9`
    await client.auth.updateUser({ phone: next, current_password: password })
    const code = await codeTo(strict, next)
    expect(
      (await strict.client().auth.verifyOtp({ phone: next, token: code, type: 'phone_change' })).error,
    ).toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
  })

  it('of another account gets no SMS, and its owner is not named', async () => {
    await strict.client().auth.signInWithOtp({ phone })
    await codeTo(strict, phone)
    await strict.client().auth.signUp({ email, password })
    const client = strict.client()
    await client.auth.verifyOtp({ token_hash: (await mailTo(strict, email)).token, type: 'signup' })
    const { error } = await client.auth.updateUser({ phone, current_password: password })
    expect(error).toBeNull()
    await strict.mails.idle()
    expect(await codesTo(strict, phone)).toHaveLength(1)
  })

  it('counts at once where numbers need no code, unless it is taken', async () => {
    const { client } = await signUp()
    const proof = { current_password: password }
    const { data } = await client.auth.updateUser({ phone, ...proof })
    expect(data.user).toMatchObject({ phone })
    email = `dalawa-${email}`
    const other = await signUp()
    const taken = await other.client.auth.updateUser({ phone, ...proof })
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  it('that counts without a proof opens no account whose mailbox is proved, and takes over any other', async () => {
    const { client } = await signUp()
    await client.auth.updateUser({ phone, current_password: password })
    await app.owner.query('update auth.users set email_proved_at = now() where phone = $1', [phone])
    await app.client().auth.signInWithOtp({ phone })
    await app.mails.idle()
    expect(await codesTo(app, phone)).toEqual([])
    await app.owner.query('update auth.users set email_proved_at = null where phone = $1', [phone])
    // Imported accounts may have a number without its identity.
    await app.owner.query(`delete from auth.identities where identity_data ->> 'phone' = $1`, [phone])
    const owner = app.client()
    await owner.auth.signInWithOtp({ phone })
    const { data } = await owner.auth.verifyOtp({ phone, token: await codeTo(app, phone), type: 'sms' })
    expect(data.user).toMatchObject({ phone, email: '', app_metadata: { providers: ['phone'] } })
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await app.client().auth.signInWithPassword({ phone, password })).error).not.toBeNull()
    app.advance(61_000)
    await app.client().auth.signInWithOtp({ phone })
    const again = { phone, token: await codeTo(app, phone, 2), type: 'sms' } as const
    expect((await app.client().auth.verifyOtp(again)).error).toBeNull()
    expect((await owner.auth.getUser()).error).toBeNull()
  })

  it('that nobody knows can be asked about, and nothing is told', async () => {
    for (const unknown of [phone, '17950001111']) {
      const { error } = await app.client().auth.resend({ type: 'phone_change', phone: unknown })
      expect(error).toBeNull()
      await app.mails.idle()
      expect(await codesTo(app, unknown)).toEqual([])
      for (const type of ['sms', 'phone_change'] as const) {
        const guess = await app.client().auth.verifyOtp({ phone: unknown, token: '123456', type })
        expect(guess.error).toMatchObject({
          status: 403,
          code: 'otp_expired',
          message: 'Token has expired or is invalid',
        })
      }
    }
  })
})
