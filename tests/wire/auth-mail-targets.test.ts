import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailTo } from '../support/mailbox.ts'

let app: TestApp
beforeAll(
  async () => void (app = await startApp({ settings: { redirectAllow: ['https://app.example.test'] } })),
)
afterAll(() => app.stop())

const land = async (wanted: string) => {
  const query = new URLSearchParams({ token: 'x', type: 'recovery', redirect_to: wanted })
  return (await follow(app, new URL(`http://emote.test/auth/v1/verify?${query}`))).to
}

describe('the target of a link', () => {
  const home = 'http://emote.test/reset-password'
  const pads = [
    'https://app.example.test/deep/page?x=1',
    'http://emote.test/auth/callback',
    'http://emote.test/auth/callback?next=%2Fdiary',
    'http://emote.test/auth/callback?next=%2Fdiary&sb_flow_id=0f-0f_0f',
    'http://emote.test/reset-password',
  ]
  const evil = [
    'https://evil.test/',
    '//evil.test/',
    '///evil.test',
    '/\\evil.test',
    'https:evil.test',
    'http:/evil.test',
    'https:\\\\evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://emote.test@evil.test/',
    'http://emote.test:80@evil.test/',
    'http://user:pw@emote.test/reset-password',
    'http://emote.test.evil.test/',
    'http://evil.test/emote.test',
    'http://evil.test#http://emote.test/',
    'http://emote.test:8080/reset-password',
    'https://emote.test/reset-password',
    'http://emote.test//evil.test/',
    'http://emote.test/%2f%2fevil.test',
    'http://emote.test/%5cevil.test',
    'http://emote.test/login?next=//evil.test',
    'http://emote.test/',
    'https://app.example.test.evil.test/',
    'https://app.example.test:8443/',
    'http://app.example.test/',
    'https://sub.app.example.test/',
    'https://app.example.test//evil.test',
    'https://app.example.test\\@evil.test/',
    'https://app.example.test%2eevil.test/',
    `https://app.example.test/${'ñ'.repeat(1_000)}`,
    'http://2130706433/',
    'http://[::1]/',
    'http://127.0.0.1/',
    'http://emote。test/reset-password',
    ' http://evil.test',
    'http://emote.test/reset-password\r\nSet-Cookie: a=b',
    'http://emote.test/reset-password\u0009',
    'ht\ntp://evil.test',
    `http://emote.test/reset-password?${'a'.repeat(3_000)}`,
    'reset-password',
    'null',
    '',
  ]

  it.each(pads)('may be %j', async (wanted) => expect(await land(wanted)).toBe(wanted))

  it.each(evil)('is our own page in place of %j', async (wanted) => expect(await land(wanted)).toBe(home))

  it('loses a next that is no path of ours, and any fragment', async () => {
    expect(await land('http://emote.test/auth/callback?next=//evil.test')).toBe(
      'http://emote.test/auth/callback',
    )
    expect(await land('http://emote.test/auth/callback?next=https://evil.test')).toBe(
      'http://emote.test/auth/callback',
    )
    expect(await land('http://emote.test/reset-password#access_token=stolen')).toBe(home)
  })

  it('is checked for links in mails too', async () => {
    const email = 'liham@example.test'
    const { auth } = app.client()
    await auth.signUp({ email, password: 'tahimik-na-gabi-7' })
    await auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.test/reset-password' })
    const { link } = await mailTo(app, email)
    expect(link.origin).toBe('http://emote.test')
    expect(link.searchParams.get('redirect_to')).toBe(home)
  })
})
