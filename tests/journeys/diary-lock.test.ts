import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { recordTraffic, risesOverDialog, told } from '../support/page.ts'
import { placesKept } from '../support/stores.ts'

// Promise: a locked diary's words and passphrase are in no server, log or request.
const canary = 'kanaryo-41bd9'
const passphrase = 'tsinelas sa kisame kahapon'
const renewed = 'kapeng barako at ulap'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

type Row = { content: string; mood: string | null; sealed: string | null }
const rowsOf = async ({ id }: Person): Promise<Row[]> =>
  (
    await site.app.owner.query<Row>(
      'select content, mood, sealed from public.diary_posts where user_id = $1 order by created_at',
      [id],
    )
  ).rows
const locksOf = async ({ id }: Person): Promise<number> =>
  (await site.app.owner.query('select from public.diary_locks where user_id = $1', [id])).rowCount ?? 0

/** The names of all tables that hold one of these texts in any column. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { rows } = await site.app.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows.length).toBeGreaterThan(8)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await site.app.owner.query(
      `select from ${name} as t where exists (select from unnest($1::text[]) as w where t::text like '%' || w || '%') limit 1`,
      [texts],
    )
    if (hit.rowCount) found.push(name)
  }
  return found
}

async function arrive(person: Person, path = '/diary'): Promise<Visitor> {
  const visitor = await site.visitor()
  await enter(visitor, person, path)
  return visitor
}

async function newcomer(name: string, entries: number): Promise<Person> {
  const person = await signUp(site.app, name)
  const rows = Array.from({ length: entries }, (_, at) => ({
    mood: 'Regret',
    content: `Araw ${at + 1}, ${canary}`,
    template_url: '/storage/v1/object/public/card-templates/sisi-3.svg',
    created_at: new Date(Date.now() - (entries - at) * 1_000).toISOString(),
  }))
  await person.client.from('diary_posts').insert(rows).throwOnError()
  return person
}

const entries = (page: Page) => page.locator('main ol').getByRole('button')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openSettings(page: Page): Promise<void> {
  await button(page, 'Iba pa sa diary').click()
  await page.getByRole('menuitem', { name: 'Lock ng diary' }).click()
}

async function choosePassphrase(page: Page, words: string, again = words): Promise<void> {
  await page.getByLabel('Bagong passphrase', { exact: true }).fill(words)
  await page.getByLabel('Ulitin ang passphrase', { exact: true }).fill(again)
}

/** Walks to the page that shows the recovery key. Returns its groups. */
async function reachKey(page: Page): Promise<string[]> {
  await openSettings(page)
  await button(page, 'Naiintindihan ko, gumawa ng passphrase').click()
  await choosePassphrase(page, passphrase)
  await button(page, 'Susunod').click()
  return keyShown(page)
}

async function keyShown(page: Page): Promise<string[]> {
  const shown = page.getByRole('list', { name: 'Recovery key, walong grupo' })
  await shown.waitFor()
  return shown.locator('code').allTextContents()
}

/** The fields of the two groups that the form asks for. */
async function askedGroups(page: Page): Promise<Locator[]> {
  const fields = page.getByLabel(/^Grupo \d$/)
  await fields.first().waitFor()
  return fields.all()
}

/** Types the two groups that the form asks for. */
async function giveBack(page: Page, groups: string[], word: string): Promise<void> {
  await button(page, 'Naitago ko na').click()
  for (const field of await askedGroups(page)) {
    const place = Number(/\d/.exec((await field.locator('xpath=../label').textContent()) ?? '')?.[0])
    await field.fill(` ${groups[place - 1]?.toLowerCase()} `)
    // The words about a wrong group go once the group is right.
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
  }
  await button(page, word).click()
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByLabel('Passphrase ng diary', { exact: true }).fill(words)
  await button(page, 'Buksan').click()
}

/** Locks the diary on the first device, which seals all entries. */
async function lockAll(page: Page): Promise<string[]> {
  const groups = await reachKey(page)
  await giveBack(page, groups, 'I-lock ang diary')
  await page.getByText('Naka-lock na ang diary mo. 🔒').waitFor()
  await told(page, 'Naka-lock na ang lahat ng entry 🔒')
  await button(page, 'Bumalik sa diary').click()
  return groups
}

