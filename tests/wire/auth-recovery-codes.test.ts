import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { mailsTo } from '../support/mailbox.ts'
import { caller, turnOn } from '../support/second-step.ts'

let app: TestApp
let count = 0
let mina: Person
beforeAll(async () => void (app = await startApp({ stoppedClock: true })))
afterAll(() => app.stop())
beforeEach(async () => void (mina = await signUp(app, `Mina${++count}`)))

const turnMinaOn = () => turnOn(mina.client, app.mailing.now().getTime())
const logIn = async (): Promise<SupabaseClient> => {
  const client = app.client()
  await client.auth.signInWithPassword({ email: mina.email, password: mina.password })
  return client
}
const call = caller(() => app)
const codesOf = (client: SupabaseClient, method: string, path = '', body?: unknown) =>
  call(client, method, `/auth/v1/factors/recovery-codes${path}`, body)

const prove = () => app.owner.query('update auth.users set email_proved_at = now() where id = $1', [mina.id])
/** The subjects of her mails, once there are so many. */
async function subjects(wanted: number): Promise<string[]> {
  await expect.poll(async () => (await mailsTo(app, mina.email)).length, { interval: 10 }).toBe(wanted)
  return (await mailsTo(app, mina.email)).map(({ subject }) => subject ?? '').toSorted()
}

describe('recovery codes', () => {
  it('are ten, shown once, and open the second step once each', async () => {
    await turnMinaOn()
    expect((await codesOf(mina.client, 'GET')).code).toBe('mfa_factor_not_found')
    const made = await codesOf(mina.client, 'POST')
    const codes = made.answer['codes'] as string[]
    expect(made).toMatchObject({ status: 200, answer: { type: 'recovery_code', total: 10 } })
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^[a-hjkmnp-z2-9]{12}$/)
    expect(await codesOf(mina.client, 'POST')).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
    const { rows } = await app.owner.query<{ all: string }>(
      'select string_agg(encode(hash, $2) || $3, $3) as all from auth.recovery_codes where user_id = $1',
      [mina.id, 'escape', ' '],
    )
    for (const one of codes) expect(rows[0]?.all).not.toContain(one)

    const [first = '', second = ''] = codes
    await prove()
    const half = await logIn()
    expect(await codesOf(half, 'POST', '/verify', { code: 'abcdefghjkmn' })).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    const typed = first.toUpperCase().replace(/(.{4})(.{4})/, ' $1-$2 ')
    const opened = await codesOf(half, 'POST', '/verify', { code: typed })
    expect(opened.status).toBe(200)
    expect(await subjects(1)).toEqual(['May gumamit ng backup code ng Emote account mo'])
    expect((await mailsTo(app, mina.email))[0]?.text).toContain('9 pa ang natitira')
    const { access_token: access, refresh_token: refresh } = opened.answer as Record<string, string>
    const own = app.client()
    await own.auth.setSession({ access_token: access ?? '', refresh_token: refresh ?? '' })
    expect((await own.from('user_profiles').select('id')).data).toHaveLength(1)
    const { data: level } = await own.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/recovery_code' })
    expect((await codesOf(own, 'GET')).answer).toMatchObject({ total: 10, remaining: 9 })
    expect((await codesOf(await logIn(), 'POST', '/verify', { code: first })).status).toBe(422)
    const halves = await Promise.all([logIn(), logIn(), logIn()])
    const race = await Promise.all(halves.map((one) => codesOf(one, 'POST', '/verify', { code: second })))
    expect(race.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('are made, used, replaced and removed by the official client', async () => {
    await turnMinaOn()
    const client = async () => {
      const { auth } = app.client(undefined, { experimental: { recoveryCodes: true } })
      await auth.signInWithPassword({ email: mina.email, password: mina.password })
      return auth
    }
    const [own, other] = [await client(), await client()]
    const { data: open } = await mina.client.auth.getSession()
    await own.setSession(open.session ?? { access_token: '', refresh_token: '' })
    const made = await own.mfa.recoveryCodes.generate({ friendlyName: 'Papel' })
    expect(made.error).toBeNull()
    expect(made.data).toMatchObject({ friendly_name: 'Papel', total: 10 })
    const opened = await other.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })
    expect(opened.error).toBeNull()
    expect((await other.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await own.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    expect((await own.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10)
    expect((await own.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await own.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  })

  it('are made, replaced and removed only after a second step, and never alone', async () => {
    expect((await codesOf(mina.client, 'POST')).code).toBe('insufficient_aal')
    const { id } = await turnMinaOn()
    const [old = ''] = (await codesOf(mina.client, 'POST', '', { friendly_name: 'Papel' })).answer[
      'codes'
    ] as string[]
    const half = await logIn()
    for (const [method, path] of [
      ['POST', ''],
      ['POST', '/regenerate'],
      ['DELETE', ''],
    ] as const)
      expect((await codesOf(half, method, path)).code).toBe('insufficient_aal')
    await prove()
    const anew = await codesOf(mina.client, 'POST', '/regenerate')
    expect(await subjects(1)).toEqual(['May bagong backup codes ang Emote account mo'])
    expect(anew.answer).toMatchObject({ friendly_name: 'Papel', total: 10 })
    expect((await codesOf(half, 'POST', '/verify', { code: old })).status).toBe(422)
    expect((await codesOf(mina.client, 'DELETE')).status).toBe(200)
    expect((await codesOf(mina.client, 'GET')).status).toBe(404)
    const leaked = (await codesOf(mina.client, 'POST')).answer
    // The service removes the set, and a new one brings no old code back.
    await app
      .client(app.keys.serviceKey)
      .auth.admin.mfa.deleteFactor({ userId: mina.id, id: String(leaked['id']) })
    expect((await codesOf(mina.client, 'POST')).status).toBe(200)
    const [code] = leaked['codes'] as string[]
    expect((await codesOf(half, 'POST', '/verify', { code })).status).toBe(422)
    await mina.client.auth.mfa.unenroll({ factorId: id })
    expect((await mina.client.auth.mfa.listFactors()).data?.all).toEqual([])
    expect(
      (await app.owner.query('select from auth.recovery_codes where user_id = $1', [mina.id])).rowCount,
    ).toBe(0)
  })
})
