import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLock } from '../../src/web/lib/vault.ts'
import { startSite, type Site, type Visitor } from '../support/browser.ts'
import { signUp, type Person } from '../support/cast.ts'
import { enter } from '../support/enter.ts'
import { welcome } from '../support/newcomer.ts'
import { placesKept } from '../support/stores.ts'

// The promise: what was changed in an entry and not saved outlives a reload, for its writer alone, and never open in a locked diary.
const before = 'Una kong sinulat.'
const secret = 'Hindi pa tapos na pagbabago.'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const openEdit = (page: Page) => page.getByRole('button', { name: 'I-edit' }).click()

/** Somebody whose words stand in the dialog, and are kept. */
async function begin(name: string): Promise<Visitor & { person: Person }> {
  const visitor = await welcome(site, name, '/about')
  const { page, person } = visitor
  await person.client.from('diary_posts').insert({ mood: 'Sadness', content: before }).throwOnError()
  await page.goto('/diary')
  await page.getByText(before).click()
  await openEdit(page)
  await field(page).fill(secret)
  await expect.poll(() => placesKept(page, secret)).toEqual(['indexeddb meta'])
  return visitor
}

it('the words are there again, with a way to throw them away', async () => {
  const { page, errors } = await begin('Lia')
  await page.reload()
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(secret)
  await page.getByRole('button', { name: 'Huwag na' }).click()
  await page.getByRole('button', { name: 'Itapon' }).click()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
  await page.reload()
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(before)
  expect(errors).toEqual([])
})

it('once saved, nothing is left of it but the entry', async () => {
  const { page } = await begin('Ana')
  await page.reload()
  await openEdit(page)
  await page.getByRole('button', { name: 'I-save' }).click()
  await expect.poll(() => placesKept(page, secret)).toEqual(['indexeddb entries'])
})

it('goes with its entry, also when that was deleted elsewhere', async () => {
  const { page, person } = await begin('Bea')
  await person.client.from('diary_posts').delete().eq('content', before).throwOnError()
  await page.reload()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
})

it('nothing of it is left for the next person at this phone', async () => {
  const visitor = await begin('Cora')
  const { page } = visitor
  await enter(visitor, await signUp(site.app, 'Jun'), '/diary')
  await expect.poll(() => placesKept(page, secret)).toEqual([])
})

it('in a diary that was locked elsewhere it goes, and from then on no edit is kept', async () => {
  const { page, person } = await begin('Dina')
  const passphrase = 'tatlong pusa sa bubong'
  const { ending: _ending, ...row } = (await createLock(passphrase)).lock
  await person.client.from('diary_locks').insert(row).throwOnError()
  await page.reload()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
  await page.locator('input[type=password]').fill(passphrase)
  await page.keyboard.press('Enter')
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(before)
  await field(page).fill(secret)
  expect(await placesKept(page, secret)).toEqual([])
})
