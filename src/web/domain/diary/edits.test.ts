import { expect, it } from 'vitest'
import type { KeptEdit } from '../device/kept.ts'
import { createLock } from './keys.ts'
import { fitEdit, openEdit } from './edits.ts'

const id = '0192d0a1-6a5e-7c3b-9f00-000000000001'
const edit: KeptEdit = {
  content: 'Hindi pa tapos.',
  mood: 'Joy',
  begun: { content: 'Una.', mood: 'Sadness' },
}

it('an edit follows the lock: sealed with it, opened when it is removed here, sealed again for another', async () => {
  const [one, two] = await Promise.all([
    createLock('isang pusa sa bubong'),
    createLock('dalawang pusa sa bubong'),
  ])
  expect(await fitEdit(id, edit, null, null)).toBe(edit)

  const sealed = await fitEdit(id, edit, one.lock, null)
  expect(JSON.stringify(sealed)).not.toMatch(/Hindi|Una|Joy|Sadness/)
  expect(await fitEdit(id, sealed, one.lock, one.key)).toBe(sealed)
  expect(await openEdit(id, sealed, one.key)).toMatchObject(edit)
  expect(await fitEdit(id, sealed, null, one.key)).toMatchObject(edit)

  const anew = await fitEdit(id, sealed, two.lock, one.key)
  expect(await openEdit(id, anew, two.key)).toMatchObject(edit)
  expect(await openEdit(id, anew, one.key)).toBeUndefined()
})

it('an edit stays sealed when the key does not open it', async () => {
  const [one, two] = await Promise.all([
    createLock('isang pusa sa bubong'),
    createLock('dalawang pusa sa bubong'),
  ])
  const sealed = await fitEdit(id, edit, one.lock, null)
  expect(await fitEdit(id, sealed, null, null)).toBe(sealed)
  expect(await fitEdit(id, sealed, two.lock, two.key)).toBe(sealed)
  // A seal is valid under one entry's id only.
  expect(await openEdit(id.replace('1', '2'), sealed, one.key)).toBeUndefined()
})
