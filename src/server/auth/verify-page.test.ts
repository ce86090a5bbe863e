import { expect, it } from 'vitest'
import { linkPage } from './verify-page.ts'

const link = { type: 'recovery', token: 'abc', redirectTo: 'http://emote.test/reset-password' }

it('the page of a busy server offers the same button again', async () => {
  const page = linkPage(link, 503)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  const html = await page.text()
  expect(html).toContain('<p role="alert">')
  expect(html).toContain('<button>Gumawa ng bagong password</button>')
})

it('the page shows what a stranger put into the address as text', async () => {
  const html = await linkPage({ ...link, type: '"><b>', token: `"'><script>` }).text()
  expect(html).not.toMatch(/<b>|<script|value=""/)
})

it('every type of link has a page', async () => {
  for (const type of [
    'signup',
    'recovery',
    'magiclink',
    'invite',
    'email_change',
    'email_change_new',
    'email',
    'toString',
  ]) {
    const html = await linkPage({ ...link, type }).text()
    expect(html).toMatch(/<h1>[^<]{6,}<\/h1><p>[^<]{10,}<\/p>\s*<form/)
  }
})