/** Goes to where two groups of the recovery key are asked back, with every mistake that can be made on the way. */
async function reachKeyWithMistakes(page: Page): Promise<string[]> {
  await openSettings(page)
  await button(page, 'Naiintindihan ko, gumawa ng passphrase').waitFor()
  expect(await page.evaluate(codeOfLocks)).not.toEqual([])
  await expectAccessible(page)
  await button(page, 'Naiintindihan ko, gumawa ng passphrase').click()
  await choosePassphrase(page, 'ulan')
  await page.getByText('Kulang pa ng 6 letra').waitFor()
  await choosePassphrase(page, passphrase, `${passphrase}?`)
  await button(page, 'Susunod').click()
  await page.getByText('Hindi nagkapareho').waitFor()
  await expectAccessible(page)
  await choosePassphrase(page, passphrase)
  await button(page, 'Susunod').click()
  const groups = await keyShown(page)
  await expectAccessible(page)
  expect(await risesOverDialog(page, () => button(page, 'Kopyahin').click())).toBe(true)
  // The printed page.
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Recovery key ng diary' }).isVisible()).toBe(true)
  expect(await page.getByRole('dialog').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  await button(page, 'Naitago ko na').click()
  for (const field of await askedGroups(page)) await field.fill('AAAA')
  await button(page, 'I-lock ang diary').click()
  await page.getByText('Hindi iyan ang grupo').first().waitFor()
  await expectAccessible(page)
  return groups
}

/** Locks the open diary from its settings. A reload finds it locked. */
async function lockByHand(page: Page): Promise<void> {
  await openSettings(page)
  await page.getByText('May lock ang diary mo; bukas ito ngayon.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'I-lock na' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Naka-lock ang diary mo' }).waitFor()
  expect(await page.content()).not.toContain(canary)
  // With a bad signal the server never answers. The device's copy of the lock does.
  await page.route('**/rest/v1/diary_locks*', () => {})
  await page.reload()
}

/** The server names a key of an attacker. The next entry waits on the device, and is stored sealed to the true key. */
async function keepFromAnotherLock({ id }: Person, page: Page): Promise<void> {
  const name = (key: string) =>
    site.app.owner.query('update public.diary_locks set public_key = $2 where user_id = $1', [id, key])
  const own = await site.app.owner.query<{ public_key: string }>(
    'select public_key from public.diary_locks where user_id = $1',
    [id],
  )
  const { public_key = '' } = own.rows[0] ?? {}
  const entriesOf = async () =>
    (await site.app.owner.query('select from public.diary_posts where user_id = $1', [id])).rowCount
  await name(`${public_key.slice(0, -8)}AAAAAAAA`)
  await page.getByRole('link', { name: 'Magsulat' }).first().click()
  await page.getByLabel('Ang nararamdaman mo').fill(`Hindi para sa iba, ${canary}`)
  await page.getByLabel('Ang nararamdaman mo').press('Control+Enter')
  await button(page, 'Itago sa diary').click()
  await page.getByRole('heading', { name: 'May nagbago sa lock ng diary mo' }).waitFor()
  await expectAccessible(page)
  expect(await placesKept(page, canary)).toEqual([])
  await say(page, passphrase)
  await page.getByText('Hindi iyan ang passphrase ng diary mo.').waitFor()
  expect(await entriesOf()).toBe(4)
  await name(public_key)
  await say(page, passphrase)
  await page.getByText('Hindi iyan ang passphrase ng diary mo.').waitFor()
  await page.reload()
  await expect.poll(entriesOf).toBe(5)
  await say(page, passphrase)
  await page.getByText(`Hindi para sa iba, ${canary}`).waitFor()
}

