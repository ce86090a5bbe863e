import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { personOf } from './person.ts'
import { readProviders } from './provider-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'emote-providers-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'providers.json')
const readFile = (value: unknown) => {
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return readProviders({ AUTH_PROVIDERS: file })
}
const client = { clientId: 'emote', clientSecret: 'lihim-na-malupit' }

describe('the providers of the environment', () => {
  it('need a client only when they are known', () => {
    const env = {
      AUTH_GOOGLE_CLIENT_ID: 'g',
      AUTH_GOOGLE_CLIENT_SECRET: 's',
      AUTH_KEYCLOAK_CLIENT_ID: 'k',
      AUTH_KEYCLOAK_CLIENT_SECRET: 's',
      AUTH_KEYCLOAK_ISSUER: 'https://login.example.ph/realms/emote',
      AUTH_KEYCLOAK_LABEL: 'Barangay',
      AUTH_EMPTY_CLIENT_ID: '',
    }
    const { providers, wrong } = readProviders(env)
    expect(wrong).toEqual([])
    expect(providers.map(({ name, label, issuer, scopes }) => [name, label, issuer, scopes])).toEqual([
      ['google', 'Google', 'https://accounts.google.com', ['openid', 'email']],
      ['keycloak', 'Barangay', 'https://login.example.ph/realms/emote', ['openid', 'email']],
    ])
  })

  it.each([
    ['no secret', { AUTH_GOOGLE_CLIENT_ID: 'g' }, /^AUTH_GOOGLE_CLIENT_SECRET: /],
    [
      'no issuer',
      { AUTH_IBA_CLIENT_ID: 'g', AUTH_IBA_CLIENT_SECRET: 's' },
      /^AUTH_IBA_ISSUER: the provider needs an issuer/,
    ],
    [
      'an issuer without TLS',
      { AUTH_IBA_CLIENT_ID: 'g', AUTH_IBA_CLIENT_SECRET: 's', AUTH_IBA_ISSUER: 'http://login.example.ph' },
      /^AUTH_IBA_ISSUER: must begin with https/,
    ],
    [
      'a reserved name',
      {
        AUTH_EMAIL_CLIENT_ID: 'g',
        AUTH_EMAIL_CLIENT_SECRET: 's',
        AUTH_EMAIL_ISSUER: 'https://login.example.ph',
      },
      /^AUTH_EMAIL_CLIENT_ID: is a reserved name/,
    ],
  ])('are refused at start with %s', (_what, env, words) => {
    expect(readProviders(env).wrong.join('\n')).toMatch(words)
  })
})

describe('the file of providers', () => {
  it('describes a provider of plain OAuth 2', () => {
    const endpoints = {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userInfo: 'https://api.github.com/user',
    }
    const fields = { subject: 'id', email: 'email', emailVerified: 'verified' }
    const { providers, wrong } = readFile([
      { name: 'github', ...client, endpoints, fields, scopes: ['user:email'] },
    ])
    expect(wrong).toEqual([])
    const [github] = providers
    if (!github) throw new Error('no provider')
    expect(personOf(github, { id: 583_231, email: 'Ako@Example.ph' })).toEqual({
      provider: 'github',
      subject: '583231',
      email: 'ako@example.ph',
      emailProved: false,
      data: { iss: 'https://github.com' },
    })
  })

  it.each([
    ['is no JSON', '[{"clientSecret": "lihim-na-malupit"', /cannot be read, or is no JSON/],
    ['holds no list', {}, /must hold a list/],
    [
      'has an unknown field',
      [{ name: 'iba', ...client, issuer: 'https://x.ph', secret: 1 }],
      /provider 1, secret/,
    ],
    ['names one twice', [1, 2].map(() => ({ name: 'google', ...client })), /google is configured twice/],
  ])('is refused at start when it %s, without a word of it', (_what, value, words) => {
    const { wrong } = readFile(value)
    expect(wrong.join('\n')).toMatch(words)
    expect(wrong.join('\n')).not.toContain('malupit')
  })
})

describe('an address at Google', () => {
  const [google] = readProviders({ AUTH_GOOGLE_CLIENT_ID: 'g', AUTH_GOOGLE_CLIENT_SECRET: 's' }).providers
  it.each([
    ['a mailbox of Google', { email: 'ako@gmail.com', email_verified: true }, true],
    ['a mailbox of Google that it did not verify', { email: 'ako@gmail.com', email_verified: false }, false],
    [
      'a mailbox of a Workspace',
      { email: 'ako@paaralan.edu.ph', email_verified: true, hd: 'paaralan.edu.ph' },
      true,
    ],
    ['a mailbox elsewhere, verified once', { email: 'ako@yahoo.com', email_verified: true }, false],
    ['a look-alike', { email: 'ako@gmail.com.ph', email_verified: true }, false],
    ['a list of addresses', { email: 'a@x.ph,ako@gmail.com', email_verified: true }, false],
  ])('is proven for %s: %o is %s', (_what, claims, proved) => {
    if (!google) throw new Error('no Google')
    expect(personOf(google, { sub: '1', ...claims }).emailProved).toBe(proved)
  })
})
