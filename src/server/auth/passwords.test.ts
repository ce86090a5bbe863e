import { argon2Sync } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { isKnownHash } from '../http/password-hash.ts'
import { createPasswords } from './passwords.ts'

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

describe('password hashes', () => {
  it('are argon2id in PHC form, salted, and verify', async () => {
    const passwords = createPasswords()('203.0.113')
    const [one, two] = [await passwords.hash('tahimik-na-gabi'), await passwords.hash('tahimik-na-gabi')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify('tahimik-na-gabi', one)).toBe(true)
    expect(await passwords.verify('tahimik-na-gabI', one)).toBe(false)
    expect(await passwords.verify('tahimik-na-gabi', null)).toBe(false)
    expect(await passwords.verify('tahimik-na-gabi', 'not a hash')).toBe(false)
  })

  it('are the same for two Unicode spellings of one letter', async () => {
    const passwords = createPasswords()('203.0.113')
    expect(await passwords.verify('piña-colada', await passwords.hash('pin\u0303a-colada'))).toBe(true)
  })

  it('of other costs still verify, so the cost can be raised', async () => {
    const nonce = Buffer.alloc(16, 7)
    const tag = argon2Sync('argon2id', {
      message: 'lumang-hash',
      nonce,
      memory: 1_024,
      passes: 3,
      parallelism: 1,
      tagLength: 16,
    })
    const stored = `$argon2id$v=19$m=1024,t=3,p=1$${bare(nonce)}$${bare(tag)}`
    expect(await createPasswords()('203.0.113').verify('lumang-hash', stored)).toBe(true)
    expect(await createPasswords()('203.0.113').verify('ibang-hash', stored)).toBe(false)
  })

  it.each(['$2a$', '$2b$', '$2y$'])(
    'of bcrypt (%s) verify, also those of unusual spellings',
    async (prefix) => {
      const passwords = createPasswords()('203.0.113')
      const stored = (await bcrypt('pin\u0303a-colada', 4)).replace(/^\$2\w\$/, prefix)
      expect(await passwords.verify('pin\u0303a-colada', stored)).toBe(true)
      expect(await passwords.verify('pin\u0303a-coladA', stored)).toBe(false)
      expect(await passwords.verify('', stored)).toBe(false)
    },
  )

  it.each(['argon2i', 'argon2d', 'argon2id'] as const)(
    'of %s by another server verify',
    async (algorithm) => {
      const nonce = Buffer.alloc(16, 7)
      const tag = argon2Sync(algorithm, {
        message: 'lumang-hash',
        nonce,
        memory: 64,
        passes: 3,
        parallelism: 2,
        tagLength: 32,
      })
      const stored = `$${algorithm}$v=19$m=64,t=3,p=2$${bare(nonce)}$${bare(tag)}`
      expect(await createPasswords()('203.0.113').verify('lumang-hash', stored)).toBe(true)
      expect(await createPasswords()('203.0.113').verify('ibang-hash', stored)).toBe(false)
    },
  )

  it('of another server cost every check the same, and open no other account', async () => {
    const passwords = createPasswords()('203.0.113')
    const [own, other] = [await passwords.hash('akin-ito-7'), await bcrypt('sa-iba-ito-8', 4)]
    const bySecret = (secret: string, stored: string | null) => passwords.verify(secret, stored, other)
    expect([await bySecret('akin-ito-7', own), await bySecret('sa-iba-ito-8', other)]).toEqual([true, true])
    expect([await bySecret('sa-iba-ito-8', own), await bySecret('sa-iba-ito-8', null)]).toEqual([
      false,
      false,
    ])
  })

  it.each([
    `$2a$15$${'a'.repeat(53)}`,
    `$2x$10$${'a'.repeat(53)}`,
    '$argon2id$v=19$m=999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=1024,t=99,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=8,t=1,p=16$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=16$m=1024,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$fbscrypt$v=1,n=14,r=8,p=1$abc$def',
  ])('that cost too much, or are of another kind, are unknown: %s', async (stored) => {
    expect(isKnownHash(stored)).toBe(false)
    expect(await createPasswords()('203.0.113').verify('a', stored)).toBe(false)
  })

  it('are refused at once when the queue is full, and queued ones are made', async () => {
    const passwords = createPasswords({
      running: 1,
      bounds: { all: { waiting: 3 }, network: { waiting: 3 } },
    })('203.0.113')
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => passwords.hash('tahimik-na-gabi')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^[2-8]$/) },
      })
    expect(await passwords.hash('tahimik-na-gabi')).toBeTruthy()
  })
})

it('the passwords of a crowded network keep no other network waiting', async () => {
  const passwordsOf = createPasswords({ running: 1 })
  const ended: string[] = []
  const hash = (network: string) =>
    passwordsOf(network)
      .hash('tahimik-na-gabi')
      .then(
        () => void ended.push(network),
        () => void ended.push('refused'),
      )
  const crowd = Array.from({ length: 70 }, () => hash('192.0.2'))
  await hash('203.0.113')
  expect(ended.filter((network) => network === '192.0.2').length).toBeLessThanOrEqual(2)
  await Promise.all(crowd)
  // One runs, 64 wait, five are refused.
  expect(ended.filter((network) => network === 'refused')).toHaveLength(5)
})

describe('common passwords', () => {
  it.each([
    '123456',
    '1234567890',
    '987654321',
    'password',
    'Password1!',
    'qwerty',
    'QWERTY123',
    'iloveyou',
    'abcdef',
    '111111',
    'aaaaaa',
    '121212',
    'lovelove',
    '010199',
    '25121999',
    '2001-05-17',
    'mahalkita',
    'MahalKo123',
    'Pilipinas2024',
    'bahalana',
    'jollibee',
    'sampaguita7',
    'kathniel',
    'ginebra',
    'jesus777',
    'ganda123',
  ])('include %s', (word) => expect(isCommonPassword(word)).toBe(true))

  it.each([
    'tahimik-na-gabi',
    'kape at ulan 4am',
    'lihim-ni-Mina-7',
    'xK9#mQ2v',
    'ulan sa bubong',
    'test-password',
  ])('do not include %s', (word) => expect(isCommonPassword(word)).toBe(false))
})
