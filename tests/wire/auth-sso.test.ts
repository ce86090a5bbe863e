import { createServer } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { certify } from '../support/certificate.ts'
import { createIdp, type Answer, type Statement } from '../support/saml-idp.ts'
import { listen } from '../support/listen.ts'

const idp = createIdp()
const mina: Statement = { nameId: 'mina-123', attributes: { ou: ['CS'], mail: ['mina@up.example'] } }

let app: TestApp
let metadata: string
let providerId: string

beforeAll(async () => {
  const key = certify('emote')
  app = await startApp({
    settings: { saml: { signing: { key: key.keyPem, certificate: key.certificatePem } } },
  })
  metadata = await (await app.fetch('/auth/v1/sso/saml/metadata')).text()
  const made = await admin('POST', '', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['up.example', 'UP2.example'],
    attribute_mapping: { keys: { unit: { name: 'ou' } } },
  })
  providerId = (await made.json()).id
})
afterAll(() => app.stop())

function admin(method: string, path: string, body?: unknown, key = app.keys.serviceKey) {
  return app.fetch(`/auth/v1/admin/sso/providers${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The start of a log-in, as a page of our own without PKCE does it. */
async function begin(body: Record<string, unknown> = { domain: 'up.example' }) {
  const response = await app.fetch('/auth/v1/sso', {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ skip_http_redirect: true, ...body }),
  })
  const { url: address = '' } = await response.json()
  return { address: String(address), cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

const bring = (answer: Answer) =>
  app.fetch('/auth/v1/sso/saml/acs', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.up.example' },
    body: new URLSearchParams({ ...answer }).toString(),
  })
const goOn = (response: Response, cookie: string) =>
  app.fetch(new URL(response.headers.get('location') ?? '').href.slice(url.length), { headers: { cookie } })

async function logIn(statement = mina) {
  const { address, cookie } = await begin()
  const response = await bring(await idp.answer(address, metadata, statement))
  return (await goOn(response, cookie)).headers.get('location') ?? ''
}

const counted = (answers: readonly Response[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, list]) => [status, list.length]),
  )

const sessionIn = (location: string) =>
  Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))
const userOf = async (token = '') =>
  (
    await app.fetch('/auth/v1/user', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}` },
    })
  ).json()

