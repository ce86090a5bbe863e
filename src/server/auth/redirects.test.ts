import { expect, it } from 'vitest'
import type { AuthSettings } from './deps.ts'
import { safeRedirect } from './redirects.ts'

const settings = {
  publicUrl: 'http://emote.test',
  redirectAllow: ['https://app.example.test'],
} as unknown as AuthSettings

/** Foreign places, and ways to write them. */
const places = [
  'evil.test',
  'emote.test.evil.test',
  'evil.test:80',
  '[::1]',
  '2130706433',
  'emote.test@evil.test',
]
const spellings = ((place: string) => [
  `https://${place}/`,
  `http://${place}/reset-password`,
  `//${place}`,
  `///${place}`,
  `/\\${place}`,
  `\\\\${place}`,
  `https:${place}`,
  `https:/${place}`,
  `https:\\\\${place}`,
  `ht\ttps://${place}`,
  ` https://${place}`,
  `https://${place}#http://emote.test/`,
  `https://${place}?http://emote.test/`,
  `https://emote.test@${place}/`,
  `https://app.example.test@${place}/`,
  `https://app.example.test\\@${place}/`,
  `https://app.example.test%2f@${place}/`,
  `https://app.example.test//${place}`,
  `https://app.example.test/%2f${place}`,
  `https://app.example.test/%5C${place}`,
  `http://emote.test//${place}`,
  `http://emote.test/%2F%2F${place}`,
  `http://emote.test/${place}`,
  `http://emote.test/login?next=//${place}`,
  `http://emote.test/auth/callback?next=//${place}`,
  `http://emote.test/auth/callback?next=/%2F${place}`,
  `http://emote.test/auth/callback?next=/\\${place}`,
  `http://emote.test/auth/callback?next=%2F%5C${place}`,
  `http://emote.test/auth/callback?next=https://${place}`,
  `http://emote.test/auth/callback?next=%09//${place}`,
  `http://emote.test/auth/callback?next=/@${place}&next=//${place}`,
  `http://emote.test/auth/callback/../../${place}`,
  `http://emote.test:80@${place}/`,
  `http://EMOTE.test\u3002${place}/`,
  `javascript:location='//${place}'`,
  `data:text/html,<a href=//${place}>`,
  `ftp://${place}/`,
]) satisfies (place: string) => string[]

it('none of two hundred addresses leads to a foreign page, and none of ours leads on to one', () => {
  const corpus = places.flatMap(spellings)
  expect(new Set(corpus).size).toBeGreaterThanOrEqual(200)
  for (const wanted of corpus) {
    const target = new URL(safeRedirect(wanted, '/auth/callback', settings))
    const next = target.searchParams.get('next')
    const on = next === null ? target : new URL(next, target)
    expect([wanted, target.host, on.host, target.hash]).toEqual([
      wanted,
      target.origin === 'http://emote.test' ? 'emote.test' : 'app.example.test',
      target.host,
      '',
    ])
    if (target.host === 'emote.test') expect(target.pathname).toMatch(/^\/(auth\/callback|reset-password)$/)
    else expect(target.pathname).not.toMatch(/^\/(\/|%2f|%5c)/i)
  }
})
