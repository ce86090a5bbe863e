import { createLock, recover, unlock } from '../../src/web/domain/diary/keys.ts'
import type { Lock } from '../../src/web/domain/device/kept.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seal, unseal, type Words } from '../../src/web/domain/diary/vault.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// A locked diary accepts sealed entries only, and keeps its keys while an entry needs them.
let app: TestApp
let mina: Person
let ben: Person
let lock: Lock
let bens: Lock
const words: Words = { mood: 'Sadness', content: 'Sa akin lang ito', template_url: null }
const open = { mood: 'Sadness', content: 'Bukas' }

beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  ben = await signUp(app, 'Ben')
  ;({ lock } = await createLock('tsinelas sa kisame'))
  ;({ lock: bens } = await createLock('kape sa umaga lagi'))
})
afterAll(() => app.stop())

const locks = (of: Person) => of.client.from('diary_locks')
const entries = (of: Person) => of.client.from('diary_posts')
const rowOf = ({ ending: _ending, ...row }: Lock) => row
async function sealed(to: Lock) {
  const id = randomUUID()
  return { id, lock_id: to.id, sealed: await seal(to, id, words), mood: null }
}

it('a diary without a lock refuses a sealed entry', async () => {
  const { error, status } = await entries(mina).insert(await sealed(lock))
  expect([status, error?.code]).toEqual([409, '23503'])
  const none = await entries(mina).insert({ ...(await sealed(lock)), lock_id: null })
  expect([none.status, none.error?.code]).toEqual([400, '23514'])
})

describe('a diary with a lock', () => {
  let before: string
  beforeAll(async () => {
    const { data } = await entries(mina).insert(open).select('id').single().throwOnError()
    before = data.id
    await locks(mina).insert(rowOf(lock)).throwOnError()
    await locks(ben).insert(rowOf(bens)).throwOnError()
  })

  it('refuses open entries, new or changed, with PT423', async () => {
    for (const { error, status } of [
      await entries(mina).insert(open),
      await entries(mina).update({ content: 'Bukas pa rin' }).eq('id', before),
    ])
      expect([status, error?.code, error?.message]).toEqual([423, 'PT423', 'The diary is locked'])
  })

  it('accepts a sealed entry, and nothing readable beside it', async () => {
    const row = await sealed(lock)
    await entries(mina).insert(row).throwOnError()
    for (const readable of [
      { mood: 'Sadness' },
      { content: 'Bukas' },
      { template_url: '/templates/ulan-1.svg' },
    ]) {
      const inserted = await entries(mina).insert({ ...(await sealed(lock)), ...readable })
      const changed = await entries(mina).update(readable).eq('id', row.id)
      expect([inserted.error?.code, changed.error?.code]).toEqual(['23514', '23514'])
    }
    const { data } = await entries(mina).select('*').eq('id', row.id).single().throwOnError()
    expect(data).toMatchObject({ mood: null, content: '', template_url: null, lock_id: lock.id })
  })

  it.each([
    '1',
    '1.a.b',
    '2.a.b.c',
    '1.a.b.c.d',
    '1.a.b. ',
    'Sa akin lang ito',
    `1.a.b.${'c'.repeat(250_000)}`,
  ])('refuses a text that is no seal (%#)', async (hostile) => {
    const { error } = await entries(mina).insert({ ...(await sealed(lock)), sealed: hostile })
    expect(error?.code).toBe('23514')
  })

  it("accepts only its own person's lock", async () => {
    const { error, status } = await entries(mina).insert(await sealed(bens))
    expect([status, error?.code]).toEqual([409, '23503'])
    expect((await locks(mina).select('id').throwOnError()).data).toEqual([{ id: lock.id }])
    const second = await locks(mina).insert(rowOf({ ...lock, id: randomUUID() }))
    expect([second.status, second.error?.code]).toEqual([409, '23505'])
    const taken = await locks(mina).update({ public_key: bens.public_key }).eq('id', lock.id)
    expect(taken.error?.code).toBe('42501')
    await locks(mina).update({ by_passphrase: lock.by_passphrase }).eq('id', bens.id).throwOnError()
    await locks(mina).delete().eq('id', bens.id).throwOnError()
    expect((await locks(ben).select('*').throwOnError()).data[0]).toMatchObject(bens)
  })

  it('keeps its lock while an entry needs it, and opens entry by entry while the lock is ending', async () => {
    const id = randomUUID()
    const row = { id, lock_id: lock.id, sealed: await seal(lock, id, words), mood: null }
    await entries(mina).insert(row).throwOnError()
    const refused = await locks(mina).delete().eq('id', lock.id)
    expect([refused.status, refused.error?.code]).toEqual([409, '23503'])
    const opened = { ...words, sealed: null, lock_id: null }
    expect((await entries(mina).update(opened).eq('id', id)).error?.code).toBe('PT423')
    await locks(mina).update({ ending: true }).eq('id', lock.id).throwOnError()
    await entries(mina).update(opened).eq('id', id).throwOnError()
    await locks(mina).update({ ending: false }).eq('id', lock.id).throwOnError()
    expect((await entries(mina).insert(open)).error?.code).toBe('PT423')
  })

  it('refuses malformed texts of a lock', async () => {
    for (const hostile of ['', 'x', 'a b'.repeat(30), 'x'.repeat(2001), `1.${'💔'.repeat(40)}`]) {
      const { error } = await locks(mina).update({ by_passphrase: hostile }).eq('id', lock.id)
      expect(error?.code).toBe('23514')
    }
  })
})

it('a diary is deleted with its account, lock included', async () => {
  const made = await createLock('isang buong bahaghari')
  const ana = await signUp(app, 'Ana')
  await locks(ana).insert(rowOf(made.lock)).throwOnError()
  const row = await sealed(made.lock)
  await entries(ana).insert(row).throwOnError()
  // The second device reads what the first wrote.
  const { data: found } = await locks(ana).select('*').single().throwOnError()
  const { data: kept } = await entries(ana).select('sealed').single().throwOnError()
  expect(await unseal(await unlock(found, 'isang buong bahaghari'), row.id, kept.sealed)).toEqual(words)
  expect(await unseal(await recover(found, made.recoveryKey), row.id, kept.sealed)).toEqual(words)

  await app.owner.query('delete from auth.users where id = $1', [ana.id])
  const { rows } = await app.owner.query(
    `select id from public.diary_locks where user_id = $1 union all select id from public.diary_posts where user_id = $1`,
    [ana.id],
  )
  expect(rows).toEqual([])
})
