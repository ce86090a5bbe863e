import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, phone, type Site, startSite } from '../support/browser.ts'
import { welcome } from '../support/cast.ts'

// Promise: a shared post stands once on the wall of its mood, with the codename or without.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

async function share(page: Page, words: string): Promise<void> {
  await page.getByLabel('Ang nararamdaman mo').fill(words)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'I-share sa Pader' }).click()
}

describe.each([
  ['phone', phone],
  ['desk', desk],
])('sharing at %s size', (size, viewport) => {
  it('a shared post is seen by another person, and only its author sees it as their own', async () => {
    const mina = await welcome(site, `Mina${size}`, '/write', viewport)
    const words = `Nakaraos din tayo, ${size}!`
    await mina.page.getByLabel('Masaya').check()
    await mina.page.getByLabel('Mga parol na makulay sa madaling-araw').check()
    await share(mina.page, words)
    await mina.page.waitForURL('**/wall/masaya')
    const own = mina.page.getByRole('article').filter({ hasText: words })
    await own.getByText("ikaw 'to").waitFor()
    await own.getByText(mina.person.codename, { exact: true }).waitFor()

    const jun = await welcome(site, `Jun${size}`, '/wall/masaya', viewport)
    const seen = jun.page.getByRole('article').filter({ hasText: words })
    await seen.getByText(mina.person.codename, { exact: true }).waitFor()
    expect(await seen.getByText("ikaw 'to").count()).toBe(0)
    const { rows } = await site.app.owner.query(
      'select codename, mood, template_url, anonymous from public.public_posts where content = $1',
      [words],
    )
    expect(rows).toEqual([
      {
        codename: mina.person.codename,
        mood: 'Joy',
        template_url: '/storage/v1/object/public/card-templates/masaya-2.svg',
        anonymous: false,
      },
    ])
    expect([...mina.errors, ...jun.errors]).toEqual([])
  })
})

it('a post without the codename reveals its author to nobody but the author', async () => {
  const liza = await welcome(site, 'Liza', '/write')
  await liza.page.getByLabel('Ang nararamdaman mo').fill('Walang makakaalam')
  await liza.page.getByRole('button', { name: 'Bitawan mo na' }).click()
  expect(await liza.page.getByRole('switch', { name: 'Walang codename' }).isChecked()).toBe(false)
  const dialog = liza.page.getByRole('dialog')
  await dialog.getByText(`Mababasa ng kahit sino, bilang ${liza.person.codename}.`).waitFor()
  await liza.page.getByRole('switch', { name: 'Walang codename' }).check()
  await dialog.getByText('pero “Anonymous” lang ang nakalagay').waitFor()
  await liza.page.getByRole('button', { name: 'I-share sa Pader ng Kalma' }).click()
  await liza.page.waitForURL('**/wall/kalma')
  await liza.page
    .getByRole('article')
    .filter({ hasText: 'Walang makakaalam' })
    .getByText("ikaw 'to")
    .waitFor()

  const jun = await welcome(site, 'Jun', '/wall/kalma')
  const seen = jun.page.getByRole('article').filter({ hasText: 'Walang makakaalam' })
  await seen.getByText('Anonymous', { exact: true }).waitFor()
  expect(await jun.page.content()).not.toContain(liza.person.codename)
  const { data } = await jun.person.client
    .from('public_posts')
    .select('user_id, codename')
    .eq('content', 'Walang makakaalam')
  expect(data).toEqual([{ user_id: null, codename: 'Anonymous' }])
  expect([...liza.errors, ...jun.errors]).toEqual([])
})

it('the share button posts once however often it is pressed', async () => {
  const { page, errors } = await welcome(site, 'Rey', '/write')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/public_posts'))
      sent.push(request.url())
  })
  await page.getByLabel('Ang nararamdaman mo').fill('Dalawang tap, isang post')
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'I-share sa Pader' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await page.waitForURL('**/wall/kalma')
  const { rowCount } = await site.app.owner.query('select from public.public_posts where content = $1', [
    'Dalawang tap, isang post',
  ])
  expect([rowCount, sent.length]).toEqual([1, 1])
  expect(errors).toEqual([])
})

it("a refused post shows the server's reason, and the words stay", async () => {
  const { page, errors } = await welcome(site, 'Bea', '/write')
  await page.route('**/rest/v1/public_posts*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: '23514', message: 'Hindi matanggap ng pader', details: null, hint: null },
    }),
  )
  await share(page, 'Subok muna')
  await page.getByRole('alert').filter({ hasText: 'Hindi matanggap ng pader' }).waitFor()
  expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('Subok muna')
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})

it('an empty post cannot be sent, and words too long for the wall are named before sending', async () => {
  const { page, errors } = await welcome(site, 'Tes', '/write')
  const submit = page.getByRole('button', { name: 'Bitawan mo na' })
  expect(await submit.isDisabled()).toBe(true)
  await page.getByLabel('Ang nararamdaman mo').fill('  \n ')
  expect(await submit.isDisabled()).toBe(true)
  await page.getByLabel('Ang nararamdaman mo').fill('a'.repeat(5001))
  await page.getByText('5,001/20,000').waitFor()
  await submit.click()
  expect(await page.getByRole('button', { name: 'I-share sa Pader' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Itago sa diary' }).isDisabled()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Bitawan mo na')
  expect(errors).toEqual([])
})
