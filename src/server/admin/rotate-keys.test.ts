import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { roleOfKey } from '../http/claims.ts'
import { loadKeys } from '../http/keys.ts'
import { renewKey, retireKeys, rotateKeys } from './rotate-keys.ts'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'emote-rotate-'))))
afterEach(() => rm(dataDir, { recursive: true }))

const file = () => join(dataDir, 'secrets.json')
const stored = async () => JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(Error)

it('a rotation signs with a key that every node accepts already, and ends nothing', async () => {
  const before = await loadKeys(dataDir)
  const token = await before.sign({ sub: 'mina' })
  await rotateKeys(dataDir)
  const after = await loadKeys(dataDir)
  const fresh = await after.sign({ sub: 'mina' })
  expect(kidOf(fresh)).not.toBe(kidOf(token))
  // The node that has not restarted yet knows the new tokens and keys, and the new node the old ones.
  for (const node of [before, after])
    for (const keys of [before, after]) {
      // oxlint-disable-next-line no-await-in-loop -- four pairs
      expect(await roleOfKey(keys.anonKey, node)).toBe('anon')
      // oxlint-disable-next-line no-await-in-loop -- the same
      expect(await roleOfKey(keys.serviceKey, node)).toBe('service_role')
    }
  expect(await before.verify(fresh)).toMatchObject({ sub: 'mina' })
  expect(await after.verify(token)).toMatchObject({ sub: 'mina' })
  expect(after.serviceKey).not.toBe(before.serviceKey)
  expect(after.secret).toEqual(before.secret)
  // The database knows the file by it.
  expect(after.fingerprint).toEqual(before.fingerprint)
})

it('the key set holds the public halves of all accepted keys', async () => {
  const before = await loadKeys(dataDir)
  expect(before.jwks.keys).toHaveLength(2)
  await rotateKeys(dataDir)
  const { jwks } = await loadKeys(dataDir)
  expect(jwks.keys).toHaveLength(3)
  expect(new Set(jwks.keys.map(({ kid }) => kid)).size).toBe(3)
  expect(jwks.keys.filter((key) => 'd' in key)).toEqual([])
})

it('retired keys end, and the present ones go on', async () => {
  const before = await loadKeys(dataDir)
  const token = await before.sign({ sub: 'mina' })
  await rotateKeys(dataDir)
  await retireKeys(dataDir)
  const after = await loadKeys(dataDir)
  await refused(after.verify(token))
  await refused(roleOfKey(before.anonKey, after))
  await refused(roleOfKey(before.serviceKey, after))
  expect(await roleOfKey(after.serviceKey, after)).toBe('service_role')
  expect(after.fingerprint).toEqual(before.fingerprint)
  await rotateKeys(dataDir)
  expect((await loadKeys(dataDir)).fingerprint).toEqual(before.fingerprint)
})

it('a renewed API key works beside the old one until that is retired, and the other key stays', async () => {
  const before = await loadKeys(dataDir)
  await renewKey(dataDir, 'service')
  const renewed = await loadKeys(dataDir)
  expect(renewed.anonKey).toBe(before.anonKey)
  expect(renewed.serviceKey).not.toBe(before.serviceKey)
  expect(await roleOfKey(before.serviceKey, renewed)).toBe('service_role')
  await retireKeys(dataDir)
  const after = await loadKeys(dataDir)
  await refused(roleOfKey(before.serviceKey, after))
  expect(await roleOfKey(renewed.serviceKey, after)).toBe('service_role')
  expect(await roleOfKey(before.anonKey, after)).toBe('anon')
  await expect(renewKey(dataDir, 'admin')).rejects.toThrow('anon or service')
})

it('a second rotation is refused while the key before is accepted: it would end it unasked', async () => {
  await loadKeys(dataDir)
  await rotateKeys(dataDir)
  const held = await stored()
  await expect(rotateKeys(dataDir)).rejects.toThrow('retire-keys')
  expect(await stored()).toEqual(held)
})

it('two commands at once change the file once, which stays whole and private', async () => {
  await loadKeys(dataDir)
  const outcomes = await Promise.allSettled([
    renewKey(dataDir, 'anon'),
    renewKey(dataDir, 'anon'),
    renewKey(dataDir, 'service'),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  expect(refusals).toEqual([expect.stringContaining('.new'), expect.stringContaining('.new')])
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  await loadKeys(dataDir)
})

it('an older file gets a next key first, which every node must know before it signs', async () => {
  const before = await loadKeys(dataDir)
  const { nextKey: _next, ...older } = await stored()
  await writeFile(file(), JSON.stringify(older))
  expect(await rotateKeys(dataDir)).toContain('run rotate-keys again')
  const prepared = await loadKeys(dataDir)
  expect(prepared.anonKey).toBe(before.anonKey)
  expect(prepared.jwks.keys).toHaveLength(2)
  await rotateKeys(dataDir)
  expect((await loadKeys(dataDir)).fingerprint).toEqual(before.fingerprint)
})

it('a command before the first start says what to do', () =>
  expect(rotateKeys(dataDir)).rejects.toThrow('Start the server once'))

it('keys that other tools sign with a shared secret are API keys, only when the operator set it', async () => {
  const secret = 'isang-lihim-na-alam-ng-ibang-tools-9'
  const ours = await loadKeys(dataDir)
  const shared = await loadKeys(dataDir, { foreignSecret: secret })
  const made = (claims: Record<string, unknown>, by = secret) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(by))
  const service = await made({ iss: 'supabase', role: 'service_role' })
  expect(await roleOfKey(service, shared)).toBe('service_role')
  await refused(roleOfKey(service, ours))
  for (const token of [
    await made({ iss: 'emote', role: 'service_role' }),
    await made({ iss: 'supabase', role: 'authenticated', sub: 'mina' }),
    await made({ iss: 'supabase', role: 'postgres' }),
    await made({ iss: 'supabase', role: 'anon' }, 'ibang-lihim-na-hindi-alam-ng-server-9'),
    // Our own key makes no foreign tokens.
    await ours.sign({ iss: 'supabase', role: 'service_role', exp: 9_999_999_999 }),
  ])
    // oxlint-disable-next-line no-await-in-loop -- five
    await refused(roleOfKey(token, shared))
  // A signed address has more claims than a key. None of them counts.
  const address = await made({ iss: 'supabase', role: 'anon', aud: 'storage-download', url: 'a/b' })
  expect(await shared.verify(address)).not.toHaveProperty('url')
})
