import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { ethereumWallet, signInText, solanaWallet } from '../support/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    settings: { web3: { ethereum: true, solana: true }, redirectAllow: ['https://app.example'] },
  })
})
afterAll(() => app.stop())

const grant = (body: Record<string, unknown>, to = app) =>
  to.fetch('/auth/v1/token?grant_type=web3', {
    method: 'POST',
    headers: { apikey: to.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const signed = (text: string, by: { sign(text: string): string }) => ({
  chain: 'ethereum',
  message: text,
  signature: by.sign(text),
})

it.each([
  ['ethereum', ethereumWallet],
  ['solana', solanaWallet],
] as const)(
  'a wallet of %s logs in by the official client, each time to the same account',
  async (chain, make) => {
    const { wallet, address } = make()
    const ids: string[] = []
    for (const statement of ['Papasok ako', undefined]) {
      const options = { url: `${url}/login` }
      const credentials = { chain, wallet, statement, options } as Parameters<
        ReturnType<typeof app.client>['auth']['signInWithWeb3']
      >[0]
      const { data, error } = await app.client().auth.signInWithWeb3(credentials)
      expect(error).toBeNull()
      ids.push(data.user?.id ?? '')
      expect(data.user?.app_metadata).toEqual({ provider: 'web3', providers: ['web3'] })
      expect(data.user?.identities?.[0]).toMatchObject({ provider: 'web3', id: `web3:${chain}:${address}` })
      expect([data.user?.email, data.user?.is_anonymous]).toEqual(['', false])
    }
    expect(ids[0]).toBe(ids[1])
  },
)

it('capitals in an address are a checksum, and not another account', async () => {
  const wallet = ethereumWallet()
  const capitals = wallet.address.replaceAll(/[a-f]/g, (letter) => letter.toUpperCase())
  const bodies = [wallet.address, capitals].map((address) => signed(signInText(address), wallet))
  const users = await Promise.all(bodies.map(async (body) => (await (await grant(body)).json()).user.id))
  expect(users[0]).toBe(users[1])
})

it('a signed message opens one session, also when it is sent ten times at once', async () => {
  const wallet = ethereumWallet()
  const body = signed(signInText(wallet.address), wallet)
  const answers = await Promise.all(Array.from({ length: 10 }, () => grant(body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await (await grant(body)).json()).toMatchObject({
    error_code: 'invalid_grant',
    error: 'invalid_grant',
    error_description: 'Signed message was used before',
  })
})

it('a message for another app, time or key opens nothing', async () => {
  const wallet = ethereumWallet()
  const other = ethereumWallet()
  const text = signInText(wallet.address)
  const wrong = [
    signed(signInText(wallet.address, { origin: 'https://evil.example' }), wallet),
    signed(text.replace('emote.test wants', 'evil.example wants'), wallet),
    signed(signInText(wallet.address, { at: minutes(-11) }), wallet),
    signed(signInText(wallet.address, { at: minutes(11) }), wallet),
    signed(`${text}\nExpiration Time: ${minutes(-1).toISOString()}`, wallet),
    signed(`${text}\nNot Before: ${minutes(1).toISOString()}`, wallet),
    signed(text, other),
    { ...signed(text, wallet), message: text.replace('Papasok', 'Pasok') },
    { ...signed(text, wallet), signature: `0x${'0'.repeat(130)}` },
    { ...signed(text, wallet), signature: `0x${'f'.repeat(130)}` },
    { ...signed(text, wallet), chain: 'solana' },
    { chain: 'solana', message: text, signature: 'A'.repeat(86) },
    { ...signed(text, wallet), signature: 'zz' },
    { ...signed(text, wallet), message: 7 },
    { chain: 'ethereum' },
  ]
  const statuses = await Promise.all(wrong.map(async (body) => (await grant(body)).status))
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect((await grant(signed(text, wallet))).status).toBe(200)
})

it('a wallet’s person has an account like any other, and leaves it without a password', async () => {
  const { wallet } = solanaWallet()
  const client = app.client()
  const options = { url: `${url}/login` }
  const { data } = await client.auth.signInWithWeb3({
    chain: 'solana',
    wallet,
    statement: 'Papasok ako',
    options,
  })
  const { error } = await client.functions.invoke('delete-user-data', { body: { user_id: data.user?.id } })
  expect(error).toBeNull()
  expect((await client.auth.getUser()).error?.status).toBe(403)
})

it('an origin that the operator allowed is a domain of ours', async () => {
  const wallet = ethereumWallet()
  const text = signInText(wallet.address, { origin: 'https://app.example' })
  expect((await grant(signed(text, wallet))).status).toBe(200)
})

it('an unknown chain is refused by name', async () => {
  expect(await (await grant({ chain: 'kaspa' })).json()).toMatchObject({
    error_code: 'web3_unsupported_chain',
  })
})

it('a banned account is refused after its wallet has signed, and a network has a limit', async () => {
  const wallet = ethereumWallet()
  const { user } = await (await grant(signed(signInText(wallet.address), wallet))).json()
  await app.owner.query(`update auth.users set banned_until = 'infinity' where id = $1`, [user.id])
  const answer = await grant(signed(signInText(wallet.address), wallet))
  expect([answer.status, (await answer.json()).error_code]).toEqual([403, 'user_banned'])
})
