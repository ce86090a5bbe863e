import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCopy, forgetOthers, openDevice, readMeta, writeEdit, writeLock } from './device.ts'
import type { KeptEdit, KeptEntry, Lock, OutboxItem, SealedEdit } from './kept.ts'

const here = vi.hoisted(() => ({ person: '' }))
vi.mock('../../lib/session.ts', () => ({ isAtHome: (userId: string) => userId === here.person }))

let people = 0
beforeEach(() => {
  here.person = `person-${people++}`
})

const entry: KeptEntry = {
  id: 'entry',
  content: 'Lihim.',
  mood: 'Calm',
  template_url: null,
  created_at: '2026-11-22T01:00:00Z',
  rev: 1,
  sealed: null,
  lock_id: null,
}
const waiting: OutboxItem = {
  id: 'waiting',
  destination: 'wall',
  writtenAt: '2026-11-22T01:00:00Z',
  row: { mood: 'Calm', content: 'Naghihintay.', template_url: null, anonymous: false, content_warning: null },
}
const edit: KeptEdit = { content: 'Binago.', mood: 'Calm', begun: { content: 'Lihim.', mood: 'Calm' } }
const sealed: SealedEdit = { lock_id: 'lock', sealed: '1.a.b.c', begun: '1.d.e.f' }
const lock: Lock = { id: 'lock', public_key: 'k', by_passphrase: 'p', by_recovery: 'r', ending: false }

const refuse = () => Promise.reject(new Error('No seal'))

/** The contents of a person's database; undefined without one. */
async function held(person: string) {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(`emote:${person}`)) return undefined
  here.person = person
  const device = await openDevice(person)
  const [entries, items, meta] = await Promise.all([
    device.count('entries'),
    device.count('outbox'),
    device.count('meta'),
  ])
  return { entries, items, meta }
}

describe('the database of a person on a device', () => {
  it('opens for the person who is signed in, and for nobody else', async () => {
    await expect(openDevice('somebody-else')).rejects.toThrow('not signed in')
    expect((await openDevice(here.person)).name).toBe(`emote:${here.person}`)
  })

  it('loses the copy of its diary when another person comes, and keeps the outbox', async () => {
    const [first, second, third] = [`${here.person}-a`, `${here.person}-b`, `${here.person}-c`]
    for (const person of [first, second, third]) {
      here.person = person
      const device = await openDevice(person)
      await device.put('entries', entry)
      await device.put('meta', null, 'lock')
      if (person === first) await device.put('outbox', waiting)
    }
    await forgetOthers(third)
    expect(await held(first)).toEqual({ entries: 0, items: 1, meta: 0 })
    expect(await held(second)).toBeUndefined()
    expect(await held(third)).toEqual({ entries: 1, items: 0, meta: 1 })
  })

  it('goes with its copy when nothing waits in it, and can be opened again', async () => {
    const device = await openDevice(here.person)
    await device.put('entries', entry)
    await forgetCopy(here.person)
    expect(await held(here.person)).toBeUndefined()
    expect(await (await openDevice(here.person)).count('entries')).toBe(0)
  })
})

describe('an edit on a device', () => {
  it('is stored only beside its entry, and only when the diary is known to have no lock', async () => {
    const device = await openDevice(here.person)
    const kept = () => readMeta(device, 'edit:entry')
    await writeEdit(device, 'entry', edit)
    expect(await kept()).toBeUndefined()
    await device.put('entries', entry)
    await writeEdit(device, 'entry', edit)
    expect(await kept()).toBeUndefined()
    await device.put('meta', lock, 'lock')
    await writeEdit(device, 'entry', edit)
    expect(await kept()).toBeUndefined()
    await device.put('meta', null, 'lock')
    await writeEdit(device, 'entry', edit)
    expect(await kept()).toEqual(edit)
  })

  it('is stored together with the lock it is sealed to, and not at all when it cannot be sealed', async () => {
    const device = await openDevice(here.person)
    await device.put('meta', edit, 'edit:entry')
    await expect(writeLock(device, lock, refuse)).rejects.toThrow('No seal')
    expect([await readMeta(device, 'lock'), await readMeta(device, 'edit:entry')]).toEqual([undefined, edit])
    await writeLock(device, lock, async () => sealed)
    expect([await readMeta(device, 'lock'), await readMeta(device, 'edit:entry')]).toEqual([lock, sealed])
  })

  it('is sealed too when it changes while the lock is being stored', async () => {
    const device = await openDevice(here.person)
    await device.put('meta', edit, 'edit:entry')
    const seen: string[] = []
    await writeLock(device, lock, async (_id, one) => {
      if ('content' in one) seen.push(one.content)
      if (seen.length === 1) await device.put('meta', { ...edit, content: 'Huli.' }, 'edit:entry')
      return sealed
    })
    expect(seen).toEqual(['Binago.', 'Huli.'])
    expect(await readMeta(device, 'edit:entry')).toEqual(sealed)
  })
})