it('a person of the organisation logs in by the official client with PKCE', async () => {
  const stored = new Map<string, string>()
  const client = createClient(url, app.keys.anonKey, {
    auth: {
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  })
  const options = { redirectTo: `${url}/auth/callback` }
  const { data, error } = await client.auth.signInWithSSO({ providerId, options })
  expect(error).toBeNull()
  const response = await bring(await idp.answer(data?.url ?? '', metadata, mina))
  const landing = new URL(response.headers.get('location') ?? '')
  expect(landing.origin + landing.pathname).toBe(options.redirectTo)
  const { data: opened, error: refused } = await client.auth.exchangeCodeForSession(
    landing.searchParams.get('code') ?? '',
  )
  expect(refused).toBeNull()
  expect(opened.user?.app_metadata).toEqual({
    provider: `sso:${providerId}`,
    providers: [`sso:${providerId}`],
  })
  expect(opened.user?.identities?.[0]?.identity_data).toMatchObject({
    sub: 'mina-123',
    unit: 'CS',
    iss: idp.entityId,
  })
  expect(JSON.stringify(opened.user)).not.toContain('mina@up.example')
  const claims = await client.auth.getClaims()
  expect(claims.data?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
})

it('without PKCE the session comes to the browser that began, and to no other', async () => {
  const { address, cookie } = await begin()
  const response = await bring(await idp.answer(address, metadata, mina))
  expect(response.status).toBe(303)
  const other = (await begin()).cookie
  expect([(await goOn(response, '')).status, (await goOn(response, other)).status]).toEqual([403, 400])
  const location = (await goOn(response, cookie)).headers.get('location') ?? ''
  expect(location.startsWith(`${url}/auth/callback#`)).toBe(true)
  const { identities } = await userOf(sessionIn(location)['access_token'])
  expect(identities).toHaveLength(1)
  expect((await goOn(response, cookie)).status).toBe(404)
})

it('the same person gets the same account, another person another', async () => {
  const [first, second, other] = await Promise.all(
    [mina, mina, { ...mina, nameId: 'ana-7' }].map(async (one) =>
      userOf(sessionIn(await logIn(one))['access_token']),
    ),
  )
  expect(first.id).toBe(second.id)
  expect(other.id).not.toBe(first.id)
})

it('an account with the same address is never opened by the organisation', async () => {
  const { data } = await app.client().auth.signUp({ email: 'mina@up.example', password: 'lihim na salita' })
  const user = await userOf(sessionIn(await logIn())['access_token'])
  expect(user.id).not.toBe(data.user?.id)
  expect(user.email).toBe('')
})

it('an answer is taken once, also when it is sent ten times at once', async () => {
  const { address } = await begin()
  const answer = await idp.answer(address, metadata, mina)
  const answers = await Promise.all(Array.from({ length: 10 }, () => bring(answer)))
  expect(counted(answers)).toEqual({ 303: 1, 403: 9 })
  expect((await bring(answer)).status).toBe(403)
})

it('an answer that nobody asked for, or that is forged or for another log-in, is refused', async () => {
  const { address } = await begin()
  const { address: second } = await begin()
  const good = await idp.answer(address, metadata, mina)
  const forged = Buffer.from(good.SAMLResponse, 'base64').toString().replace('mina-123', 'admin')
  const wrong = [
    { ...good, RelayState: '' },
    { ...good, RelayState: '/auth/callback' },
    { ...good, RelayState: '00000000-0000-4000-8000-000000000000' },
    { ...good, RelayState: new URL(second).searchParams.get('RelayState') ?? '' },
    { ...good, SAMLResponse: '' },
    { ...good, SAMLResponse: Buffer.from(forged).toString('base64') },
    await createIdp({ entityId: idp.entityId }).answer(address, metadata, mina),
  ]
  const statuses = await Promise.all(wrong.map(async (answer) => (await bring(answer)).status))
  expect(new Set(statuses)).toEqual(new Set([403]))
  expect(app.logged).toEqual([])
})

it('a person whose log-in broke off sees a page that leads back', async () => {
  const answer = await app.fetch('/auth/v1/sso/saml/continue?request=x&code=y', {
    headers: { accept: 'text/html' },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain(`href="${url}/login"`)
})

it('the address to return to is one of ours', async () => {
  const { address, cookie } = await begin({
    domain: 'up.example',
    redirect_to: 'https://evil.example/auth/callback',
  })
  const next = await goOn(await bring(await idp.answer(address, metadata, mina)), cookie)
  expect(next.headers.get('location')).toMatch(new RegExp(`^${url}/auth/callback#`))
})

it('an account of an organisation gets no password and no address of its own', async () => {
  const { access_token: token } = sessionIn(await logIn())
  for (const body of [{ password: 'ibang salita' }, { email: 'mina@example.test' }]) {
    const answer = await app.fetch('/auth/v1/user', {
      method: 'PUT',
      headers: {
        apikey: app.keys.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    expect([answer.status, (await answer.json()).error_code]).toEqual([422, 'user_sso_managed'])
  }
})

async function start(body: unknown) {
  const response = await app.fetch('/auth/v1/sso', {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [response.status, (await response.json()).error_code]
}

it('a wrong start is refused by name', async () => {
  expect(await start({})).toEqual([400, 'validation_failed'])
  expect(await start({ domain: 'up.example', provider_id: providerId })).toEqual([400, 'validation_failed'])
  expect(await start({ domain: 'nowhere.example' })).toEqual([404, 'sso_provider_not_found'])
  expect(await start({ provider_id: '00000000-0000-4000-8000-000000000000' })).toEqual([
    404,
    'sso_provider_not_found',
  ])
  expect(await start({ provider_id: 'x' })).toEqual([400, 'validation_failed'])
  expect(await start({ domain: 'up.example', code_challenge: 'x', code_challenge_method: 'plain' })).toEqual([
    400,
    'validation_failed',
  ])
})

it('the metadata names our addresses, and the key that signs our requests', async () => {
  expect(metadata).toContain(`Location="${url}/auth/v1/sso/saml/acs"`)
  expect(metadata).toMatch(/AuthnRequestsSigned="true".*<ds:X509Certificate>MII/s)
  expect(new URL((await begin()).address).searchParams.get('SigAlg')).toContain('rsa-sha256')
})

it('the service key manages providers, and nobody else', async () => {
  const listed = await (await admin('GET', '')).json()
  expect(listed.items).toHaveLength(1)
  expect(listed.items[0]).toMatchObject({
    id: providerId,
    domains: [{ domain: 'up.example' }, { domain: 'up2.example' }],
  })
  expect(listed.items[0].saml.metadata_xml).toBeUndefined()
  expect((await (await admin('GET', `/${providerId}`)).json()).saml.metadata_xml).toBe(idp.metadata)
  const changed = await (
    await admin('PUT', `/${providerId}`, { domains: ['up.example'], disabled: true })
  ).json()
  expect(changed).toMatchObject({ disabled: true, domains: [{ domain: 'up.example' }] })
  expect(changed.saml.attribute_mapping).toEqual({ keys: { unit: { name: 'ou' } } })
  expect((await begin()).address).toBe('')
  expect((await admin('PUT', `/${providerId}`, { disabled: false })).status).toBe(200)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${providerId}`],
    ['DELETE', `/${providerId}`],
  ] as const) {
    const body = method === 'POST' ? {} : undefined
    expect((await admin(method, path, body, app.keys.anonKey)).status).toBe(403)
  }
})

it('a provider is refused when it is wrong, known already, or takes another’s domain', async () => {
  const other = createIdp({ entityId: 'https://idp.other.example' })
  const weak = certify('weak', 1_024)
  const refused = async (body: Record<string, unknown>) => {
    const response = await admin('POST', '', { type: 'saml', ...body })
    return [response.status, (await response.json()).error_code]
  }
  const valid = { metadata_xml: other.metadata }
  expect(await refused({ ...valid, type: 'oidc' })).toEqual([400, 'validation_failed'])
  expect(await refused({})).toEqual([400, 'validation_failed'])
  expect(await refused({ ...valid, metadata_url: 'https://x.example' })).toEqual([400, 'validation_failed'])
  expect(await refused({ metadata_url: 'http://x.example' })).toEqual([400, 'validation_failed'])
  expect(await refused({ metadata_xml: idp.metadata })).toEqual([422, 'saml_idp_already_exists'])
  expect(await refused({ ...valid, domains: ['up.example'] })).toEqual([400, 'sso_domain_already_exists'])
  expect(await refused({ ...valid, domains: ['no domain'] })).toEqual([400, 'validation_failed'])
  expect(await refused({ ...valid, attribute_mapping: { keys: { sub: {} } } })).toEqual([
    400,
    'validation_failed',
  ])
  expect(await refused({ ...valid, name_id_format: 'x' })).toEqual([400, 'validation_failed'])
  const wrongXml = [
    metadata,
    '<a/>',
    'hello',
    `<!DOCTYPE a [<!ENTITY b "c">]>${other.metadata}`,
    other.metadata.replace(/entityID="[^"]*"/, ''),
    other.metadata.replace(/Location="https:[^"]*"/, 'Location="javascript:alert(1)"'),
    other.metadata.replace(/HTTP-Redirect/, 'HTTP-POST'),
    other.metadata.replace(/<EntityDescriptor /, '<EntityDescriptor validUntil="2020-01-01T00:00:00Z" '),
    other.metadata.replace(other.key.certificate, weak.certificate),
    other.metadata.replace(other.key.certificate, 'AAAA'),
  ]
  for (const xml of wrongXml) expect(await refused({ metadata_xml: xml })).toEqual([400, 'validation_failed'])
  expect((await admin('PUT', `/${providerId}`, valid)).status).toBe(400)
  expect((await admin('GET', '/x')).status).toBe(404)
})

it('ten administrators who enter one provider at once make one', async () => {
  const other = createIdp({ entityId: 'https://idp.race.example' })
  const body = { type: 'saml', metadata_xml: other.metadata, domains: ['race.example'] }
  const made = await Promise.all(Array.from({ length: 10 }, () => admin('POST', '', body)))
  expect(counted(made)).toEqual({ 201: 1, 422: 9 })
  const { items } = await (await admin('GET', '')).json()
  const { id } = items.find(({ domains }: { domains: unknown }) =>
    JSON.stringify(domains).includes('race.example'),
  )
  expect((await admin('DELETE', `/${id}`)).status).toBe(200)
  expect((await admin('GET', `/${id}`)).status).toBe(404)
})

it('metadata at an address is fetched anew once a day, and the stored one bridges a failure', async () => {
  const old = createIdp({ entityId: 'https://idp.moving.example' })
  const next = createIdp({ entityId: 'https://idp.moving.example' })
  let served: string | undefined = old.metadata
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(served ? 200 : 503).end(served)
  })
  const origin = await listen(server)
  const made = await admin('POST', '', {
    type: 'saml',
    metadata_url: `${origin}/metadata`,
    domains: ['moving.example'],
  })
  expect(made.status).toBe(201)
  const enter = async (by: typeof old) => {
    const { address: login } = await begin({ domain: 'moving.example' })
    return (await bring(await by.answer(login, metadata, mina))).status
  }
  served = next.metadata
  expect([await enter(old), await enter(next), asked]).toEqual([303, 403, 1])
  app.advance(86_400_000)
  // The assertions carry the real time; the server's clock is a day ahead.
  const before = await (await admin('GET', `/${(await made.json()).id}`)).json()
  expect(before.saml.metadata_xml).toBe(old.metadata)
  await Promise.all(Array.from({ length: 5 }, () => begin({ domain: 'moving.example' })))
  const after = await (await admin('GET', `/${before.id}`)).json()
  expect([after.saml.metadata_xml, asked]).toEqual([next.metadata, 2])
  served = undefined
  app.advance(86_400_000)
  expect((await begin({ domain: 'moving.example' })).address).toContain('https://idp.up.example/login')
  expect(asked).toBe(3)
  server.close()
})

it('an answer that comes after ten minutes is refused', async () => {
  const { address } = await begin()
  const good = await idp.answer(address, metadata, mina)
  app.advance(601_000)
  expect((await bring(good)).status).toBe(403)
})

it('without the setting SAML answers as the reference does', async () => {
  const off = await startApp()
  const answers = await Promise.all(
    (
      [
        ['POST', '/auth/v1/sso'],
        ['GET', '/auth/v1/sso/saml/metadata'],
        ['POST', '/auth/v1/sso/saml/acs'],
        ['GET', '/auth/v1/sso/saml/continue'],
      ] as const
    ).map(([method, path]) => off.fetch(path, { method, headers: { apikey: off.keys.anonKey } })),
  )
  for (const answer of answers) {
    expect([answer.status, (await answer.json()).msg]).toEqual([404, 'SAML 2.0 is disabled'])
  }
  await off.stop()
})
