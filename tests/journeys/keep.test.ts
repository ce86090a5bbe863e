import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, phone, type Site, startSite } from '../support/browser.ts'
import { holdTime, told } from '../support/page.ts'
import { welcome } from '../support/cast.ts'

// Promise: only its writer reads an entry, and words are not lost in transit.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const entriesOf = async (userId: string) =>
  (
    await site.app.owner.query<{ content: string; mood: string; template_url: string | null }>(
      'select content, mood, template_url from public.diary_posts where user_id = $1',
      [userId],
    )
  ).rows

describe.each([
  ['phone', phone],
  ['desk', desk],
])('keeping at %s size', (size, viewport) => {
  it("kept words are in their writer's diary, and nobody else reads them", async () => {
    const mina = await welcome(site, `Mina${size}`, '/write', viewport)
    const words = `Para sa sarili ko lang ito, ${size}.`
    await mina.page.getByLabel('Sisi').check()
    await mina.page.getByLabel('Lumang airmail na sulat at tuyong sampaguita').check()
    await mina.page.getByLabel('Ang nararamdaman mo').fill(words)
    await mina.page.getByLabel('Ang nararamdaman mo').press('Control+Enter')
    await mina.page.getByRole('button', { name: 'Itago sa diary' }).click()
    await mina.page.waitForURL('**/diary')
    await mina.page.getByRole('main').getByText(words).first().waitFor()
    expect(await entriesOf(mina.person.id)).toEqual([
      { content: words, mood: 'Regret', template_url: '/storage/v1/object/public/card-templates/sisi-3.svg' },
    ])
    expect(
      await mina.page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('emote-draft')),
      ),
    ).toEqual([])

    const jun = await welcome(site, `Jun${size}`, '/diary', viewport)
    await jun.page.getByText('Blangko pa ang unang pahina').waitFor()
    expect(await jun.page.content()).not.toContain(words)
    const { data } = await jun.person.client.from('diary_posts').select('content')
    expect(data).toEqual([])
    expect([...mina.errors, ...jun.errors]).toEqual([])
  })
})

it('a draft outlives a reload, on this device and for this person', async () => {
  const { page, errors } = await welcome(site, 'Liza', '/write')
  await page.getByLabel('Galit').check()
  await page.getByLabel('Bitak-bitak na hollow block, may liwanag sa butas').check()
  await page.getByLabel('Ang nararamdaman mo').fill('Kalahati pa lang')
  // The draft is stored at once, not after the usual pause.
  await page.reload()
  expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('Kalahati pa lang')
  expect(await page.getByLabel('Galit').isChecked()).toBe(true)
  expect(await page.getByLabel('Bitak-bitak na hollow block, may liwanag sa butas').isChecked()).toBe(true)
  // The template stays when the mood changes.
  await page.getByLabel('Kalma').check()
  expect(await page.getByLabel('Bitak-bitak na hollow block, may liwanag sa butas').isChecked()).toBe(true)
  expect(
    (await site.app.owner.query('select from public.diary_posts where content like $1', ['Kalahati%']))
      .rowCount,
  ).toBe(0)
  expect(errors).toEqual([])
})

it('words whose saving fails stay in the draft, and are stored exactly once in the end', async () => {
  const { page, person, errors } = await welcome(site, 'Bea', '/write')
  const field = page.getByLabel('Ang nararamdaman mo')
  const save = async () => {
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('button', { name: 'Itago sa diary' }).click()
  }
  await field.fill('Huwag sanang mawala')
  await page.route('**/rest/v1/diary_posts*', (route) =>
    route.fulfill({ status: 503, json: { code: '', message: 'Sandali lang muna' } }),
  )
  // A toast stands for three seconds.
  await holdTime(page)
  await save()
  const trouble = page.getByRole('alert')
  await trouble.filter({ hasText: 'Sandali lang muna' }).waitFor()
  expect(await field.inputValue()).toBe('Huwag sanang mawala')
  await page.clock.resume()
  await trouble.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('Huwag sanang mawala')

  // The row is stored, but its answer is lost, so the words wait. Then the page is reloaded.
  await page.unroute('**/rest/v1/diary_posts*')
  await page.route('**/rest/v1/diary_posts*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await save()
  const waiting = page.getByRole('button', { name: '1 naghihintay' })
  await waiting.waitFor()
  expect(await entriesOf(person.id)).toHaveLength(1)
  // The first answer that the client gets is that the entry exists (409).
  const known = page.waitForResponse((response) => response.status() === 409)
  await page.unroute('**/rest/v1/diary_posts*')
  await page.reload()
  expect(await field.inputValue()).toBe('')
  await known
  await waiting.waitFor({ state: 'detached' })
  expect(await entriesOf(person.id)).toHaveLength(1)
  expect(errors.filter((error) => !/net::ERR_|status of (409|503)/.test(error))).toEqual([])
})

it('a late answer does not change newer words, and does not leave the page', async () => {
  const { page, person, errors } = await welcome(site, 'Nilda', '/profile')
  const field = page.getByLabel('Ang nararamdaman mo')
  const place = page.getByRole('navigation', { name: 'Mga lugar' })
  const answer = Promise.withResolvers<void>()
  await page.route('**/rest/v1/diary_posts*', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await place.getByRole('link', { name: 'Magsulat' }).click()
  await field.fill('Ang una, mabagal')
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/diary_posts'),
  )
  // The client waits some seconds for an answer. The stopped clock keeps that from ending.
  await holdTime(page)
  await page.getByRole('button', { name: 'Itago sa diary' }).click()
  await sent
  await page.goBack()
  await field.waitFor({ state: 'detached' })
  await place.getByRole('link', { name: 'Magsulat' }).click()
  await field.fill('Ang ikalawa, kasusulat')
  answer.resolve()
  await told(page, 'Nasa diary mo na.')
  await page.clock.resume()
  expect((await entriesOf(person.id)).map(({ content }) => content)).toEqual(['Ang una, mabagal'])
  expect(new URL(page.url()).pathname).toBe('/write')
  expect(await field.inputValue()).toBe('Ang ikalawa, kasusulat')
  await page.reload()
  expect(await field.inputValue()).toBe('Ang ikalawa, kasusulat')
  expect(errors).toEqual([])
})

it('a session that ends meanwhile requires a log-in and loses no words', async () => {
  const { page, person } = await welcome(site, 'Rey', '/write')
  await page.getByLabel('Ang nararamdaman mo').fill('Nandito pa rin ako')
  // The dialog asks for the codename, and the server refuses. The bell would notice an earlier end before the press.
  await page.route('**/rest/v1/user_profiles*', async (route) => {
    await site.app.owner.query('delete from auth.sessions where user_id = $1', [person.id])
    await route.continue()
  })
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await told(page, 'Nandito pa ang isinulat mo.')
  await page.waitForURL('**/login?next=%2Fwrite')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('lihim-ni-Rey-7')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/write')
  expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('Nandito pa rin ako')
})
