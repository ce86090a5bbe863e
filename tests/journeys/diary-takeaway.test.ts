import { createLock } from '../../src/web/domain/diary/keys.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { unseal } from '../../src/web/domain/diary/vault.ts'
import { desk, expectAccessible, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person
let jun: Person
let kaye: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
  kaye = await signUp(site.app, 'Kaye')
})
afterAll(() => site.stop())

type Row = { id: string; created_at: string; mood: string; content: string; template_url: string | null }

const minas = [
  [
    'Una.',
    'Joy',
    '2024-02-29T23:59:59.123456+00:00',
    '/storage/v1/object/public/card-templates/masaya-2.svg',
  ],
  ['# Hindi *pamagat*\n\n<b>Ikalawa</b> 😢', 'Sadness', '2025-06-12T04:00:00+00:00', null],
  ['Mahaba. '.repeat(2000), 'Calm', '2026-01-02T00:00:00+00:00', null],
].map(([content, mood, created_at, template_url]) => ({ content, mood, created_at, template_url }))

async function rowsOf(person: Person): Promise<Row[]> {
  const { data } = await person.client
    .from('diary_posts')
    .select('id, created_at, mood, content, template_url')
    .order('created_at')
    .throwOnError()
  return data
}
const withoutId = ({ created_at, mood, content, template_url }: Row) => ({
  created_at,
  mood,
  content,
  template_url,
})

async function openTakeaway(visitor: Visitor, person: Person): Promise<Locator> {
  const { page } = visitor
  await enter(visitor, person, '/diary')
  await page.getByRole('button', { name: 'Iba pa sa diary' }).click()
  await page.getByRole('menuitem', { name: 'Kopya ng diary' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kopya ng diary mo' })
  await dialog.waitFor()
  return dialog
}

async function download(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const choose = (dialog: Locator, text: string) =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'kopya.json', mimeType: 'application/json', buffer: Buffer.from(text) })

/** Prints: the entries alone, on pages. */
async function printPages(page: Page, dialog: Locator): Promise<void> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await dialog.getByRole('button', { name: 'I-print' }).click()
  await page.locator('body[data-printed]').waitFor()
  const book = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Emote Diary' }) })
  expect(await book.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(
    await page.locator('body > *').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
  ).toBe(1)
  expect(
    await book.locator('section').evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside)),
  ).toEqual(['avoid', 'avoid', 'auto'])
  await book.getByText('<b>Ikalawa</b>').waitFor()
  expect(
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length,
  ).toBeGreaterThan(3)
  await page.emulateMedia({ media: null })
}

it('a diary is exported as a file and as pages, and an import brings back what was deleted', async () => {
  await mina.client.from('diary_posts').insert(minas).throwOnError()
  const before = await rowsOf(mina)
  const visitor = await site.visitor()
  const { page } = visitor
  const dialog = await openTakeaway(visitor, mina)
  await dialog.getByText('Lahat ng 3 entry mo').waitFor()
  await expectAccessible(page, 'dialog')

  const markdown = await download(page, dialog.getByRole('button', { name: 'Markdown' }))
  expect(markdown.name).toMatch(/^emote-diary-\d{4}-\d\d-\d\d\.md$/)
  expect(markdown.text).toContain(String.raw`\# Hindi \*pamagat\*`)
  const { text, name } = await download(page, dialog.getByRole('button', { name: 'JSON' }))
  expect(name).toMatch(/\.json$/)
  const file = JSON.parse(text) as { format: string; version: number; entries: Row[] }
  expect(file).toMatchObject({ format: 'emote-diary', version: 1, entries: before })

  await printPages(page, dialog)
  expect(visitor.errors).toEqual([])

  // In its writer's diary a deleted entry returns under its own id.
  await mina.client.from('diary_posts').delete().eq('content', 'Una.').throwOnError()
  await choose(dialog, text)
  await dialog.getByText('1 sa 3 entry ang wala pa rito.').waitFor()
  await dialog.getByRole('button', { name: 'Ibalik ang 1 entry' }).click()
  await dialog.getByText('1 bago, 2 nandito na').waitFor()
  expect(await rowsOf(mina)).toEqual(before)
})