describe('a diary that is locked', () => {
  it('a locked diary shows its words only after the passphrase, and the server holds none of them', async () => {
    const mina = await newcomer('Mina', 3)
    const unaware = await arrive(mina, '/write')
    await unaware.page.getByLabel('Ang nararamdaman mo').fill(`Galing sa isa pa, ${canary}`)
    const { page, errors } = await arrive(mina)
    await page.getByText(`Araw 3, ${canary}`).waitFor()
    expect(await page.evaluate(codeOfLocks)).toEqual([])
    const groups = await reachKeyWithMistakes(page)
    expect(await locksOf(mina)).toBe(0)
    await button(page, 'Tingnan ulit ang key').click()
    const sent = recordTraffic(page)
    await giveBack(page, groups, 'I-lock ang diary')
    await told(page, 'Naka-lock na ang lahat ng entry 🔒')
    await button(page, 'Bumalik sa diary').click()
    await page.getByText(`Araw 2, ${canary}`).waitFor()
    expect(await rowsOf(mina)).toEqual(
      Array.from({ length: 3 }, () => ({ content: '', mood: null, sealed: expect.stringMatching(/^1\./) })),
    )

    // The other device does not know of the lock yet. Its entry is stored sealed.
    const sentElsewhere = recordTraffic(unaware.page)
    await unaware.page.getByLabel('Ang nararamdaman mo').press('Control+Enter')
    await button(unaware.page, 'Itago sa diary').click()
    await unaware.page.waitForURL('**/diary')
    await unaware.page.getByRole('heading', { name: 'Naka-lock ang diary mo' }).waitFor()
    await expect
      .poll(async () => (await rowsOf(mina)).map(({ sealed }) => sealed !== null))
      .toEqual([true, true, true, true])
    await expectAccessible(unaware.page)
    await say(unaware.page, 'hindi ito iyon')
    await unaware.page.getByText('Hindi iyan ang passphrase ng diary mo.').waitFor()
    expect(await unaware.page.content()).not.toContain(canary)
    await say(unaware.page, ` ${passphrase}`)
    await unaware.page.getByText(`Galing sa isa pa, ${canary}`).waitFor()
    await expect.poll(() => entries(unaware.page).count()).toBe(4)

    await lockByHand(page)
    await say(page, passphrase)
    await page.getByText(`Galing sa isa pa, ${canary}`).waitFor()

    await keepFromAnotherLock(mina, unaware.page)

    const secrets = [canary, passphrase, groups.join('-'), ...groups.slice(0, 1)]
    const said = [...sent, ...sentElsewhere]
    expect(said.filter((one) => secrets.some((secret) => one.includes(secret)))).toEqual([])
    expect(await tablesWith(canary, passphrase, groups.join('-'))).toEqual([])
    expect(site.app.logged.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
    for (const secret of [canary, passphrase]) expect(await placesKept(page, secret)).toEqual([])
    expect([...errors, ...unaware.errors]).toEqual([])
  })

  it('a second device seals the rest of a diary when the first stops in the middle', async () => {
    const ana = await newcomer('Ana', 6)
    const first = await arrive(ana)
    let passed = 0
    await first.page.route('**/rest/v1/diary_posts*', (route) =>
      route.request().method() === 'PATCH' && ++passed > 2 ? route.abort() : route.continue(),
    )
    await giveBack(first.page, await reachKey(first.page), 'I-lock ang diary')
    await first.page.getByRole('dialog').getByRole('button', { name: 'Ituloy' }).waitFor()
    // The browser may report the third request's refusal before the first two are answered.
    await expect.poll(async () => (await rowsOf(ana)).filter(({ sealed }) => sealed).length).toBe(2)
    await first.context.close()

    const { page } = await arrive(ana)
    await told(page, 'Naka-lock na ang lahat ng entry 🔒')
    expect((await rowsOf(ana)).every(({ sealed }) => sealed)).toBe(true)
    await say(page, passphrase)
    await page.getByText(`Araw 6, ${canary}`).waitFor()
    await expect.poll(() => entries(page).count()).toBe(6)
    await page.context().close()
  })

  it('a diary has one lock when two devices set one at the same moment', async () => {
    const liza = await newcomer('Liza', 1)
    const [one, two] = [await arrive(liza), await arrive(liza)]
    const [mine, theirs] = [await reachKey(one.page), await reachKey(two.page)]
    // The first device seals the entry after the second has fetched it open, and before the second asks what is left to seal.
    const [fetched, sealed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await one.page.route('**/rest/v1/diary_posts*', async (route) => {
      if (route.request().method() === 'PATCH') await fetched.promise
      await route.continue()
    })
    await two.page.route('**/rest/v1/diary_posts*sealed=is.null*', async (route) => {
      await sealed.promise
      await route.continue()
    })
    await giveBack(one.page, mine, 'I-lock ang diary')
    await one.page.getByText('Naka-lock na ang diary mo. 🔒').waitFor()
    await giveBack(two.page, theirs, 'I-lock ang diary')
    await two.page.getByText('Na-lock na ang diary mo mula sa ibang device').waitFor()
    expect(await locksOf(liza)).toBe(1)
    await button(two.page, 'Sige').click()
    fetched.resolve()
    await told(one.page, 'Naka-lock na ang lahat ng entry 🔒')
    sealed.resolve()
    await say(two.page, passphrase)
    await two.page.getByText(`Araw 1, ${canary}`).waitFor()
  })

  it('the recovery key opens a locked diary once, an idle diary closes, and without both secrets a person can only start again', async () => {
    const rosa = await newcomer('Rosa', 1)
    const first = await arrive(rosa)
    const groups = await lockAll(first.page)
    await first.context.close()

    const visitor = await site.visitor()
    const { page } = visitor
    await page.clock.install()
    await enter(visitor, rosa, '/diary')
    await button(page, 'Nakalimutan?').click()
    await page.getByLabel('Recovery key', { exact: true }).fill('0000 1111')
    await button(page, 'Gamitin ang recovery key').click()
    await page.getByText('Hindi iyan ang recovery key').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Recovery key', { exact: true }).fill(groups.join(' ').toLowerCase())
    await button(page, 'Gamitin ang recovery key').click()
    await choosePassphrase(page, renewed)
    await button(page, 'Susunod').click()
    await giveBack(page, await keyShown(page), 'Buksan ang diary')
    await page.getByText(`Araw 1, ${canary}`).waitFor()

    await page.clock.fastForward('09:00')
    await page.getByText(`Araw 1, ${canary}`).waitFor()
    // Setting the clock back does not keep the diary open.
    await page.clock.setSystemTime(new Date(Date.now() - 86_400_000))
    await page.clock.fastForward('01:30')
    await page.getByRole('heading', { name: 'Naka-lock ang diary mo' }).waitFor()
    await say(page, passphrase)
    await page.getByText('Hindi iyan ang passphrase ng diary mo.').waitFor()
    await button(page, 'Nakalimutan?').click()
    await page.getByLabel('Recovery key', { exact: true }).fill(groups.join('-'))
    await button(page, 'Gamitin ang recovery key').click()
    await page.getByText('Hindi iyan ang recovery key').waitFor()

    await page.getByText('Nawala rin ang recovery key?').click()
    await button(page, 'Burahin at magsimula ulit').click()
    await button(page, 'Burahin lahat').click()
    await page.getByText('Blangko pa ang unang pahina').waitFor()
    expect([await rowsOf(rosa), await locksOf(rosa)]).toEqual([[], 0])
    expect(visitor.errors).toEqual([])
  })

  it('a locked diary takes a new passphrase, and its lock can be removed, also after an interruption', async () => {
    const bea = await newcomer('Bea', 4)
    const visitor = await arrive(bea)
    const { page } = visitor
    await lockAll(page)
    const sent = recordTraffic(page)
    await openSettings(page)
    await button(page, 'Palitan ang passphrase').click()
    await page.getByLabel('Passphrase ngayon', { exact: true }).fill(passphrase)
    await button(page, 'Susunod').click()
    await choosePassphrase(page, renewed)
    await button(page, 'Palitan').click()
    await told(page, 'Napalitan ang passphrase ✨')
    await expectAccessible(page)
    // Proxies log addresses, so the wrapped key is in no address.
    const change = sent.find((one) => one.startsWith('PATCH') && one.includes('/diary_locks?')) ?? ''
    expect(change.split(' ')[1]).toMatch(/by_passphrase=like\.1\.[\w-]{22}\.%25&/)

    let passed = 0
    await page.route('**/rest/v1/diary_posts*', (route) =>
      route.request().method() === 'PATCH' && ++passed > 2 ? route.abort() : route.continue(),
    )
    await button(page, 'Alisin ang lock').click()
    await page.getByLabel('Passphrase ng diary', { exact: true }).fill(renewed)
    await button(page, 'Alisin ang lock').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ituloy' }).waitFor()
    expect(await locksOf(bea)).toBe(1)
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()

    await openSettings(page)
    await page.getByText('Hindi pa tapos ang pag-alis ng lock').waitFor()
    await button(page, 'Ituloy ang pag-alis').click()
    await page.getByRole('dialog').getByLabel('Passphrase ng diary', { exact: true }).fill(renewed)
    await button(page, 'Alisin ang lock').click()
    await page.getByText('Wala nang lock ang diary mo.').waitFor()
    await button(page, 'Bumalik sa diary').click()
    await page.getByText(`Araw 1, ${canary}`).waitFor()
    expect(await locksOf(bea)).toBe(0)
    expect((await rowsOf(bea)).map(({ content, mood }) => [content, mood])).toEqual(
      [1, 2, 3, 4].map((count) => [`Araw ${count}, ${canary}`, 'Regret']),
    )
  })
})

/** The scripts that only a lock needs and that have been loaded. */
const codeOfLocks = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\/(vault|Unlock|Lock\.|LockSettings|RewritingBar)[^/]*\.js/.test(name))
