import {
  changePassphrase,
  changeRecoveryKey,
  createLock,
  recover,
  unlock,
  WrongPassphrase,
  WrongRecoveryKey,
} from './keys.ts'
import type { Lock } from '../device/kept.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { BrokenSeal, seal, unseal, type DiaryKey, type Words } from './vault.ts'

const passphrase = 'Ulan sa may bubong'
const words: Words = {
  mood: 'Sadness',
  content: 'Miss ko na siya 💔\n“sobra”',
  template_url: '/t/ulan-2.svg',
}
const [id, other] = ['5f1d3f0e-9a44-4a58-8a57-0d2f7f6b1a11', '5f1d3f0e-9a44-4a58-8a57-0d2f7f6b1a12']

const short = (mood: Words['mood'], content: string) => seal(lock, id, { mood, content, template_url: null })

let lock: Lock
let recoveryKey: string
let key: DiaryKey
beforeAll(async () => void ({ lock, recoveryKey, key } = await createLock(passphrase)))

/** Changes the first letter of one part: the last one can hold unused bits. */
const spoil = (text: string, part: number) =>
  text
    .split('.')
    .map((letters, at) => (at === part ? (letters.startsWith('A') ? 'B' : 'A') + letters.slice(1) : letters))
    .join('.')

describe('an entry that is sealed', () => {
  it("opens unchanged, and meets the database's constraints", async () => {
    const sealed = await seal(lock, id, words)
    expect(sealed).toMatch(/^1(\.[\w-]+){3}$/)
    expect(await unseal(key, id, sealed)).toEqual(words)
    expect(await unseal(key, id.toUpperCase(), sealed)).toEqual(words)
  })

  it('may have 20,000 letters of any script', async () => {
    for (const letter of ['😭', '"', '\u0001', 'ñ', 'a']) {
      const long = { ...words, content: letter.repeat(20_000) }
      // oxlint-disable-next-line no-await-in-loop
      const sealed = await seal(lock, id, long)
      expect(sealed.length).toBeLessThanOrEqual(250_000)
      // oxlint-disable-next-line no-await-in-loop
      expect(await unseal(key, id, sealed)).toEqual(long)
    }
  })

  it('has a different text each time, and its length does not reveal the mood', async () => {
    const texts = await Promise.all([short('Joy', 'oo'), short('Joy', 'oo'), short('Sadness', 'hindi')])
    expect(new Set(texts).size).toBe(3)
    expect(new Set(texts.map((text) => text.split('.')[2])).size).toBe(3)
    expect(new Set(texts.map(({ length }) => length)).size).toBe(1)
  })

  it("does not open when any part was changed, or under another entry's id", async () => {
    const sealed = await seal(lock, id, words)
    await expect(unseal(key, other, sealed)).rejects.toThrow(BrokenSeal)
    for (const part of [0, 1, 2, 3])
      // oxlint-disable-next-line no-await-in-loop
      await expect(unseal(key, id, spoil(sealed, part))).rejects.toThrow(BrokenSeal)
    const [one = '', two = ''] = [sealed, await seal(lock, other, words)].map((text) => text.split('.')[3])
    await expect(unseal(key, id, sealed.replace(one, two))).rejects.toThrow(BrokenSeal)
  })

  it('does not open with the key of another lock', async () => {
    const stranger = await createLock(passphrase)
    await expect(unseal(stranger.key, id, await seal(lock, id, words))).rejects.toThrow(BrokenSeal)
  })

  it.each([
    '',
    '1',
    '1...',
    '2.a.b.c',
    '1.a.b.c',
    '1.*.*.*',
    '1.a.b.c.d',
    'x'.repeat(300_000),
    '1.' + 'A'.repeat(87) + '.AAAA.AAAA',
  ])('is refused at once when its text is malformed (%#)', async (hostile) => {
    await expect(unseal(key, id, hostile)).rejects.toThrow(BrokenSeal)
  })

  it('is protected by keys that no script can export', async () => {
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow(/extractable/)
    await unseal(key, id, await seal(lock, id, words))
    const [door] = await Promise.all(key.doors.values())
    expect([door?.extractable, door?.usages]).toEqual([false, ['decrypt']])
  })
})