it('another account imports a diary once, as entries of its own, and reads which entries it cannot take', async () => {
  const lea = await signUp(site.app, 'Lea')
  await lea.client.from('diary_posts').insert(minas).throwOnError()
  const before = await rowsOf(lea)
  const file = { format: 'emote-diary', version: 1, entries: before }
  const text = JSON.stringify(file)
  const other = await site.visitor()
  const theirs = await openTakeaway(other, jun)
  await theirs.getByText('Blangko pa ang diary mo').waitFor()
  // PostgreSQL alone counts U+0085 as blank and refuses this entry. The other entries are stored.
  const blank = { ...file.entries[1], id: crypto.randomUUID(), content: '\u0085' }
  const spoilt = { ...file, entries: [{ ...file.entries[0], mood: 'Saya' }, ...file.entries, blank] }
  await choose(theirs, JSON.stringify(spoilt))
  await theirs.getByText('Entry 1: hindi kilala ang mood.').waitFor()
  // The diary's synchronisation is slow. The next file waits for it before it is read.
  const head = Promise.withResolvers<void>()
  await other.page.route('**/rest/v1/diary_heads*', async (route) => {
    await head.promise
    await route.continue()
  })
  await theirs.getByRole('button', { name: 'Ibalik ang 4 entry' }).click()
  await theirs.getByText('3 bago, 0 nandito na').waitFor()
  await theirs.getByText('hindi matanggap').waitFor()
  const juns = await rowsOf(jun)
  expect(juns.map(withoutId)).toEqual(before.map(withoutId))
  expect(juns.filter(({ id }) => before.some((row) => row.id === id))).toEqual([])
  await choose(theirs, text)
  await theirs.getByText('Binabasa ang file…').waitFor()
  head.resolve()
  await theirs.getByText('Nandito na ang lahat ng 3.').waitFor()
  expect(await theirs.getByRole('button', { name: /^Ibalik ang/ }).count()).toBe(0)
  await theirs.getByRole('button', { name: 'Isara' }).click()
  await other.page.getByText('Una.').waitFor()
  expect(await rowsOf(jun)).toEqual(juns)
  expect(other.errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})

it('a file that is no diary is refused with a reason, and a broken import continues where it stopped', async () => {
  const visitor = await site.visitor(desk)
  const { page } = visitor
  const dialog = await openTakeaway(visitor, kaye)
  for (const junk of ['{"entries":[]}', '[', '['.repeat(1_000_000)]) {
    await choose(dialog, junk)
    await dialog.getByText('Hindi ito kopya ng Emote diary.').waitFor()
  }
  const entries = Array.from({ length: 250 }, (_, n) => ({
    id: `0190f3a2-0000-4000-8000-${String(n).padStart(12, '0')}`,
    created_at: new Date(Date.UTC(2025, 0, 1, n)).toISOString(),
    mood: 'Calm',
    content: `Araw ${n}. <img src=x onerror=alert(1)>`,
  }))
  await choose(dialog, JSON.stringify({ format: 'emote-diary', version: 1, entries }))
  let posts = 0
  await page.route('**/rest/v1/diary_posts*', (route) =>
    route.request().method() === 'POST' && ++posts === 2 ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Ibalik ang 250 entry' }).click()
  await dialog.getByText('Ang 100 na nailagay na ay ligtas').waitFor()
  expect(await rowsOf(kaye)).toHaveLength(100)
  await dialog.getByRole('button', { name: 'Ituloy' }).click()
  await dialog.getByText('250 bago, 0 nandito na').waitFor()
  const rows = await rowsOf(kaye)
  expect(rows.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  expect(rows.map(({ created_at }) => Date.parse(created_at))).toEqual(
    entries.map(({ created_at }) => Date.parse(created_at)),
  )
  expect(visitor.errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

it('an import into a locked diary is sealed, and an export from it asks first', async () => {
  const owner = await signUp(site.app, 'Lola')
  const { lock, key } = await createLock('isang mahabang lihim na parirala')
  const { id, public_key, by_passphrase, by_recovery } = lock
  const row = { id, public_key, by_passphrase, by_recovery }
  await owner.client.from('diary_locks').insert(row).throwOnError()
  const entry = { ...minas[1], id: '0190f3a2-0000-4000-8000-00000000ffff' }
  const visitor = await site.visitor()
  const dialog = await openTakeaway(visitor, owner)
  await choose(dialog, JSON.stringify({ format: 'emote-diary', version: 1, entries: [entry] }))
  await dialog.getByRole('button', { name: 'Ibalik ang 1 entry' }).click()
  await dialog.getByText('1 bago, 0 nandito na').waitFor()
  await dialog.getByText('Naka-lock ang diary mo. Buksan muna ito kung gusto mo ng kopya.').waitFor()
  const { data } = await owner.client
    .from('diary_posts')
    .select('id, content, mood, sealed')
    .single()
    .throwOnError()
  expect(data).toMatchObject({ id: entry.id, content: '', mood: null })
  expect(await unseal(key, entry.id, String(data.sealed))).toMatchObject({
    content: entry.content,
    mood: 'Sadness',
  })

  const { page } = visitor
  await page.reload()
  await page.getByRole('textbox', { name: 'Passphrase ng diary' }).fill('isang mahabang lihim na parirala')
  await page.getByRole('button', { name: 'Buksan' }).click()
  await page.getByRole('button', { name: 'Iba pa sa diary' }).click()
  await page.getByRole('menuitem', { name: 'Kopya ng diary' }).click()
  await dialog.getByRole('button', { name: 'JSON' }).click()
  const question = page.getByRole('dialog', { name: 'Bukas ang kopyang ito' })
  await question.getByText('mababasa ito ng sinumang may hawak nito').waitFor()
  const { text } = await download(page, question.getByRole('button', { name: 'Gawin pa rin' }))
  expect(JSON.parse(text)).toMatchObject({
    entries: [{ id: entry.id, content: entry.content, mood: 'Sadness' }],
  })
  expect(visitor.errors).toEqual([])
})
