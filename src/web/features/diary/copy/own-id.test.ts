import { expect, it } from 'vitest'
import { isUuid } from '../../../../shared/uuid.ts'
import { ownId } from './own-id.ts'

it('an entry of one person always gets the same id', async () => {
  const [entry, mina, jun] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const ofMina = await ownId(mina, entry)
  expect(isUuid(ofMina)).toBe(true)
  expect(ofMina[14]).toBe('8')
  expect(ofMina).toBe(await ownId(mina, entry))
  expect(new Set([entry, ofMina, await ownId(jun, entry), await ownId(mina, jun)]).size).toBe(4)
})
