import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLock } from '../../src/web/domain/diary/keys.ts'
import { type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp, welcome } from '../support/cast.ts'
import { placesKept } from '../support/stores.ts'

// Promise: an unsaved edit survives a reload, for its writer only, and is never stored unsealed in a locked diary.
const before = 'Una kong sinulat.'
const secret = 'Hindi pa tapos na pagbabago.'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const openEdit = (page: Page) => page.getByRole('button', { name: 'I-edit' }).click()

/** A person with an unsaved, stored edit in the open dialog. */
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

it('the draft of an edit is offered again, with a button that throws it away', async () => {
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

it('the draft of an edit is gone once the entry is saved', async () => {
  const { page } = await begin('Ana')
  await page.reload()
  await openEdit(page)
  await page.getByRole('button', { name: 'I-save' }).click()
  await expect.poll(() => placesKept(page, secret)).toEqual(['indexeddb entries'])
})

it('the draft of an edit goes when its entry is deleted on another device', async () => {
  const { page, person } = await begin('Bea')
  await person.client.from('diary_posts').delete().eq('content', before).throwOnError()
  await page.reload()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
})

it('the draft of an edit is not left for the next person at this phone', async () => {
  const visitor = await begin('Cora')
  const { page } = visitor
  await enter(visitor, await signUp(site.app, 'Jun'), '/diary')
  await expect.poll(() => placesKept(page, secret)).toEqual([])
})

it('the draft of an edit goes when the copy of the diary begins anew without its entry', async () => {
  const { page, person } = await begin('Ester')
  await person.client.from('diary_posts').delete().eq('content', before).throwOnError()
  await person.client.from('diary_posts').insert({ mood: 'Joy', content: 'Naiwan.' }).throwOnError()
  // The device's copy is newer than the server, as after a restore from a backup.
  await page.evaluate(putMeta, {
    userId: person.id,
    key: 'head',
    value: { top: 99, hole: null, checked: 99 },
  })
  await page.reload()
  await page.getByText('Naiwan.').waitFor()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
})

/** Runs in the page. */
function putMeta({ userId, key, value }: { userId: string; key: string; value: object }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`emote:${userId}`)
    opening.addEventListener('error', () => reject(new Error('IndexedDB')))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('meta', 'readwrite')
      writing.objectStore('meta').put(value, key)
      writing.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
}

const passphrase = 'tatlong pusa sa bubong'

async function lockElsewhere({ client }: Person): Promise<void> {
  const { ending: _ending, ...row } = (await createLock(passphrase)).lock
  await client.from('diary_locks').insert(row).throwOnError()
}

async function say(page: Page): Promise<void> {
  await page.locator('input[type=password]').fill(passphrase)
  await page.keyboard.press('Enter')
}

it('the draft of an edit is sealed when the diary is locked elsewhere, and the passphrase opens it', async () => {
  const { page, person, errors } = await begin('Dina')
  await lockElsewhere(person)
  await page.reload()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
  expect(await placesKept(page, 'edit:')).toEqual(['indexeddb meta'])
  await say(page)
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(secret)
  expect(await placesKept(page, secret)).toEqual([])
  await page.getByRole('button', { name: 'I-save' }).click()
  await expect.poll(() => placesKept(page, 'edit:')).toEqual([])
  await page.getByRole('dialog').getByText(secret).waitFor()
  expect(errors).toEqual([])
})

it("an edit in a locked diary stays in the page's memory, and the page asks before it closes", async () => {
  const { page, person } = await begin('Fe')
  await page.getByRole('button', { name: 'Huwag na' }).click()
  await page.getByRole('button', { name: 'Itapon' }).click()
  await lockElsewhere(person)
  await page.reload()
  await say(page)
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(before)
  await field(page).fill(secret)
  expect(await placesKept(page, 'edit:')).toEqual([])
  const dialogs = page.getByRole('dialog')
  for (const left of [1, 0]) {
    await page.keyboard.press('Escape')
    await expect.poll(() => dialogs.count()).toBe(left)
  }
  await page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await dialogs.getByText('May inaayos kang entry').waitFor()
})

it('the next page seals the draft of an edit when the sealing code did not load', async () => {
  const { page, context, person } = await begin('Gina')
  await lockElsewhere(person)
  await context.route(/vault-[^/]*\.js/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/vault-'))
  await page.reload()
  await failed
  expect(await placesKept(page, 'public_key')).toEqual([])
  expect(await placesKept(page, secret)).toEqual(['indexeddb meta'])
  await context.unroute(/vault-[^/]*\.js/)
  await page.reload()
  await expect.poll(() => placesKept(page, secret)).toEqual([])
  expect(await placesKept(page, 'public_key')).toEqual(['indexeddb meta'])
})

it('words that another tab writes while a draft is being sealed are sealed too', async () => {
  const { page, context, person } = await begin('Irma')
  const { data } = await person.client.from('diary_posts').select('id').single().throwOnError()
  await lockElsewhere(person)
  const go = Promise.withResolvers<void>()
  await context.route(/vault-[^/]*\.js/, async (route) => {
    await go.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/vault-/)
  await page.reload()
  await asked
  const later = 'Isinulat habang isinasara.'
  const value = { content: later, mood: 'Joy', begun: { content: before, mood: 'Sadness' } }
  await page.evaluate(putMeta, { userId: person.id, key: `edit:${data.id}`, value })
  go.resolve()
  await expect.poll(() => placesKept(page, 'public_key')).toEqual(['indexeddb meta'])
  expect(await placesKept(page, later)).toEqual([])
  await say(page)
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(later)
})

it('a log-out asks first while an edit has changes, and does not ask when they were undone', async () => {
  const { page, context, person } = await begin('Hilda')
  const logOut = page.getByRole('button', { name: 'Log Out' })
  await page.goto('/profile')
  await page.waitForLoadState('networkidle')
  // The question appears offline too.
  await context.setOffline(true)
  await logOut.click()
  await page.getByText('May inaayos kang entry sa diary na hindi pa nai-save.').waitFor()
  await context.setOffline(false)
  await page.goto('/diary')
  await page.getByText(before).click()
  await openEdit(page)
  expect(await field(page).inputValue()).toBe(secret)
  await field(page).fill(before)
  await expect.poll(() => placesKept(page, 'edit:')).toEqual([])
  await page.goto('/profile')
  await logOut.click()
  await page.waitForURL('**/login')
  expect(await placesKept(page, person.id)).toEqual([])
})
