import { createLock } from '../../src/web/domain/diary/keys.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unseal } from '../../src/web/domain/diary/vault.ts'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, signUp } from '../support/cast.ts'
import { told } from '../support/page.ts'

// Promise: being offline is no log-out, and a person with the phone cannot read entries that wait for a locked diary.
/** Workers and storage are slow in a browser, ms. */
const soon = { timeout: 20_000 }
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** The content of a store in the person's database, as text. */
const read = ([name, store]: readonly [string, string]) =>
  new Promise<string>((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction(store).objectStore(store).getAll()
      asked.addEventListener('success', () => {
        opening.result.close()
        resolve(JSON.stringify(asked.result))
      })
    })
  })

const canary = 'kanaryo-9c2e7'
const passphrase = 'tatlong-pusa-sa-bubong'

/** A person with a locked diary, on a device that knows the lock and opens pages offline. */
async function arriveLocked(name: string) {
  const person = await signUp(site.app, name)
  const { lock, key } = await createLock(passphrase)
  const { ending: _ending, ...row } = lock
  await person.client.from('diary_locks').insert(row).throwOnError()
  const visitor = await site.visitor(undefined, { serviceWorkers: 'allow' })
  const { page } = visitor
  await enter(visitor, person, '/diary')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(read, [`emote:${person.id}`, 'meta'] as const), soon)
    .toContain(lock.id)
  return { ...visitor, person, key }
}

it('the app opens offline with an expired token, seals what waits for a locked diary, and sends it when there is a signal', async () => {
  const { page, context, person, key } = await arriveLocked('Ana')
  await context.setOffline(true)
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((one) => one.endsWith('-auth-token')) ?? ''
    const session = JSON.parse(localStorage.getItem(name) ?? '{}') as object
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1_000 }))
  })
  await page.goto('/write')
  await page.getByLabel('Ang nararamdaman mo').fill(`Lihim ${canary}`)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Itago sa diary' }).click()
  await told(page, 'Naghihintay ng signal. Kusa itong ipapadala.')
  await page.waitForURL('**/diary')
  const waiting = await page.evaluate(read, [`emote:${person.id}`, 'outbox'] as const)
  expect(waiting).toContain('"sealed":"1.')
  expect(waiting + (await page.evaluate(() => JSON.stringify(localStorage)))).not.toContain(canary)
  await page.getByRole('button', { name: '1 naghihintay' }).click()
  await page.getByText('Naka-lock na, gaya ng diary mo.').waitFor()
  await page.keyboard.press('Escape')

  await context.setOffline(false)
  await page.getByRole('button', { name: '1 naghihintay' }).waitFor({ state: 'detached' })
  const { rows } = await site.app.owner.query<{ id: string; sealed: string; content: string }>(
    'select id, sealed, content from public.diary_posts where user_id = $1',
    [person.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.content).toBe('')
  expect(await unseal(key, rows[0]?.id ?? '', rows[0]?.sealed ?? '')).toMatchObject({
    content: `Lihim ${canary}`,
  })
})

it('words that wait for a lock that was taken off elsewhere come back by its passphrase, and no SQL is shown', async () => {
  const { page, context, person } = await arriveLocked('Bea')
  await page.goto('/write')
  await context.setOffline(true)
  const field = page.getByLabel('Ang nararamdaman mo')
  const keep = async () => {
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('button', { name: 'Itago sa diary' }).click()
  }
  await field.fill(`Naiwan ${canary}`)
  await keep()
  const chip = page.getByRole('button', { name: '1 naghihintay' })
  await chip.waitFor()
  await site.app.owner.query('delete from public.diary_posts where user_id = $1', [person.id])
  await site.app.owner.query('delete from public.diary_locks where user_id = $1', [person.id])
  await context.setOffline(false)
  await chip.click()
  await page.getByText('Wala na sa diary mo ang lock na nagsara rito').waitFor()
  expect(await page.content()).not.toContain('violates')
  // Online, a person can write although the device still has the old lock.
  await page.goto('/write')
  await field.fill('Bukas na ito')
  await keep()
  await page.waitForURL('**/diary')
  await page.getByRole('main').getByText('Bukas na ito').waitFor()
  await chip.click()
  await page.getByRole('button', { name: 'Bawiin' }).click()
  const asked = page.getByRole('dialog', { name: 'Buksan ang isinulat mo' })
  await asked.getByLabel('Passphrase noon', { exact: true }).fill('hindi ito iyon')
  await asked.getByRole('button', { name: 'Buksan' }).click()
  await asked.getByText('Hindi iyan ang passphrase ng diary mo.').waitFor()
  await expectAccessible(page)
  await asked.getByLabel('Passphrase noon', { exact: true }).fill(passphrase)
  await asked.getByRole('button', { name: 'Buksan' }).click()
  await page.waitForURL('**/write')
  expect(await field.inputValue()).toBe(`Naiwan ${canary}`)
  await chip.waitFor({ state: 'detached' })
})