describe('a lock', () => {
  it('opens with its passphrase in any Unicode spelling', async () => {
    const made = await createLock('Piña  colada sa ﬁesta')
    for (const typed of ['Piña colada sa fiesta', 'Pin\u0303a colada sa fiesta '])
      // oxlint-disable-next-line no-await-in-loop
      await expect(unlock(made.lock, typed)).resolves.toMatchObject({ lockId: made.lock.id })
    await expect(unlock(made.lock, 'pina colada sa fiesta')).rejects.toThrow(WrongPassphrase)
    await expect(unlock(made.lock, '')).rejects.toThrow(WrongPassphrase)
  })

  it('opens with its recovery key in lower case, without dashes, or with look-alike letters', async () => {
    const sealed = await seal(lock, id, words)
    expect(recoveryKey).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    const loose = recoveryKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect(await unseal(await recover(lock, ` ${loose}\n`), id, sealed)).toEqual(words)
    const wrong = (recoveryKey.startsWith('7') ? '8' : '7') + recoveryKey.slice(1)
    for (const typed of [
      wrong,
      recoveryKey.slice(1),
      `${recoveryKey}0`,
      recoveryKey.replace(/.$/, 'U'),
      '',
      '💔',
    ])
      // oxlint-disable-next-line no-await-in-loop
      await expect(recover(lock, typed)).rejects.toThrow(WrongRecoveryKey)
  })

  it('takes a new passphrase and a new recovery key, and the old ones stop working', async () => {
    const sealed = await seal(lock, id, words)
    const { recoveryKey: next, ...kept } = await changeRecoveryKey(lock, { recoveryKey })
    const changed = {
      ...lock,
      ...kept,
      ...(await changePassphrase(lock, { recoveryKey }, 'bagong simula ito')),
    }
    expect(await unseal(await unlock(changed, 'bagong simula ito'), id, sealed)).toEqual(words)
    expect(await unseal(await recover(changed, next), id, sealed)).toEqual(words)
    await expect(unlock(changed, passphrase)).rejects.toThrow(WrongPassphrase)
    await expect(recover(changed, recoveryKey)).rejects.toThrow(WrongRecoveryKey)
    await expect(changePassphrase(lock, { passphrase: 'mali' }, 'iba')).rejects.toThrow(WrongPassphrase)
  })

  it('does not open when its public key was replaced', async () => {
    const { lock: stranger } = await createLock('sa iba ito talaga')
    await expect(unlock({ ...lock, public_key: stranger.public_key }, passphrase)).rejects.toThrow(
      WrongPassphrase,
    )
  })

  it.each(['', '1.a', '9.AAAA.AAAA.AAAA', '1.***.AAAA.AAAA', `1.AAAA.AAAA.${'A'.repeat(3000)}`])(
    'is refused before any derivation when its text is malformed (%#)',
    async (hostile) => {
      const broken = { ...lock, by_passphrase: hostile, by_recovery: hostile }
      await expect(unlock(broken, passphrase)).rejects.toThrow(BrokenSeal)
      await expect(recover(broken, recoveryKey)).rejects.toThrow(BrokenSeal)
    },
  )

  it('does not open when any part was changed', async () => {
    for (const part of [1, 2, 3]) {
      const changed = { ...lock, by_recovery: spoil(lock.by_recovery, part) }
      // oxlint-disable-next-line no-await-in-loop
      await expect(recover(changed, recoveryKey)).rejects.toThrow(WrongRecoveryKey)
    }
    await expect(seal({ public_key: 'A'.repeat(87) }, id, words)).rejects.toThrow(BrokenSeal)
  })
})
